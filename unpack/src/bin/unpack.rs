//! Unpacks the core inside the package.

#![cfg_attr(target_arch = "wasm32", no_std, no_main)]

#[cfg(target_arch = "wasm32")]
mod wasm {
    use epitome_unpack::model::Way;
    use epitome_unpack::module::Unpacker;

    /// The arithmetic decoder's range is kept between this and 31 bits.
    const LEAST: u32 = 1 << 23;

    /// The most that may be packed, in bytes.
    const LARGEST: usize = 1 << 20;

    /// Reads ways from what is packed.
    struct Decoder {
        packed: [u8; LARGEST],
        read: usize,
        range: u32,
        code: u32,
    }

    impl Decoder {
        fn next(&mut self) {
            self.code = self.code << 8 | u32::from(self.packed[self.read % LARGEST]);
            self.read += 1;
        }
    }

    impl Way for Decoder {
        fn go(&mut self, chance: u32, _: usize, _: bool) -> u32 {
            let bound = (self.range >> 16) * chance;
            let way = u32::from(self.code < bound);
            if way == 1 {
                self.range = bound;
            } else {
                self.code -= bound;
                self.range -= bound;
            }
            while self.range < LEAST {
                self.range <<= 8;
                self.next();
            }
            way
        }
    }

    static mut UNPACKER: Unpacker<Decoder> =
        Unpacker::new(Decoder { packed: [0; LARGEST], read: 0, range: 0, code: 0 });

    /// Where what is packed is put.
    #[unsafe(no_mangle)]
    extern "C" fn packed() -> *mut u8 {
        // SAFETY: only a place is made of it, and nothing is read.
        unsafe { (&raw mut UNPACKER.model.way.packed).cast() }
    }

    /// Unpacks a module of so many bytes, once, and says where it is.
    #[unsafe(no_mangle)]
    extern "C" fn unpack(size: usize) -> *const u8 {
        let place = &raw mut UNPACKER;
        // SAFETY: there is one thread, and the reference is gone when the call ends.
        let unpacker = unsafe { &mut *place };
        let decoder = &mut unpacker.model.way;
        decoder.range = 0x7fff_ffff;
        for _ in 0..4 {
            decoder.next();
        }
        unpacker.unpack(size);
        unpacker.module.as_ptr()
    }

    #[panic_handler]
    fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
        core::arch::wasm32::unreachable()
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}

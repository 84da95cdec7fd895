//! Goes through a module as `unpack` does, and asks at each fork which way to go: so it is packed.

#![cfg_attr(target_arch = "wasm32", no_std, no_main)]

#[cfg(target_arch = "wasm32")]
mod wasm {
    use epitome_unpack::model::Way;
    use epitome_unpack::module::Unpacker;

    unsafe extern "C" {
        fn pick(chance: u32, alphabet: usize, starts: bool) -> u32;
    }

    struct Picked;

    impl Way for Picked {
        fn go(&mut self, chance: u32, alphabet: usize, starts: bool) -> u32 {
            unsafe { pick(chance, alphabet, starts) }
        }
    }

    static mut UNPACKER: Unpacker<Picked> = Unpacker::new(Picked);

    #[unsafe(no_mangle)]
    extern "C" fn walk(size: usize) {
        unsafe { &mut *(&raw mut UNPACKER) }.unpack(size);
    }

    #[panic_handler]
    fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
        core::arch::wasm32::unreachable()
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}

//! Goes through a module as `unpack` does, and asks at each fork which way to go: so it is packed.

#![cfg_attr(target_arch = "wasm32", no_std, no_main)]

#[cfg(target_arch = "wasm32")]
mod wasm {
    use epitome_unpack::model::Way;
    use epitome_unpack::module::Unpacker;

    // The host says which way to go.
    unsafe extern "C" {
        fn pick(chance: u32, alphabet: usize, starts: bool) -> u32;
    }

    /// Asks the host for each way.
    struct Picked;

    impl Way for Picked {
        fn go(&mut self, chance: u32, alphabet: usize, starts: bool) -> u32 {
            // SAFETY: the host's function takes and gives numbers.
            unsafe { pick(chance, alphabet, starts) }
        }
    }

    static mut UNPACKER: Unpacker<Picked> = Unpacker::new(Picked);

    /// Goes through a module of so many bytes, once.
    #[unsafe(no_mangle)]
    extern "C" fn walk(size: usize) {
        let place = &raw mut UNPACKER;
        // SAFETY: there is one thread, and the reference is gone when the call ends.
        unsafe { &mut *place }.unpack(size);
    }

    #[panic_handler]
    fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
        core::arch::wasm32::unreachable()
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}

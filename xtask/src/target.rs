//! Other kinds of machines that an emulator can be: a 32-bit one, one with the bytes of a number the other way round, an ARM.

/// How to build for a kind of machine, and how to run what was built.
#[derive(Debug)]
pub struct Target {
    pub triple: &'static str,
    pub linker: &'static str,
    pub emulator: &'static str,
    /// Where the emulator finds the C library.
    pub system: &'static str,
    /// The Debian packages that have all of it.
    packages: &'static str,
}

const ALL: [Target; 3] = [
    Target {
        triple: "i686-unknown-linux-gnu",
        linker: "i686-linux-gnu-gcc",
        emulator: "qemu-i386",
        system: "/usr/i686-linux-gnu",
        packages: "qemu-user gcc-i686-linux-gnu libc6-dev-i386-cross",
    },
    Target {
        triple: "s390x-unknown-linux-gnu",
        linker: "s390x-linux-gnu-gcc",
        emulator: "qemu-s390x",
        system: "/usr/s390x-linux-gnu",
        packages: "qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross",
    },
    Target {
        triple: "aarch64-unknown-linux-gnu",
        linker: "aarch64-linux-gnu-gcc",
        emulator: "qemu-aarch64",
        system: "/usr/aarch64-linux-gnu",
        packages: "qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
    },
];

impl Target {
    /// The target of this name: for clap.
    pub fn find(triple: &str) -> Result<&'static Self, String> {
        ALL.iter().find(|target| target.triple == triple).ok_or_else(|| {
            format!("must be one of {}", ALL.each_ref().map(|target| target.triple).join(", "))
        })
    }

    /// The variable by which cargo is told the linker.
    pub fn linker_variable(&self) -> String {
        format!("CARGO_TARGET_{}_LINKER", self.triple.to_uppercase().replace('-', "_"))
    }

    /// What a machine needs before it can build for this one and run it.
    pub fn needs(&self) -> String {
        format!("it needs `rustup target add {}` and `apt-get install {}`", self.triple, self.packages)
    }
}

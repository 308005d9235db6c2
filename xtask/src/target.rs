//! Targets that run under an emulator: a 32-bit one, a big-endian one, and an ARM.

/// How to build for a target, and how to run the result.
#[derive(Debug)]
pub struct Target {
    pub triple: &'static str,
    pub linker: &'static str,
    pub emulator: &'static str,
    /// Where the emulator finds the C library.
    pub system: &'static str,
    /// The Debian packages that provide all of this.
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
    /// The target of this name; a value parser for clap.
    pub fn find(triple: &str) -> Result<&'static Self, String> {
        ALL.iter().find(|target| target.triple == triple).ok_or_else(|| {
            format!("must be one of {}", ALL.each_ref().map(|target| target.triple).join(", "))
        })
    }

    /// The environment variable that tells cargo which linker to use.
    pub fn linker_variable(&self) -> String {
        format!("CARGO_TARGET_{}_LINKER", self.triple.to_uppercase().replace('-', "_"))
    }

    /// A message that says what has to be installed to build for this target and run the result.
    pub fn needs(&self) -> String {
        format!("it needs `rustup target add {}` and `apt-get install {}`", self.triple, self.packages)
    }
}

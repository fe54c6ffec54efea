"""Packs the Linux bundle: a package for Debian and Ubuntu, and an archive for everybody else.

    python packaging/linux/build.py

Into dist/packages, with an SBOM and SHA-256 sums beside them. Needs dpkg-deb, and objdump to say
which C library the bundle asks for. HOMEPAGE may name the project's repository: software centers
then show it, and pictures from it (metainfo.py).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from contents import dependencies, sbom  # noqa: E402
from man_page import PROGRAMS, man_page  # noqa: E402
from metainfo import METAINFO, metainfo  # noqa: E402
from packages import (  # noqa: E402
    BUNDLE,
    NAME,
    OUT,
    ROOT,
    add_tree,
    begin,
    debian_version,
    differs,
    files,
    moment,
    sums,
    version,
)

from epicrec_desktop import cli  # noqa: E402
from epicrec_desktop.console.arguments import completion_script  # noqa: E402

ICONS = ROOT / "resources" / "icons"
SUMS = "SHA256SUMS"
LIBRARIES = (
    *("libx11-6", "libx11-xcb1", "libxcb1", "libfontconfig1", "libfreetype6", "libexpat1"),
    *("zlib1g", "libstdc++6", "libgcc-s1", "libuuid1", "libgl1", "libegl1", "libgpg-error0"),
)
"""What epicrec.spec leaves to the desktop, as Debian calls it."""
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
PRESET = 6  # of xz: 9 is 1 % smaller, and takes 700 MB to write


def main() -> int:
    if not (BUNDLE / NAME).is_file():
        print("There is no bundle: make bundle", file=sys.stderr)
        return 1
    if fault := differs(BUNDLE):
        print(fault, file=sys.stderr)
        return 1
    begin(OUT / SUMS)
    machine = os.uname().machine
    bill = OUT / f"{NAME}-{version()}-linux.cdx.json"
    bill.write_text(json.dumps(sbom(dependencies(), BUNDLE), indent=1) + "\n", encoding="utf-8")
    made = [
        archive(OUT / f"{NAME}-{version()}-linux-{machine}.tar.xz"),
        debian(OUT / f"{NAME}_{debian_version()}_{ARCHITECTURES.get(machine, machine)}.deb"),
        bill,
    ]
    sums(made, OUT / SUMS)
    for file in made:
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.1f} MB")
    return 0


def archive(target: Path) -> Path:
    """One folder with the program, and what a desktop and a terminal want to know of it."""
    with tempfile.TemporaryDirectory() as folder:
        share = Path(folder) / "share"
        _shared(share)
        below = f"{NAME}-{version()}"
        plain = target.with_suffix("")
        with tarfile.open(plain, mode="w", format=tarfile.PAX_FORMAT) as made:
            add_tree(made, BUNDLE, below)
            add_tree(made, share, f"{below}/share")
        # Blocks of one size: the same bytes whatever the number of processors.
        command = ["xz", f"-{PRESET}", "--threads=0", "--block-size=32MiB", "--force", plain]
        subprocess.run(command, check=True)
    return target


def debian(target: Path) -> Path:
    """A package of Debian's format."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        _installed(root)
        _control(root)
        for file in [root, *files(root)]:
            if not file.is_symlink():
                runs = file.is_dir() or (os.access(file, os.X_OK) and NAME in file.name)
                file.chmod(0o755 if runs else 0o644)
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zxz", f"-z{PRESET}", "--build", root, target],
            env={**os.environ, "SOURCE_DATE_EPOCH": str(moment())},
            stdout=subprocess.DEVNULL,
            check=True,
        )
    return target


def _installed(root: Path) -> None:
    """The files of the package where Debian wants them."""
    shutil.copytree(BUNDLE, root / "usr" / "lib" / NAME, symlinks=True)
    programs = root / "usr" / "bin"
    programs.mkdir(parents=True)
    for program in ("epicrec", NAME):
        (programs / program).symlink_to(f"../lib/{NAME}/{program}")
    share = root / "usr" / "share"
    _shared(share)
    for shell, place in (
        ("bash", "bash-completion/completions/epicrec"),
        ("zsh", "zsh/vendor-completions/_epicrec"),
        ("fish", "fish/vendor_completions.d/epicrec.fish"),
    ):
        target = share / place
        target.parent.mkdir(parents=True)
        script = completion_script(cli.build_parser(), shell)
        target.write_text(script, encoding="utf-8", newline="\n")
    manual = share / "man" / "man1"
    _gzip(man_page(PROGRAMS[0]).encode(), manual / "epicrec.1.gz")
    _gzip(b".so man1/epicrec.1\n", manual / f"{NAME}.1.gz")
    papers = share / "doc" / NAME
    _gzip((ROOT / "CHANGELOG.md").read_bytes(), papers / "NEWS.gz")
    _gzip(_changelog().encode(), papers / "changelog.gz")
    _copy(HERE / "copyright", papers / "copyright")
    _copy(HERE / "lintian-overrides", share / "lintian" / "overrides" / NAME)


def _shared(share: Path) -> None:
    """The menu's entry, the icon, and what a software centre shows."""
    _copy(HERE / f"{NAME}.desktop", share / "applications" / f"{NAME}.desktop")
    _copy(ICONS / f"{NAME}.svg", share / "icons" / "hicolor" / "scalable" / "apps" / f"{NAME}.svg")
    target = share / "metainfo" / METAINFO
    target.parent.mkdir(parents=True)
    about = metainfo(os.environ.get("HOMEPAGE", ""))
    target.write_text(about, encoding="utf-8", newline="\n")


def _control(root: Path) -> None:
    """Debian's description of the package, and the sums of its files."""
    kept = [file for file in files(root) if file.is_file() and not file.is_symlink()]
    size = sum(file.stat().st_size for file in kept) // 1024
    fields = (HERE / "control").read_text(encoding="utf-8")
    depends = ", ".join((f"libc6 (>= {_c_library()})", *LIBRARIES))
    machine = ARCHITECTURES.get(os.uname().machine, os.uname().machine)
    for name, value in {
        "VERSION": debian_version(),
        "ARCHITECTURE": machine,
        "SIZE": str(size),
        "DEPENDS": depends,
    }.items():
        fields = fields.replace(f"@{name}@", value)
    if homepage := os.environ.get("HOMEPAGE"):
        fields = fields.replace("\nDescription:", f"\nHomepage: {homepage}\nDescription:")
    control = root / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(fields, encoding="utf-8", newline="\n")
    lines = (f"{_md5(file)}  {file.relative_to(root).as_posix()}\n" for file in kept)
    (control / "md5sums").write_text("".join(lines), encoding="utf-8", newline="\n")


def _changelog() -> str:
    """Debian's own form of a changelog, which leads to ours."""
    who = re.search(r"^Maintainer: (.+)$", (HERE / "control").read_text("utf-8"), re.MULTILINE)
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(moment()))
    return (
        f"{NAME} ({debian_version()}) unstable; urgency=medium\n\n"
        f"  * What is new stands in NEWS.gz.\n\n -- {who[1] if who else NAME} <>  {date}\n"
    )


def _c_library() -> str:
    """The newest version of the C library that a file of the bundle asks for."""
    asked = set()
    for file in files(BUNDLE):
        if file.is_file() and not file.is_symlink() and (".so" in file.name or file.name == NAME):
            listed = subprocess.run(
                ["objdump", "-T", file], capture_output=True, text=True, check=False
            ).stdout
            asked |= {tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_([0-9.]+)", listed)}
    return ".".join(map(str, max(asked)))


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _gzip(data: bytes, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(data, 9, mtime=0))


def _md5(file: Path) -> str:
    return hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()


if __name__ == "__main__":
    sys.exit(main())

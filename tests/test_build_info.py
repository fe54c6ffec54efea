"""Which commit a program was made from."""

import pytest

from epicrec_desktop import __version__, build_info
from epicrec_desktop.cli import main

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"HEAD": f"{COMMIT}\n"}, COMMIT[:12]),
        ({"HEAD": "ref: refs/heads/main\n", "refs/heads/main": f"{COMMIT}\n"}, COMMIT[:12]),
        (
            {
                "HEAD": "ref: refs/heads/main\n",
                "packed-refs": f"# pack-refs with: sorted\n{'f' * 40} refs/heads/mainly\n"
                f"{COMMIT} refs/heads/main\n",
            },
            COMMIT[:12],
        ),
        ({"HEAD": "ref: refs/heads/unborn\n"}, ""),
        ({"HEAD": "ref: refs/heads/unborn\n", "packed-refs": ""}, ""),
        ({}, ""),
    ],
)
def test_the_commit_of_a_checkout(files, expected, tmp_path):
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    assert build_info._commit_of(tmp_path) == expected


def test_a_file_in_place_of_a_folder_is_no_checkout(tmp_path):
    (tmp_path / ".git").write_text("gitdir: elsewhere", encoding="utf-8")
    assert build_info._commit_of(tmp_path / ".git") == ""


def test_two_builds_of_different_commits_name_different_versions(tmp_path, monkeypatch, capsys):
    """A build's own file comes before a checkout that may lie around it."""
    monkeypatch.setattr(build_info.resources, "path", tmp_path.joinpath)
    said = set()
    for commit in ("0123456789ab", "ba9876543210 modified"):
        (tmp_path / build_info.FILE).write_text(f"{commit}\n", encoding="ascii")
        with pytest.raises(SystemExit):
            main(["--version"])
        said.add(capsys.readouterr().out)
    assert said == {
        f"epicrec {__version__} (0123456789ab)\n",
        f"epicrec {__version__} (ba9876543210 modified)\n",
    }

"""`referee print`, as people use it."""

from shlex import split

import pypdfium2
import pytest
from click.testing import CliRunner

from referee.cli import main


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the command in a folder of its own."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def run(*words):
        return CliRunner().invoke(main, ("print", *words))

    return run


def pages_of(path):
    document = pypdfium2.PdfDocument(path.read_bytes())
    texts = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return texts


def test_stickers_for_all_cards_are_written_to_a_file(run, tmp_path):
    result = run("waves", "stickers", "-o", "codes.pdf")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "codes.pdf: 2 pages. Print at 100 % (actual size).\n"
    first, second = pages_of(tmp_path / "codes.pdf")
    assert "1 Scholar" in first
    assert "5 Noble" in second


def test_without_a_name_the_file_is_called_after_what_it_holds(run, tmp_path):
    assert run("waves", "pieces").exit_code == 0
    assert "Seat 1" in pages_of(tmp_path / "waves-pieces.pdf")[0]


def test_the_file_can_be_written_to_standard_output(run):
    result = run("waves", "inserts", "--cards", "knight:3", "-o", "-")
    assert result.stdout_bytes.startswith(b"%PDF-")
    assert result.stderr == "-: 1 page. Print at 100 % (actual size).\n"


def test_every_wish_reaches_the_sheets(run, tmp_path):
    wishes = split("--paper letter --size 18 --cards seer:4 --deck C --flip short")
    assert run("waves", "inserts", *wishes, "-o", "a.pdf").exit_code == 0
    front, back = pages_of(tmp_path / "a.pdf")
    assert "Deck C, no. 4" in front
    assert "Deck" not in back  # a back tells no card from another
    wishes = split("--paper herma-4221 --start 48 --copies 1 --cards seer,noble")
    assert run("waves", "stickers", *wishes, "-o", "b.pdf").exit_code == 0
    assert ["Seer" in text for text in pages_of(tmp_path / "b.pdf")] == [True, False]
    assert run("waves", "pieces", "--address", "http://10.0.0.7/", "-o", "c.pdf").exit_code == 0
    assert "http://10.0.0.7/" in pages_of(tmp_path / "c.pdf")[0]


def test_the_same_command_writes_the_same_bytes(run, tmp_path):
    for name in ("a.pdf", "b.pdf"):
        run("waves", "stickers", "-o", name)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess", "stickers"), "does not know the game “chess”. It knows: "),
        (("waves", "posters"), "stickers, inserts, pieces, map, frame and calibration."),
        (("waves", "stickers", "--paper", "b5"), "The paper b5 is not known."),
        (("waves", "stickers", "--size", "2"), "A code is 12 to 25 mm wide"),
        (("waves", "stickers", "--cards", "king"), "There is no card king."),
        (("waves", "stickers", "--paper", "6121", "--size", "25"), "does not fit on these labels"),
        (("waves", "calibration", "--paper", "L7160"), "is printed on A4 and Letter."),
        (("waves", "stickers", "--printer", "HP"), "No printer has been measured yet."),
        (("waves", "stickers", "--measured", "1", "2", "3", "4"), "Name the printer"),
        (
            ("waves", "stickers", "--printer", "HP", "--measured", "1", "2", "3", "4"),
            "No printer is that far off",
        ),
        (("waves", "stickers", "-o", "no/such/folder.pdf"), "cannot be written"),
    ],
)
def test_what_cannot_be_printed_ends_in_one_sentence_and_status_2(run, tmp_path, words, said):
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert not list(tmp_path.glob("*.pdf"))


def test_looking_for_a_printer_makes_no_folder(run, tmp_path):
    run("waves", "stickers", "--printer", "HP")
    assert not (tmp_path / "data").exists()


def test_a_printer_is_measured_once_and_then_used(run, tmp_path):
    measured = ("--measured", "148,5", "201", "31.2", "38.6")
    assert run("waves", "calibration", "-o", "a.pdf").exit_code == 0
    result = run("waves", "calibration", "--printer", "Canon", *measured, "-o", "b.pdf")
    assert (result.exit_code, result.stderr) == (0, "")
    assert run("waves", "calibration", "--printer", "Canon", "-o", "c.pdf").exit_code == 0
    plain, kept, again = ((tmp_path / name).read_bytes() for name in ("a.pdf", "b.pdf", "c.pdf"))
    assert kept == again != plain

"""Commands about decks: check, load, list, show, pull, remove."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from buzzglass import output
from buzzglass.decks import files
from buzzglass.decks.csv_files import to_csv
from buzzglass.decks.deck import COLUMNS, Card, Deck, unpack
from buzzglass.device.client import field
from buzzglass.device.loading import load_deck, refuse_errors
from buzzglass.errors import ToolError
from buzzglass.options import Group, command, common
from buzzglass.output import shown
from buzzglass.session import Session
from buzzglass.shapes import DeckEntry


@click.group(cls=Group)
@common
def deck() -> None:
    """Check deck files, and look after the decks on the device."""


@command("check", deck)
@click.argument("file")
@click.option("--name", help="The deck's name; the file's name by default.")
def deck_check(session: Session, file: str, name: str | None) -> int:
    """Check a deck file without loading it."""
    checked = files.parse_deck(file, name)
    session.result(checked.report(), *_deck_people(checked))
    return 1 if checked.errors else 0


def _deck_people(checked: Deck) -> list[Any]:
    people: list[Any] = []
    if checked.errors:
        people.append(output.problems(checked.errors, "Errors"))
    if checked.warnings:
        people.append(output.problems(checked.warnings, "Warnings"))
    verdict = "not fit to load" if checked.errors else "fit to load"
    name = shown(checked.name)
    people.append(f"{name}: {len(checked.cards)} cards, {checked.encoding}, {verdict}.")
    return people


@command("load", deck)
@click.argument("file")
@click.option("--name", help="The deck's name; the file's name by default.")
def deck_load(session: Session, file: str, name: str | None) -> None:
    """Load a deck file onto the device (or a sample: names-en, noms-fr)."""
    checked = files.parse_deck(file, name)
    if checked.warnings and not session.as_json:
        session.console.print(output.problems(checked.warnings, "Warnings"))
    refuse_errors(checked)
    with session.device() as client, session.progress(f"Loading {checked.name}") as tell:
        done = load_deck(client, checked, tell)
    name = shown(done["name"])
    session.result(done, f"{name} is loaded: {done['cards']} cards in {done['seconds']:.1f} s.")


@command("list", deck)
def deck_list(session: Session) -> None:
    """List the decks on the device."""
    with session.device() as client:
        listed: list[DeckEntry] = field(client.request("deck_list"), "decks", list, "deck_list")
    rows = [[d["name"], d["kind"], d["cards"], d["bytes"]] for d in listed]
    empty = "No deck on the device: load one with 'buzzglass deck load FILE'."
    people = output.plain(["Deck", "Kind", "Cards", "Bytes"], rows) if rows else empty
    session.result(listed, people)


def _pull(session: Session, name: str) -> tuple[str, list[Card]]:
    with session.device() as client, session.progress(f"Reading {name}") as tell:
        data = client.read_file("deck", name, tell)
    try:
        return unpack(data)
    except ValueError:
        raise ToolError(
            f"The deck '{name}' on the device is damaged: load it again with 'buzzglass deck load'."
        )


@command("show", deck)
@click.argument("name")
def deck_show(session: Session, name: str) -> None:
    """Show the cards of a deck on the device."""
    name, cards = _pull(session, name)
    shown = [dict(zip(COLUMNS, card, strict=True)) for card in cards]
    headers = ["Yellow", "Blue", "Yellow note", "Blue note"]
    people = output.plain(headers, [list(card) for card in cards], name)
    session.result({"name": name, "cards": shown}, people)


@command("pull", deck)
@click.argument("name")
@click.argument("file", required=False)
def deck_pull(session: Session, name: str, file: str | None) -> None:
    """Write a deck on the device to a CSV file (NAME.csv by default)."""
    target = Path(file or files.file_name(name, ".csv"))
    if os.path.exists(target):
        raise ToolError(f"{target} is there already: name another file.")
    name, cards = _pull(session, name)
    try:
        target.write_text(to_csv(cards), encoding="utf-8", newline="")
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", error)
        raise ToolError(f"Cannot write {target} ({what}): name another file.")
    done = {"name": name, "cards": len(cards), "file": str(target)}
    session.result(done, f"{shown(name)}: {len(cards)} cards written to {shown(str(target))}.")


@command("remove", deck)
@click.argument("name")
def deck_remove(session: Session, name: str) -> None:
    """Remove a deck from the device."""
    with session.device() as client:
        client.request("deck_remove", name=name)
    session.result({"name": name}, f"{shown(name)} is removed.")

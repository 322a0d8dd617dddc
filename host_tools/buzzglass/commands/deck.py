"""Commands about decks: check, load, list, show, pull, remove."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from buzzglass import deck_files, decks, tables
from buzzglass.client import Client, field
from buzzglass.errors import ToolError
from buzzglass.tables import shown
from buzzglass.tool import Tool, cli, command, common


@cli.group()
@common
def deck() -> None:
    """Check deck files, and look after the decks on the device."""


@command(deck, "check")
@click.argument("file")
@click.option("--name", help="The deck's name; the file's name by default.")
def deck_check(tool: Tool, file: str, name: str | None) -> int:
    """Check a deck file without loading it."""
    checked = deck_files.parse_deck(file, name)
    tool.result(checked.report(), *_deck_people(checked))
    return 1 if checked.errors else 0


def _deck_people(checked: decks.Deck) -> list[Any]:
    people: list[Any] = []
    if checked.errors:
        people.append(tables.problems(checked.errors, "Errors"))
    if checked.warnings:
        people.append(tables.problems(checked.warnings, "Warnings"))
    verdict = "not fit to load" if checked.errors else "fit to load"
    name = shown(checked.name)
    people.append(f"{name}: {len(checked.cards)} cards, {checked.encoding}, {verdict}.")
    return people


def refuse_errors(checked: decks.Deck) -> None:
    """Raise ToolError if the deck file has errors."""
    if checked.errors:
        first = checked.errors[0]
        what = f" ({first['text'][:40]})" if first["text"] else ""
        more = f", and {len(checked.errors) - 1} more" if len(checked.errors) > 1 else ""
        raise ToolError(
            f"The deck was not loaded: line {first['line']}{what}: {first['problem']}{more}; "
            "see 'buzzglass deck check'."
        )


def load_deck(client: Client, tool: Tool, checked: decks.Deck) -> dict[str, Any]:
    """Put a checked deck on the device; raises ToolError if it has errors."""
    refuse_errors(checked)
    data = checked.pack()
    with tool.progress(f"Loading {checked.name}") as tell:
        return client.upload_deck(checked.name, data, lambda done: tell(done, len(data)))


@command(deck, "load")
@click.argument("file")
@click.option("--name", help="The deck's name; the file's name by default.")
def deck_load(tool: Tool, file: str, name: str | None) -> None:
    """Load a deck file onto the device (or a sample: names-en, noms-fr)."""
    checked = deck_files.parse_deck(file, name)
    if checked.warnings and not tool.as_json:
        tool.console.print(tables.problems(checked.warnings, "Warnings"))
    refuse_errors(checked)
    with tool.device() as client:
        done = load_deck(client, tool, checked)
    name = shown(done["name"])
    tool.result(done, f"{name} is loaded: {done['cards']} cards in {done['seconds']:.1f} s.")


@command(deck, "list")
def deck_list(tool: Tool) -> None:
    """List the decks on the device."""
    with tool.device() as client:
        listed = field(client.request("deck_list"), "decks", list, "deck_list")
    rows = [[d["name"], d["kind"], d["cards"], d["bytes"]] for d in listed]
    empty = "No deck on the device: load one with 'buzzglass deck load FILE'."
    people = tables.plain(["Deck", "Kind", "Cards", "Bytes"], rows) if rows else empty
    tool.result(listed, people)


def _pull(tool: Tool, name: str) -> tuple[str, list[decks.Card]]:
    with tool.device() as client, tool.progress(f"Reading {name}") as tell:
        data = client.read_file("deck", name, tell)
    try:
        return decks.unpack(data)
    except ValueError:
        raise ToolError(
            f"The deck '{name}' on the device is damaged: load it again with 'buzzglass deck load'."
        )


@command(deck, "show")
@click.argument("name")
def deck_show(tool: Tool, name: str) -> None:
    """Show the cards of a deck on the device."""
    name, cards = _pull(tool, name)
    shown = [dict(zip(decks.COLUMNS, card, strict=True)) for card in cards]
    headers = ["Yellow", "Blue", "Yellow note", "Blue note"]
    people = tables.plain(headers, [list(card) for card in cards], name)
    tool.result({"name": name, "cards": shown}, people)


@command(deck, "pull")
@click.argument("name")
@click.argument("file", required=False)
def deck_pull(tool: Tool, name: str, file: str | None) -> None:
    """Write a deck on the device to a CSV file (NAME.csv by default)."""
    target = Path(file or deck_files.file_name(name, ".csv"))
    if os.path.exists(target):
        raise ToolError(f"{target} is there already: name another file.")
    name, cards = _pull(tool, name)
    try:
        target.write_text(deck_files.to_csv(cards), encoding="utf-8", newline="")
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", error)
        raise ToolError(f"Cannot write {target} ({what}): name another file.")
    done = {"name": name, "cards": len(cards), "file": str(target)}
    tool.result(done, f"{shown(name)}: {len(cards)} cards written to {shown(str(target))}.")


@command(deck, "remove")
@click.argument("name")
def deck_remove(tool: Tool, name: str) -> None:
    """Remove a deck from the device."""
    with tool.device() as client:
        client.request("deck_remove", name=name)
    tool.result({"name": name}, f"{shown(name)} is removed.")

# Buzzglass. `make help` lists what there is.
PYTHON ?= python3
BIN = .venv/bin
STAMP = .venv/.ready

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(STAMP) ## virtual environment in .venv with the host tool, and the fonts

$(STAMP): pyproject.toml host_tools/make/build_fonts.py
	@echo "Setting up .venv and the fonts: a minute or two, the first time only." >&2
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check pillow platformdirs
	$(BIN)/python host_tools/make/build_fonts.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[sim,dev]'
	@touch $(STAMP)

demo: $(STAMP) ## a whole game of 12 cards played by itself, synced, with its score pad and pictures
	@$(BIN)/python host_tools/make/demo.py

play: $(STAMP) ## the virtual device in a web page; build/play.flash keeps its games (PLAY="--http 0")
	@mkdir -p build
	@$(BIN)/buzzglass sim play --open --flash build/play.flash $(PLAY)

screens: $(STAMP) ## all screens in both languages: build/screens.png, and the README's hardware/screens.png
	@$(BIN)/python host_tools/make/screens.py

wiring: $(STAMP) ## the pictures of the wires, from hardware/pins.json: hardware/wiring*.svg
	@$(BIN)/python host_tools/make/build_wiring.py

arch: $(STAMP) ## the picture of the firmware's rooms and imports: firmware/arch.svg
	@$(BIN)/python host_tools/make/arch.py

exchange: $(STAMP) ## the worked exchange of bytes in firmware/PROTOCOL.md
	@$(BIN)/python host_tools/make/exchange.py

test: $(STAMP) ## the tests, but for the slow ones
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not slow"

# What is slow for good reason, and a tenth of `make torture`.
test-all: test ## every test: those of `make test`, then the slow ones
	$(BIN)/python -m pytest -n 2 --dist loadfile -m slow
	@$(BIN)/python tests/torture/torture.py --cuts 20000 --noise $(NOISE)

lint: $(STAMP) ## ruff's rules and format, and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: lint test ## lint, format, types and tests

CUTS = 200000
NOISE = 8
torture: $(STAMP) ## power cut at every flash operation: CUTS=200000 NOISE=8
	@$(BIN)/python tests/torture/torture.py --cuts $(CUTS) --noise $(NOISE)

bench: $(STAMP) ## speed, memory and flash figures
	@$(BIN)/python host_tools/make/bench.py

firmware: $(STAMP) ## the files to copy onto a board, in build/firmware
	@$(BIN)/python host_tools/make/build_firmware.py

pico: firmware ## speed on an emulated Pico with the real MicroPython: UF2=FILE (ROWS="start press")
	@$(BIN)/python -m pico --uf2 "$(UF2)" --rows "$(ROWS)" $(PICO)

clean: ## remove what was built, and .venv
	rm -rf build .venv

.PHONY: help setup demo play screens wiring arch exchange test test-all lint check torture bench firmware pico clean

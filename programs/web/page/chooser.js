/* The catalog: sets of pieces, from which the user adds single pieces or all of them. */

import {members, names} from './catalog.js';
import {thumbnail} from './thumbnail.js';
import {byId, make, toast} from './dom.js';
import {COLOURS} from './palette.js';
import {addPieces, removePiece} from './pieces.js';
import {change, puzzle} from './store.js';

const FIRST = {
  square: 'pentominoes',
  hex: 'tetrahexes',
  triangle: 'hexiamonds',
  cube: 'soma'
};
let shownPieces = [];

/* A piece of a one-sided set gets flip: false, unless its name implies that, as in L4' and J4. */
function entryOf({name, cells, flip}) {
  const oneSided = byId('catalog-sides').value === 'one-sided ' && flip;
  return {cells, piece: oneSided ? {name, flip: false} : {name}};
}

async function fillSets() {
  const {lattice} = puzzle();
  const sides = byId('catalog-sides');
  sides.parentElement.hidden = lattice === 'cube';
  if (lattice === 'cube')
    sides.value = '';
  const sets =
      (await names(lattice)).filter((entry) => entry.pieces > 1 || /^[a-z]/.test(entry.name));
  const more = lattice === 'cube' ?
      (await names('square')).filter((entry) => entry.pieces > 1 && entry.pieces < 40) :
      [];
  const select = byId('catalog-set'), before = select.value;
  const options = [...sets, ...more].map(
      ({name, pieces}) => make('option', {value: name}, `${name} (${pieces})`));
  select.replaceChildren(...options);
  select.value = options.some((option) => option.value === before) ? before : FIRST[lattice];
}

function toggle(piece) {
  if (puzzle().pieces.some((old) => old.name === piece.name))
    removePiece(piece.name);
  else
    addPieces([entryOf(piece)]);
  mark();
}

function mark() {
  const taken = new Set(puzzle().pieces.map((piece) => piece.name));
  for (const button of byId('catalog-list').children)
    button.setAttribute('aria-pressed', String(taken.has(button.dataset.name)));
}

const chosenSet = () => byId('catalog-sides').value + byId('catalog-set').value;

async function fillList() {
  const {lattice} = puzzle();
  const set = chosenSet();
  let found = [];
  try {
    found = await members(lattice, set);
  } catch (error) {
    toast(error.message);
    return;
  }
  if (set !== chosenSet() || lattice !== puzzle().lattice)
    return;
  shownPieces = found;
  byId('catalog-list')
      .replaceChildren(...shownPieces.map(
          (piece, k) => make(
              'button', {
                type: 'button',
                'data-name': piece.name,
                'aria-label': piece.name,
                onclick: () => toggle(piece)
              },
              thumbnail(lattice, piece.cells, k % COLOURS),
              make('span', {}, piece.name.replace(/^[a-z]+\./, '')))));
  mark();
}

async function open() {
  byId('catalog').showModal();
  try {
    await fillSets();
    await fillList();
  } catch (error) {
    toast(error.message);
  }
}

function addAll() {
  const taken = new Set(puzzle().pieces.map((piece) => piece.name));
  addPieces(shownPieces.filter((piece) => !taken.has(piece.name)).map(entryOf));
  mark();
}

function useAlone() {
  change({...puzzle(), pieces: shownPieces.map((piece) => entryOf(piece).piece)}, 'pieces');
  mark();
}

export function startChooser() {
  byId('add-pieces').addEventListener('click', open);
  byId('catalog-set').addEventListener('change', fillList);
  byId('catalog-sides').addEventListener('change', fillList);
  byId('catalog-all').addEventListener('click', addAll);
  byId('catalog-only').addEventListener('click', useAlone);
}

/* Colours of pieces, from the palette of Okabe and Ito, which colour-blind people can distinguish.
   Neighbours get different colours: pieces are coloured greedily in the order "smallest last",
   starting with the colour of their kind, as in the program's pictures. */

export const COLOURS = 8;
export const PAINTS = 256; /* with variants, for many colours */

const BASE = [
  [86, 180, 233], [230, 159, 0], [0, 158, 115], [240, 228, 66], [204, 121, 167], [0, 114, 178],
  [213, 94, 0], [153, 153, 153]
];

const mix = (ink, other, share) => ink.map((x) => Math.round(x + (other - x) * share));

/* As hue_of in src/draw/scene/palette.c. */
function hue(number) {
  const at = 6 * ((number * 0.6180339887498949) % 1);
  const light = 0.36 + 0.11 * (number % 5), reach = 0.68 * (1 - Math.abs(2 * light - 1)) / 2;
  return [0, 1, 2].map((part) => {
    const away = Math.abs((at + 6 - 2 * part) % 6 - 3);
    return Math.round(255 * (light + reach * (2 * Math.min(Math.max(away - 1, 0), 1) - 1)));
  });
}

/* {fill, isDark} of colour NUMBER: the palette, its darker and lighter variants, and others. */
export function paintOf(number) {
  const base = BASE[number % COLOURS], kind = Math.floor(number / COLOURS);
  const paint = [base, mix(base, 0, 0.4), mix(base, 255, 0.55)][kind] || hue(number);
  const ink = mix(paint, 255, 0.15);
  return {
    fill: `rgb(${ink.join(' ')})`,
    isDark: 0.299 * ink[0] + 0.587 * ink[1] + 0.114 * ink[2] < 122
  };
}

function contacts(layout, owner, count) {
  const touching = Array.from({length: count}, () => new Set());
  owner.forEach((piece, index) => {
    if (piece < 0)
      return;
    for (const other of layout.around(index))
      if (owner[other] >= 0 && owner[other] !== piece)
        touching[piece].add(owner[other]);
  });
  return touching;
}

/* The order in which pieces are removed, always one with the fewest remaining neighbours. */
function smallestFirst(touching) {
  const left = touching.map((set) => set.size);
  const taken = left.map(() => false);
  const order = [];
  for (let k = 0; k < left.length; k++) {
    let least = -1;
    for (let piece = 0; piece < left.length; piece++)
      if (!taken[piece] && (least < 0 || left[piece] < left[least]))
        least = piece;
    taken[least] = true;
    order.push(least);
    touching[least].forEach((other) => {
      left[other]--;
    });
  }
  return order;
}

/* A colour for each group.  GROUPS are lists of cell numbers, KINDS the piece numbers of the
   groups.  A group keeps the colour of its kind if FIXED (kind), as for tiles, which the colour
   identifies.  HOW may be 'placement', for one colour each, or 'neighbour', for few colours. */
export function choose(layout, groups, kinds, fixed, how = '') {
  const owner = new Array(layout.count).fill(-1);
  groups.forEach((cells, group) => cells.forEach((index) => {
    owner[index] = group;
  }));
  const touching = contacts(layout, owner, groups.length);
  const colour = new Array(groups.length).fill(-1);
  const many = how ? PAINTS : COLOURS;
  const wish = (group) => (how ? (how === 'placement' ? group : 0) : kinds[group]) % many;
  for (const group of smallestFirst(touching).reverse()) {
    const taken = new Set(
        !how && fixed(kinds[group]) ? [] : [...touching[group]].map((other) => colour[other]));
    let pick = wish(group);
    for (let k = 0; k < many && taken.has(pick); k++)
      pick = (pick + 1) % many;
    colour[group] = taken.has(pick) ? wish(group) : pick;
  }
  return colour;
}

/* A colour for another group, different from those of its neighbours.  COLOUR_AT (index) returns
   the colour of the piece on a cell, or undefined. */
export function nextColour(layout, cells, kind, colourAt) {
  const taken = new Set(cells.flatMap((index) => layout.around(index)).map(colourAt));
  for (let k = 0; k < COLOURS; k++)
    if (!taken.has((kind + k) % COLOURS))
      return (kind + k) % COLOURS;
  return kind % COLOURS;
}

/* Colours of pieces, from the palette of Okabe and Ito, which colour-blind people can distinguish.
   Neighbours get different colours: pieces are coloured greedily in the order "smallest last",
   starting with the colour of their kind, as in the program's pictures. */

export const COLOURS = 8;

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
   identifies. */
export function choose(layout, groups, kinds, fixed) {
  const owner = new Array(layout.count).fill(-1);
  groups.forEach((cells, group) => cells.forEach((index) => {
    owner[index] = group;
  }));
  const touching = contacts(layout, owner, groups.length);
  const colour = new Array(groups.length).fill(-1);
  for (const group of smallestFirst(touching).reverse()) {
    const taken =
        new Set(fixed(kinds[group]) ? [] : [...touching[group]].map((other) => colour[other]));
    let pick = kinds[group] % COLOURS;
    for (let k = 0; k < COLOURS && taken.has(pick); k++)
      pick = (pick + 1) % COLOURS;
    colour[group] = taken.has(pick) ? kinds[group] % COLOURS : pick;
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

/* The outline of a group of cells: the sides that only one of its cells has.

   Sides are identified by their end points, rounded to a grid, so the code is the same for all
   lattices.  The fill follows all sides; the line leaves out sides across which the group continues
   at a joined side of the board. */

const key = ([x, y]) => `${Math.round(x * 1000)},${Math.round(y * 1000)}`;
const at = ([x, y]) => `${Math.round(x * 1000) / 1000} ${Math.round(y * 1000) / 1000}`;

function openSides(layout, cells) {
  const sides = new Map();
  for (const index of cells) {
    const points = layout.polygon(index);
    points.forEach((from, k) => {
      const to = points[(k + 1) % points.length];
      const there = `${key(from)} ${key(to)}`, back = `${key(to)} ${key(from)}`;
      const twin = sides.has(back) ? back : sides.has(there) ? there : null;
      if (twin)
        sides.delete(twin);
      else
        sides.set(there, {from, to, index});
    });
  }
  return [...sides.values()];
}

/* Joins the sides into closed paths. */
function rounds(sides) {
  const starting = new Map();
  for (const side of sides) {
    const name = key(side.from);
    starting.set(name, [...(starting.get(name) || []), side]);
  }
  const paths = [];
  for (const first of sides) {
    if (first.used)
      continue;
    const points = [];
    for (let side = first; side && !side.used;) {
      side.used = true;
      points.push(at(side.from));
      side = (starting.get(key(side.to)) || []).find((next) => !next.used);
    }
    paths.push(`M${points.join('L')}Z`);
  }
  return paths.join('');
}

/* Whether the group continues across this side, at the other end of the board. */
function goesOn(layout, side, group) {
  if (layout.wrap === 'none')
    return false;
  const [cx, cy] = layout.centre(side.index);
  const [mx, my] = [(side.from[0] + side.to[0]) / 2, (side.from[1] + side.to[1]) / 2];
  const [l, r, c] = layout.cell(side.index);
  const behind = layout.index([l, r + Math.round(2 * (my - cy)), c + Math.round(2 * (mx - cx))]);
  return behind !== side.index && group.has(behind);
}

/* {fill, line}: path texts of a group of cells, given by number. */
export function outline(layout, cells) {
  const sides = openSides(layout, cells);
  const group = new Set(cells);
  const line = sides.filter((side) => !goesOn(layout, side, group))
                   .map(({from, to}) => `M${at(from)}L${at(to)}`)
                   .join('');
  return {fill: rounds(sides), line};
}

/* The side of a square cell towards a neighbour at the other end of the board. */
function outerSide(layout, index, other) {
  const [, r, c] = layout.cell(index), [, r2, c2] = layout.cell(other);
  const points = layout.polygon(index);
  const corner = r === r2 ? (c > c2 ? 1 : 3) : (r > r2 ? 2 : 0);
  return [points[corner], points[(corner + 1) % 4]];
}

/* The sides between two neighbouring cells, each as its two ends: one side, or two at a joined side
   of the board. */
export function sidesBetween(layout, one, other) {
  const theirs = new Set(layout.polygon(other).map(key));
  const shared = layout.polygon(one).filter((point) => theirs.has(key(point)));
  if (shared.length === 2)
    return [shared];
  return layout.wrap === 'none' ? [] :
                                  [outerSide(layout, one, other), outerSide(layout, other, one)];
}

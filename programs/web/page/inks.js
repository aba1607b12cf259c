/* The colours of heat maps, those of the pictures that the program draws: from light yellow over
   green to dark blue, the scheme YlGnBu of ColorBrewer, which colour-blind eyes and grey printers
   keep in order. */

const INKS = [
  [255, 255, 217], [237, 248, 177], [199, 233, 180], [127, 205, 187], [65, 182, 196],
  [29, 145, 192], [34, 94, 168], [37, 52, 148], [8, 29, 88]
];
const BRIGHT = 122; /* from here on, of 255, dark letters can be read better than light ones */

const text = (ink) => `rgb(${ink.map(Math.round).join(' ')})`;

/* {fill, isDark} for a share from 0 to 1. */
export function inkOf(share) {
  const at = 8 * share, k = Math.min(7, Math.floor(at));
  const ink = INKS[k].map((part, j) => part + (INKS[k + 1][j] - part) * (at - k));
  const bright = 0.299 * ink[0] + 0.587 * ink[1] + 0.114 * ink[2];
  return {fill: text(ink), isDark: bright < BRIGHT};
}

/* All of them, as a background. */
export const SCALE = `linear-gradient(90deg, ${INKS.map(text).join(', ')})`;

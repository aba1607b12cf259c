/* The shares and colours of heat maps.  The colours are the same as in the program's pictures: the
   scheme YlGnBu of ColorBrewer, from light yellow to dark blue, whose order is also visible to
   colour-blind people and in grey prints. */

const INKS = [
  [255, 255, 217], [237, 248, 177], [199, 233, 180], [127, 205, 187], [65, 182, 196],
  [29, 145, 192], [34, 94, 168], [37, 52, 148], [8, 29, 88]
];
const EVEN = 0.179; /* the luminance with equal contrast to black and white, 4.6 */

const text = (ink) => `rgb(${ink.map(Math.round).join(' ')})`;

/* The relative luminance of WCAG. */
function luminance(ink) {
  const [red, green, blue] = ink.map((part) => {
    const x = part / 255;
    return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/* {fill, isDark} for a share from 0 to 1; figures on dark colours are white, others black. */
export function inkOf(share) {
  const at = 8 * share, k = Math.min(7, Math.floor(at));
  const ink = INKS[k].map((part, j) => part + (INKS[k + 1][j] - part) * (at - k));
  return {fill: text(ink), isDark: luminance(ink) < EVEN};
}

/* All colours, as a background. */
export const SCALE = `linear-gradient(90deg, ${INKS.map(text).join(', ')})`;

const STEPS = 10000n;

/* PART, a text, divided by WHOLE; both may be too large for a double.  The result is 0 only if PART
   is 0, and 1 only if PART equals WHOLE. */
export function share(part, whole) {
  const steps = whole ? BigInt(part) * STEPS / whole : 0n;
  return (BigInt(part) > 0n && steps < 1n ? 1 : Number(steps)) / Number(STEPS);
}

/* A share as text; "0%" means never, and "100%" always. */
export const percent = (often) =>
    (often > 0 && often < 0.01 ? '<1%' :
                                 `${often < 1 ? Math.min(99, Math.round(100 * often)) : 100}%`);

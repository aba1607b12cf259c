/* The puzzle in the address of the page.  Simple puzzles are readable, as on the command line:
   #board=6x8&pieces=L3:any.  Others are compressed: #z= and the JSON form, deflated, in base64url.
   The setting of the colours follows: &colour-by=orientation. */

import {toJson} from './puzzle.js';

const MOST_BYTES = 1 << 20;
const PLAIN_KEYS = new Set(['board', 'pieces', 'lattice', 'wrap']);

function plain(object) {
  const simple = object.pieces.every(
      (piece) => Object.keys(piece).every((key) => key === 'name' || key === 'count')
          && /^[\w.'-]+$/.test(piece.name));
  if (!simple || !object.pieces.length || typeof object.board !== 'string'
      || !Object.keys(object).every((key) => PLAIN_KEYS.has(key)))
    return null;
  const pieces =
      object.pieces.map(({name, count}) => (count === undefined ? name : `${name}:${count}`));
  const words = [
    ['board', object.board], ['pieces', pieces.join(',')],
    ...['lattice', 'wrap'].filter((k) => object[k]).map((k) => [k, object[k]])
  ];
  const text = words.map(([k, v]) => `${k}=${v.replace(/[%#&+]/g, encodeURIComponent)}`).join('&');
  return text.length <= 300 ? text : null;
}

async function pump(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES)
      throw new Error('the puzzle in the address is too large');
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64(bytes) {
  let text = '';
  bytes.forEach((byte) => {
    text += String.fromCharCode(byte);
  });
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function fromBase64(text) {
  const bytes = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(bytes, (sign) => sign.charCodeAt(0));
}

export async function addressOf(puzzle, colourBy) {
  const object = toJson(puzzle);
  const text = plain(object), setting = colourBy ? `&colour-by=${colourBy}` : '';
  if (text)
    return `#${text}${setting}`;
  const bytes = new TextEncoder().encode(JSON.stringify(object));
  return `#z=${toBase64(await pump(bytes, new CompressionStream('deflate-raw')))}${setting}`;
}

/* The setting of the colours in an address; '' if there is none. */
export const colourByOf = (hash) =>
    new URLSearchParams(hash.replace(/^#/, '')).get('colour-by') || '';

/* Returns the JSON form in an address, unchecked, or null if there is none. */
export async function objectOf(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  if (words.has('z')) {
    const bytes = await pump(fromBase64(words.get('z')), new DecompressionStream('deflate-raw'));
    return JSON.parse(new TextDecoder().decode(bytes));
  }
  if (!words.has('board'))
    return null;
  const pieces = (words.get('pieces') || 'L3:any').split(',').map((word) => {
    const [name, count] = word.split(':');
    return count === undefined ? {name} :
                                 {name, count: /^\d+$/.test(count) ? Number(count) : count};
  });
  const object = {board: words.get('board'), pieces};
  for (const key of ['lattice', 'wrap'])
    if (words.has(key))
      object[key] = words.get(key);
  return object;
}

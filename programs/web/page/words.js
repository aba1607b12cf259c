/* What the server says, in the words of the page: cells are counted from 1 as on the board, and
   messages speak of what the page shows.  Pure functions of text. */

/* [layer, row, column] or [row, column], from 0. */
export function cellName(cell) {
  const [column, row, layer] = [...cell].reverse().map((number) => Number(number) + 1);
  return `${layer === undefined ? '' : `layer ${layer}, `}row ${row}, column ${column}`;
}

/* A caption in which cells stand as the server writes them, [5,0]. */
export function caption(text) {
  return String(text).replace(
      /(?:(?:the )?cell )?\[(\d+(?:,\d+){1,2})\]/g, (_, cell) => cellName(cell.split(',')));
}

/* A message of one line or several about a puzzle.  Its places lead somewhere only where the puzzle
   was a text, a file that somebody wrote. */
export function message(text, wasText) {
  const lines = String(text).trim().split('\n').map(
      (line) =>
          line.replace(/^puzzle(?:\.dlx)?:(\d+):(\d+): /, wasText ? 'line $1, column $2: ' : '')
              .replace('see boardcover catalog', 'see Catalog'));
  return [...new Set(lines)].join('\n');
}

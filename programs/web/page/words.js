/* Translates texts of the server for the page: cells are counted from 1, and messages refer to what
   the page shows. */

/* [layer, row, column] or [row, column], from 0. */
export function cellName(cell) {
  const [column, row, layer] = [...cell].reverse().map((number) => Number(number) + 1);
  return `${layer === undefined ? '' : `layer ${layer}, `}row ${row}, column ${column}`;
}

/* Translates a caption that contains cells in the server's format, [5,0]. */
export function caption(text) {
  return String(text).replace(
      /(?:(?:the )?cell )?\[(\d+(?:,\d+){1,2})\]/g, (_, cell) => cellName(cell.split(',')));
}

/* Translates a message about a puzzle.  Line and column are useful only if the puzzle was the text
   of a file. */
export function message(text, wasText) {
  const lines = String(text).trim().split('\n').map(
      (line) =>
          line.replace(/^puzzle(?:\.dlx)?:(\d+):(\d+): /, wasText ? 'line $1, column $2: ' : '')
              .replace('see boardcover catalog', 'see Catalog'));
  return [...new Set(lines)].join('\n');
}

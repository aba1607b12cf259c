/* Creates elements.  Text always enters the page as text, never as markup. */

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on'))
      node.addEventListener(name.slice(2), value);
    else if (value === true)
      node.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined)
      node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/* Creates <NAME ...ATTRIBUTES>CHILDREN; an attribute such as onclick is an event listener. */
export function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function makeSvg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/* A symbol of index.html.  It is decoration, so the button around it needs its own label. */
export function icon(name) {
  return makeSvg(
      'svg', {class: 'icon', 'aria-hidden': 'true'}, makeSvg('use', {href: `#icon-${name}`}));
}

export function iconButton(name, label, onclick, more = {}) {
  return make(
      'button',
      {type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick, ...more},
      icon(name));
}

export const byId = (id) => document.getElementById(id);

export function setText(id, text) {
  byId(id).textContent = text;
}

/* Announces TEXT to screen readers, in place of any earlier text that they have not read yet. */
export function announce(text) {
  setText('live', text);
}

/* Shows a message at the bottom of the page; messages with more lines stay longer. */
let toastTimer = 0;
export function toast(text) {
  const node = byId('toast');
  node.textContent = text;
  node.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    node.hidden = true;
  }, 4000 + 2000 * text.split('\n').length);
}

/* Copies TEXT and shows the message TOLD.  A page from an address other than localhost has no
   clipboard, so there the text is selected and copied as a user would do it. */
export async function copy(text, told) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make('textarea', {class: 'hidden', readonly: true}),
          focus = document.activeElement;
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    focus?.focus();
    if (!done)
      told = 'The browser does not allow the page to copy.';
  }
  toast(told);
}

/* "1514" as "1 514": groups of three digits, separated by narrow no-break spaces. */
export function grouped(digits) {
  return String(digits).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

export function duration(seconds) {
  if (seconds < 0.0995)
    return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 99.5)
    return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const [, size, name] = [
    [100 * 60, 60, 'min'], [72 * 3600, 3600, 'h'], [700 * 86400, 86400, 'days'],
    [Infinity, 31557600, 'years']
  ].find(([below]) => seconds < below);
  const much = seconds / size;
  return much < 1e6 ? `${grouped(Math.round(much))} ${name}` : 'more than a million years';
}

/* Dragging a piece: a picture follows the pointer, and the board shows the cells that the piece
   would cover.
 */

import {thumbnail} from './thumbnail.js';
import {make} from './dom.js';
import {Layout} from './layout.js';
import {lay, moveTo} from './moves.js';
import {COLOURS} from './palette.js';

const SLACK = 6; /* pixels that the pointer may move during a click */

export class Drag {
  /* preview (number, cells or null), drop (number, cells), miss (). */
  constructor(view, handlers) {
    Object.assign(this, {view, handlers, number: null, ghost: null});
    window.addEventListener('pointermove', (event) => this.move(event));
    window.addEventListener('pointerup', (event) => this.lift(event));
    window.addEventListener('pointercancel', () => this.stop());
  }

  /* EAGER: the drag starts at once, without any movement. */
  begin(event, number, form, eager = false) {
    if (event.button !== 0 || this.number !== null)
      return;
    event.target.releasePointerCapture?.(event.pointerId);
    this.number = number;
    this.start = this.last = [event.clientX, event.clientY];
    this.far = eager;
    this.setForm(form);
    if (eager)
      this.follow();
  }

  setForm(form) {
    this.form = form;
    const size = [0, 1, 2].map((k) => 1 + Math.max(...form.map((cell) => cell[k])));
    this.own = new Layout(
        {lattice: this.view.layout.lattice, layers: size[0], rows: size[1], columns: size[2]});
  }

  /* Called when the piece is rotated or flipped during the drag. */
  refresh(form) {
    if (this.number === null)
      return;
    this.setForm(form);
    this.dropGhost();
    if (this.far)
      this.follow();
  }

  move(event) {
    if (this.number === null)
      return;
    this.last = [event.clientX, event.clientY];
    this.far ||= Math.hypot(this.last[0] - this.start[0], this.last[1] - this.start[1]) > SLACK;
    if (this.far)
      this.follow();
  }

  follow() {
    const [x, y] = this.last;
    if (!this.ghost) {
      const side = Math.max(4, this.own.right - this.own.left, this.own.bottom - this.own.top)
          * this.view.scale();
      this.ghost = make(
          'div', {class: 'ghost', 'aria-hidden': 'true'},
          thumbnail(this.own.lattice, this.form, this.number % COLOURS));
      this.ghost.style.width = this.ghost.style.height = `${side}px`;
      this.side = side;
      document.body.append(this.ghost);
    }
    this.ghost.style.transform = `translate(${x - this.side / 2}px, ${y - this.side / 2}px)`;
    this.target = this.find();
    this.ghost.hidden = Boolean(this.target);
    this.handlers.preview(this.number, this.target);
  }

  /* The cells that the piece would cover now. */
  find() {
    const {layout} = this.view;
    const move = moveTo(layout, this.own, this.form, this.view.point(...this.last));
    return move && lay(layout, this.form, move, () => true);
  }

  /* The same for a piece that is selected but not dragged. */
  findFor(event, form) {
    this.setForm(form);
    this.last = [event.clientX, event.clientY];
    return this.find();
  }

  lift(event) {
    if (this.number === null)
      return;
    const {number, far} = this;
    this.last = [event.clientX, event.clientY];
    const target = far ? this.find() : null;
    this.stop();
    if (!(target && this.handlers.drop(number, target)))
      this.handlers.miss();
  }

  dropGhost() {
    this.ghost?.remove();
    this.ghost = null;
  }

  stop() {
    this.dropGhost();
    this.number = null;
    this.target = null;
  }
}

/* The brush: a press selects the sign to paint, and dragging continues to paint it.

   The pointer may jump between two events; then the cells on the straight line are painted too.  A
   stroke changes only the screen and is stored when it ends, so nothing is counted or redrawn while
   the pointer moves. */

const STRIDE = 0.3; /* in units of a cell's side */

export class Brush {
  /* VIEW is a BoardView.  PICK (sign) returns what a press on a cell with that sign paints.  DONE
     (signs) is called at the end of a stroke, BEGAN () when it changes its first cell. */
  constructor(view, {pick, done, began}) {
    Object.assign(this, {view, pick, done, began, enabled: true, stroke: null});
    const {svg} = view;
    svg.addEventListener('pointerdown', (event) => this.press(event));
    svg.addEventListener('pointermove', (event) => this.move(event));
    svg.addEventListener('pointerup', () => this.lift());
    svg.addEventListener('pointercancel', () => this.lift());
    svg.addEventListener('lostpointercapture', () => this.lift());
  }

  press(event) {
    const index =
        event.button === 0 && this.enabled ? this.view.at(event.clientX, event.clientY) : -1;
    if (index < 0 || this.stroke)
      return;
    event.preventDefault();
    this.view.svg.setPointerCapture(event.pointerId);
    this.view.activate(index);
    this.stroke = {
      sign: this.pick(this.view.signs[index], index),
      changed: false,
      last: this.view.point(event.clientX, event.clientY)
    };
    this.touch(index);
  }

  move(event) {
    if (!this.stroke)
      return;
    const [x, y] = this.view.point(event.clientX, event.clientY);
    const [fromX, fromY] = this.stroke.last;
    const steps = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / STRIDE));
    for (let k = 1; k <= steps; k++)
      this.touch(
          this.view.layout.at(fromX + (x - fromX) * k / steps, fromY + (y - fromY) * k / steps));
    this.stroke.last = [x, y];
  }

  touch(index) {
    if (index < 0 || this.view.signs[index] === this.stroke.sign)
      return;
    if (!this.stroke.changed)
      this.began?.();
    this.view.setCell(index, this.stroke.sign);
    this.stroke.changed = true;
  }

  lift() {
    const stroke = this.stroke;
    this.stroke = null;
    if (stroke?.changed)
      this.done([...this.view.signs]);
  }

  /* Paints one cell, for the keyboard. */
  toggle(index) {
    this.view.setCell(index, this.pick(this.view.signs[index], index));
    this.done([...this.view.signs]);
  }
}

// The selected points of a trip: one, or a range between two points in the order of recording.

import { makeAutoObservable, observableRef } from 'mobx';
import type { StatedPoint, TrackPointKey } from 'src/domain/geokeeper/review/tripTrack.ts';

export class PointSelection {
  /** The point that was chosen last. */
  focus: TrackPointKey | undefined;
  /** The other end of the range. */
  anchor: TrackPointKey | undefined;
  /** The next choice extends the range, for people without a Shift key. */
  extending = false;
  private order: ReadonlyMap<TrackPointKey, number> = new Map();

  constructor() {
    makeAutoObservable<this, 'order'>(this, { order: observableRef }, { autoBind: true });
  }

  /** Called with all points of the trip, in their order. */
  show(points: readonly StatedPoint[]): void {
    this.order = new Map(points.map(({ key }, at) => [key, at]));
  }

  choose(key: TrackPointKey | undefined, extend = false): void {
    const isRange = (extend || this.extending) && this.anchor !== undefined && key !== undefined;
    this.focus = key;
    if (!isRange) this.anchor = key;
    this.extending = false;
  }

  extendNext(): void {
    this.extending = !this.extending;
  }

  get range(): readonly [first: number, last: number] | undefined {
    const [focus, anchor] = [this.focus, this.anchor].map((key) =>
      key === undefined ? undefined : this.order.get(key),
    );
    if (focus === undefined || anchor === undefined) return undefined;
    return [Math.min(focus, anchor), Math.max(focus, anchor)];
  }

  has(key: TrackPointKey): boolean {
    const at = this.order.get(key);
    const { range } = this;
    return range !== undefined && at !== undefined && at >= range[0] && at <= range[1];
  }
}

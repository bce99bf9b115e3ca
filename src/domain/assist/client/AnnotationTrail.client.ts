// The lines that agents draw over the page. Each point fades after 4 seconds.

import { observable, runInAction } from 'mobx';
import { ASSIST } from 'src/domain/assist/protocol.ts';

export interface TrailPoint {
  readonly x: number;
  readonly y: number;
}

export interface TrailLine {
  readonly key: string;
  readonly agent: string;
  readonly points: readonly TrailPoint[];
}

const HELP_MAX_POINTS = 2_000;

export class AnnotationTrail {
  private readonly shown = observable.box<readonly TrailLine[]>([], { deep: false });
  private readonly timers = new Set<number>();
  private count = 0;

  /** Observable. */
  get lines(): readonly TrailLine[] {
    return this.shown.get();
  }

  draw(event: string, { x, y }: TrailPoint, agent: string): void {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    const current = this.lines.findLast((line) => line.agent === agent);
    if (event === 'annotation_start' || !current) {
      this.count += 1;
      this.set([...this.lines, { key: String(this.count), agent, points: [{ x, y }] }]);
    } else {
      const points = [...current.points, { x, y }].slice(-HELP_MAX_POINTS);
      this.set(this.lines.map((line) => (line === current ? { ...line, points } : line)));
    }
    if (event === 'annotation_end') this.fade(this.lines.findLast((line) => line.agent === agent)?.key);
  }

  clear(): void {
    for (const timer of this.timers) window.clearTimeout(timer);
    this.timers.clear();
    this.set([]);
  }

  private fade(key: string | undefined): void {
    const timer = window.setTimeout(() => {
      this.timers.delete(timer);
      this.set(this.lines.filter((line) => line.key !== key));
    }, ASSIST.annotationFadeMs);
    this.timers.add(timer);
  }

  private set(lines: readonly TrailLine[]): void {
    runInAction(() => this.shown.set(lines));
  }
}

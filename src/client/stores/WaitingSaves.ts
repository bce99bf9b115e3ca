// The number of saves that wait for a connection, for each tab of this browser. Drafts themselves cannot be read before the server has
// confirmed the person; a plain number on the device tells until then that something waits. It names neither the person nor an item.

import { isRecord } from 'src/base/isRecord.ts';
import type { LocalValues } from 'src/client/stores/LocalValues.ts';

const WAITING_SAVES = 'waitingSaves';

export class WaitingSaves {
  private readonly values: LocalValues;
  private readonly tab: string;

  constructor(values: LocalValues, tab: string) {
    this.values = values;
    this.tab = tab;
  }

  /** Returns the saves that all tabs have noted. */
  total(): number {
    return Object.values(this.counts()).reduce((sum, count) => sum + count, 0);
  }

  /** Notes the saves of this tab. */
  note(count: number): void {
    this.write({ ...this.counts(), [this.tab]: count });
  }

  /** Forgets what was noted by tabs that are no longer open. */
  keepTabs(open: ReadonlySet<string>): void {
    this.write(Object.fromEntries(Object.entries(this.counts()).filter(([tab]) => tab === this.tab || open.has(tab))));
  }

  clear(): void {
    this.values.remove(WAITING_SAVES);
  }

  private counts(): Readonly<Record<string, number>> {
    const stored = this.values.read(WAITING_SAVES);
    if (!isRecord(stored)) return {};
    return Object.fromEntries(
      Object.entries(stored).flatMap(([tab, count]) => (typeof count === 'number' && count > 0 ? [[tab, count]] : [])),
    );
  }

  private write(counts: Readonly<Record<string, number>>): void {
    const left = Object.entries(counts).filter(([, count]) => count > 0);
    if (left.length === 0) this.clear();
    else this.values.write(WAITING_SAVES, Object.fromEntries(left));
  }
}

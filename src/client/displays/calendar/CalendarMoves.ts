// Moves of entries of a calendar to another day: the entry that is dragged, the one that a dialog asks about, and the reason why an entry
// stays on its day. Created by useCalendarMoves.

import { observable, runInAction, when } from 'mobx';
import type { Client } from 'src/client/Client.ts';
import { movedValues, startProperty } from 'src/client/displays/calendar/movedDays.ts';
import { isWritable } from 'src/client/forms/draft/EditableValue.tsx';
import type { SheetEdits } from 'src/client/displays/SheetEdits.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import { daysBetween } from 'src/model/calendar/localDay.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';
import { closedProperties } from 'src/model/schema/closedProperties.ts';

/** An entry on one of its days. */
export interface DayOfEntry {
  readonly id: ItemId;
  readonly day: Day;
}

interface PendingMove extends DayOfEntry {
  readonly days: number;
}

const RIGHTS_TIMEOUT_MS = 5_000;

export class CalendarMoves {
  readonly edits: SheetEdits;
  private readonly client: Client;
  private readonly format: Messages['format'];
  private readonly drag = observable.box<DayOfEntry | undefined>(undefined, { deep: false });
  private readonly over = observable.box<Day | undefined>(undefined);
  private readonly asking = observable.box<ItemId | undefined>(undefined);
  private readonly pending = observable.box<PendingMove | undefined>(undefined, { deep: false });

  constructor(client: Client, edits: SheetEdits, format: Messages['format']) {
    this.client = client;
    this.edits = edits;
    this.format = format;
  }

  /** The entry that is dragged. Observable. */
  get dragged(): DayOfEntry | undefined {
    return this.drag.get();
  }

  /** The entry for which a dialog asks for a day. Observable. */
  get asked(): ItemId | undefined {
    return this.asking.get();
  }

  /** Message that says why the person cannot move the entry; undefined where it can be moved, and until the rights are known. Observable. */
  refusal(id: ItemId): string | undefined {
    const { items, registry, session } = this.client;
    const type = registry.types[typeOfId(id)];
    if (!type || !startProperty(type, [])) return 'calendar.computedDay';
    const closed = closedProperties(type, session.user);
    const end = type.properties[type.view.schedule?.end ?? ''];
    if (!startProperty(type, closed) || (end && !isWritable(end, closed))) return 'calendar.mayNotMove';
    const may = items.may(id, 'update');
    return may || !items.knowsRights(id) ? undefined : 'calendar.mayNotMove';
  }

  /** Returns true if the person can move the entry. Observable. */
  isMovable(id: ItemId): boolean {
    return this.refusal(id) === undefined && this.client.items.may(id, 'update');
  }

  /** Returns false, and says why, for an entry that cannot be moved. */
  begin(entry: DayOfEntry): boolean {
    const refusal = this.refusal(entry.id);
    if (refusal === undefined) runInAction(() => this.drag.set(entry));
    else this.refuse(entry.id, refusal);
    return refusal === undefined;
  }

  moveOver(day: Day | undefined): void {
    runInAction(() => this.over.set(day));
  }

  /** Returns true for the day to which the dragged entry would move. Observable. */
  isOver(day: Day): boolean {
    const { dragged } = this;
    return this.over.get() === day && dragged !== undefined && dragged.day !== day;
  }

  endDrag(): DayOfEntry | undefined {
    const entry = this.dragged;
    runInAction(() => {
      this.drag.set(undefined);
      this.over.set(undefined);
    });
    return entry;
  }

  ask(id: ItemId | undefined): void {
    runInAction(() => this.asking.set(id));
  }

  /** Number of days by which an entry on its first day is shown later, while its move is saved. Observable. */
  shift({ id, day }: DayOfEntry): number {
    const pending = this.pending.get();
    return pending?.id === id && pending.day === day ? pending.days : 0;
  }

  /** Moves the entry by the days between one of its days and another day. `shown` resolves when the calendar shows the new day. */
  async move({ id, day, first }: DayOfEntry & { readonly first: Day }, to: Day, shown: () => Promise<void>) {
    const { items, registry, day: today } = this.client;
    const days = daysBetween(day, to);
    if (days === 0) return;
    runInAction(() => this.pending.set({ id, day: first, days }));
    try {
      const item = await this.edits.read(id);
      const isKnown = (): boolean => items.may(id, 'update') || items.knowsRights(id);
      await when(isKnown, { timeout: RIGHTS_TIMEOUT_MS }).catch(() => undefined);
      const refusal = this.refusal(id);
      const type = registry.types[item?._t ?? ''];
      if (refusal !== undefined || !item || !type) return this.refuse(id, refusal ?? 'calendar.mayNotMove');
      const isShown = shown();
      await this.edits.change([{ id, set: movedValues(item, type, { days, zone: today.zone }) }]);
      const after = items.peek(id);
      if (after?.state === 'ready' && after.item._u > item._u) await isShown;
    } finally {
      runInAction(() => this.pending.set(undefined));
    }
  }

  private refuse(id: ItemId, message: string): void {
    const { alerts, items } = this.client;
    alerts.warn(message, { label: itemName(items, this.format, id) });
  }
}

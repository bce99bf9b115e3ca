// Widths that the person chose for kinds of columns; other columns have their declared width. Owned by NavigationStore.

import { observable, runInAction } from 'mobx';
import type { Cell } from 'src/model/listing/columnPath.ts';
import type { PreferenceStore } from 'src/client/stores/PreferenceStore.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import type { CellWidth } from 'src/model/schema/TypeView.ts';

const WIDTHS_PREFERENCE = 'columnWidths';
/**
 * The full width is temporary: it is not stored, so that the next visit does not start with all other columns hidden.
 */
const STORED_WIDTHS: ReadonlySet<unknown> = new Set<CellWidth>(['THIRD', 'HALF', 'TWO_THIRDS']);
const DEFAULT: CellWidth = 'HALF';

const cellPlace = ({ index, segment }: Cell): string => `${index}/${segment}`;
const cellKind = ({ view, itemId }: Cell): string => view ?? `i-${tryParseItemId(itemId)?.type ?? ''}`;

export class ColumnWidths {
  private readonly registry: Registry;
  private readonly preferences: Pick<PreferenceStore, 'get' | 'set'>;
  /** Columns shown whole for the moment, each by its place and segment. */
  private readonly expanded = observable.set<string>();

  constructor(registry: Registry, preferences: Pick<PreferenceStore, 'get' | 'set'>) {
    this.registry = registry;
    this.preferences = preferences;
  }

  private get chosen(): Readonly<Record<string, CellWidth>> {
    const kept = Object.entries(Object(this.preferences.get(WIDTHS_PREFERENCE)) as object);
    return Object.fromEntries(kept.filter(([, width]) => STORED_WIDTHS.has(width)));
  }

  of(cell: Cell): CellWidth {
    return this.expanded.has(cellPlace(cell)) ? 'FULL' : this.kept(cell);
  }

  private kept(cell: Cell): CellWidth {
    const type = tryParseItemId(cell.itemId)?.type ?? '';
    return this.chosen[cellKind(cell)] ?? this.registry.types[type]?.view.pane?.width ?? DEFAULT;
  }

  set(cell: Cell, width: CellWidth): void {
    runInAction(() => {
      if (width === 'FULL') {
        this.expanded.add(cellPlace(cell));
        return;
      }
      this.expanded.delete(cellPlace(cell));
      this.preferences.set(WIDTHS_PREFERENCE, { ...this.chosen, [cellKind(cell)]: width });
    });
  }

  /** Returns from the whole width to the previous one. */
  shrink(cell: Cell): void {
    runInAction(() => this.expanded.delete(cellPlace(cell)));
    if (this.kept(cell) === 'FULL') this.set(cell, DEFAULT);
  }
}

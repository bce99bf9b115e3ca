// How wide the reader wants each kind of column, kept on this device; else as declared. Owned by NavigationStore.

import { observable, runInAction } from 'mobx';
import type { Cell } from 'src/client/navigation/columnPath.ts';
import type { LocalValues } from 'src/client/stores/LocalValues.ts';
import { tryParseItemId } from 'src/model/item/itemId.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import type { CellWidth } from 'src/model/schema/TypeView.ts';

const KEY = 'column-widths';
const WIDTHS: ReadonlySet<unknown> = new Set<CellWidth>(['THIRD', 'HALF', 'TWO_THIRDS', 'FULL']);
const DEFAULT: CellWidth = 'HALF';

const placeOf = ({ index, segment }: Cell): string => `${index}/${segment}`;
const kindOf = ({ view, itemId }: Cell): string => view ?? `i-${tryParseItemId(itemId)?.type ?? ''}`;

export class ColumnWidths {
  private readonly registry: Registry;
  private readonly values: LocalValues;
  private readonly chosen = observable.map<string, CellWidth>(undefined, { deep: false });
  /** Columns shown whole for the moment, each by its place and segment. */
  private readonly expanded = observable.set<string>();

  constructor(registry: Registry, values: LocalValues) {
    this.registry = registry;
    this.values = values;
    for (const [kind, width] of Object.entries(Object(values.read(KEY)) as object)) {
      if (WIDTHS.has(width) && width !== 'FULL') this.chosen.set(kind, width as CellWidth);
    }
  }

  of(cell: Cell): CellWidth {
    return this.expanded.has(placeOf(cell)) ? 'FULL' : this.kept(cell);
  }

  private kept(cell: Cell): CellWidth {
    const type = tryParseItemId(cell.itemId)?.type ?? '';
    return this.chosen.get(kindOf(cell)) ?? this.registry.types[type]?.view.pane?.width ?? DEFAULT;
  }

  /** The whole width is for the moment: nobody finds a column in it on the next visit, with all others pushed away. */
  set(cell: Cell, width: CellWidth): void {
    runInAction(() => {
      if (width === 'FULL') {
        this.expanded.add(placeOf(cell));
        return;
      }
      this.expanded.delete(placeOf(cell));
      this.chosen.set(kindOf(cell), width);
      this.values.write(KEY, Object.fromEntries(this.chosen));
    });
  }

  /** From the whole width back to what it was. */
  shrink(cell: Cell): void {
    runInAction(() => this.expanded.delete(placeOf(cell)));
    if (this.kept(cell) === 'FULL') this.set(cell, DEFAULT);
  }
}

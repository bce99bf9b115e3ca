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

const kindOf = ({ view, itemId }: Cell): string => view ?? `i-${tryParseItemId(itemId)?.type ?? ''}`;

export class ColumnWidths {
  private readonly registry: Registry;
  private readonly values: LocalValues;
  private readonly chosen = observable.map<string, CellWidth>(undefined, { deep: false });

  constructor(registry: Registry, values: LocalValues) {
    this.registry = registry;
    this.values = values;
    for (const [kind, width] of Object.entries(Object(values.read(KEY)) as object)) {
      if (WIDTHS.has(width)) this.chosen.set(kind, width as CellWidth);
    }
  }

  of(cell: Cell): CellWidth {
    const type = tryParseItemId(cell.itemId)?.type ?? '';
    return this.chosen.get(kindOf(cell)) ?? this.registry.types[type]?.view.pane?.width ?? DEFAULT;
  }

  set(cell: Cell, width: CellWidth): void {
    runInAction(() => this.chosen.set(kindOf(cell), width));
    this.values.write(KEY, Object.fromEntries(this.chosen));
  }
}

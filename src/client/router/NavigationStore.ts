// The columns and the address. Only this store decides what is open. Gates are asked before anything closes; the router only carries the
// result (historyAddress).

import type { SearchParams } from 'src/base/SearchParams.ts';
import { closeTopLayer } from 'src/client/ui/openLayers.ts';
import { windowFrom } from 'src/client/ui/widths.ts';
import { compareStructural, computed, type IComputedValue, observable, runInAction } from 'mobx';
import type { AlertStore } from 'src/client/stores/AlertStore.ts';
import type { Cell } from 'src/model/listing/columnPath.ts';
import type { CellGate } from 'src/client/router/Gates.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { Environment } from 'src/client/connection/environment.ts';
import { ColumnWidths } from 'src/client/router/ColumnWidths.ts';
import { cellType, shortKey } from 'src/client/router/cellType.ts';
import {
  addressOf,
  cellsOf,
  type Column,
  columnsOf,
  HOME,
  ownQuery,
  sharedColumns,
} from 'src/model/listing/columnPath.ts';
import { Gates } from 'src/client/router/Gates.ts';
import { ColumnCommands } from 'src/client/router/ColumnCommands.ts';
import { MainButtons } from 'src/client/router/MainButtons.ts';
import type { Address } from 'src/client/router/historyAddress.ts';
import type { PreferenceStore } from 'src/client/stores/PreferenceStore.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import type { CellWidth } from 'src/model/schema/TypeView.ts';
import { slashedKeys } from 'src/model/listing/openingQuery.ts';
import { SINGLE_VIEWS } from 'src/model/pageViews.ts';

export interface NavigationStoreOptions {
  readonly registry: Registry;
  readonly address: Address;
  readonly session: Pick<SessionStore, 'user'>;
  readonly alerts: Pick<AlertStore, 'warn' | 'error'>;
  readonly preferences: Pick<PreferenceStore, 'get' | 'set'>;
  readonly environment: Environment;
  readonly isKnownView: (view: string) => boolean;
}

type Stage = 'INIT' | 'APPLY_FOCUS' | 'READY' | 'ACTIVE_CHANGED';

interface Shown {
  readonly address: string;
  readonly cells: readonly Cell[];
  readonly active: number;
}

/** Results of a listing, in its order. */
interface NotedResults {
  readonly ids: readonly ItemId[];
  /** Position of the first of `ids` in the listing. */
  readonly first: number;
  readonly total: number;
}

/** An open item among the results of the listing that it was opened from. */
export interface ResultPosition {
  readonly id: ItemId;
  readonly previous: ItemId | undefined;
  readonly next: ItemId | undefined;
  readonly at: number;
  readonly total: number;
}

const MEDIUM_AND_WIDER = windowFrom('columns');

/** Results kept on each side of the open item. A listing may have 100,000, and may be closed long before the item. */
const KEPT_AROUND = 500;

export class NavigationStore {
  readonly mainButtons = new MainButtons();
  readonly commands = new ColumnCommands();
  private readonly options: NavigationStoreOptions;
  private readonly slashed: readonly string[];
  private readonly singles: ReadonlySet<string>;
  private readonly shown;
  private readonly phase = observable.box<Stage>('INIT');
  private readonly medium = observable.box(false);
  /** The results of each listing, by the index of its column. */
  private readonly noted = observable.map<number, NotedResults>(undefined, { deep: false });
  /** The columns that stay open with each column, by its index. */
  private readonly kept = new Map<number, IComputedValue<readonly Column[]>>();
  private readonly first = computed(() => this.cells[0]?.view);
  private readonly widths: ColumnWidths;
  private readonly gates: Gates;

  constructor(options: NavigationStoreOptions) {
    const { registry, address, alerts, preferences } = options;
    this.options = options;
    this.slashed = slashedKeys(registry);
    const declared = registry.screens.filter(({ noColumns }) => noColumns === true).map(({ path }) => path);
    this.singles = new Set([...SINGLE_VIEWS, ...declared]);
    this.widths = new ColumnWidths(registry, preferences);
    this.gates = new Gates((thrown) => alerts.error(thrown));
    this.shown = observable.box<Shown>(this.placeAt(address.current), { deep: false });
  }

  /** Listens to the browser's own moves. Returns the end of it. */
  start(): () => void {
    const { address, environment } = this.options;
    const media = environment.media(MEDIUM_AND_WIDER, (matches) => runInAction(() => this.medium.set(matches)));
    runInAction(() => {
      this.medium.set(media.matches);
      this.phase.set('APPLY_FOCUS');
    });
    if (this.address !== address.current) address.replace(this.address);
    this.warnOfUnknown(this.cells);
    const stops = [
      address.listen(() => this.follow(address.current)),
      address.guard((to) => this.mayFollow(to)),
      () => media.stop(),
    ];
    return () => stops.forEach((stop) => stop());
  }

  get stage(): Stage {
    return this.phase.get();
  }

  get cells(): readonly Cell[] {
    return this.shown.get().cells;
  }

  /** The screen of the first column. Observable separately: later columns do not change it. */
  get screen(): string | undefined {
    return this.first.get();
  }

  /** Index of the column with focus. */
  get active(): number {
    return this.shown.get().active;
  }

  /** The address bar's path and query now. Observable. */
  get address(): string {
    return this.shown.get().address;
  }

  /** True where the window is wide enough for several columns. Observable. */
  get fitsColumns(): boolean {
    return this.medium.get();
  }

  /** The reader's preference, where the window is wide enough for it. */
  get multiColumns(): boolean {
    return this.fitsColumns && (this.options.session.user?.multiColumns ?? true);
  }

  focus(index: number): void {
    const shown = this.shown.get();
    if (index === shown.active || !shown.cells[index]) return;
    runInAction(() => {
      this.shown.set({ ...shown, active: index });
      this.phase.set('ACTIVE_CHANGED');
    });
  }

  /** The shell has moved the keyboard focus: APPLY_FOCUS and ACTIVE_CHANGED become READY. useColumnFocus calls it. */
  focusApplied(): void {
    if (this.stage !== 'READY') runInAction(() => this.phase.set('READY'));
  }

  /** Opens a segment in the column after `from`, closing those behind it (their gates may stop that). */
  async open(from: number, segment: string, param?: string): Promise<boolean> {
    const there = this.cells[from + 1];
    if (there?.segment === segment && (param === undefined || param === there.param)) {
      this.focus(from + 1);
      return true;
    }
    return this.move(this.columnsAfter(from, segment, param));
  }

  /** Replaces the whole path. */
  async go(path: string): Promise<boolean> {
    const { address } = this.placeAt(path);
    return address === this.address ? true : this.move(columnsOf(...this.split(address)), this.ownQueryOf(address));
  }

  async close(index: number): Promise<boolean> {
    return this.move(this.cells.slice(0, index));
  }

  /** Replaces a column's own parameter (search state, wizard step) without a new history entry when `replace`. */
  setParam(index: number, param: string | undefined, replace = false): void {
    const columns = this.cells.map((cell, at) => (at === index ? { segment: cell.segment, param } : cell));
    const address = addressOf(columns, this.ownQueryOf(this.address));
    if (address === this.address) return;
    const { active } = this;
    runInAction(() => this.shown.set({ ...this.placeAt(address), active }));
    this.notify(address, replace);
  }

  /** The href that `open` leads to, for real links. */
  href(from: number, segment: string, param?: string): string {
    return addressOf(this.columnsAfter(from, segment, param));
  }

  /** Gates run with VALIDATE then CLOSE or SAVE; false stops. Returns the removal. */
  addGate(index: number, gate: CellGate): () => void {
    return this.gates.add(index, gate);
  }

  /** VALIDATE then the stage, over the column's gates. */
  pass(index: number, stage: 'CLOSE' | 'SAVE'): Promise<boolean> {
    return this.gates.pass([index], stage);
  }

  width(index: number): CellWidth {
    const cell = this.cells[index];
    return cell && this.multiColumns && !this.singles.has(cell.segment) ? this.widths.of(cell) : 'FULL';
  }

  setWidth(index: number, width: CellWidth): void {
    const cell = this.cells[index];
    if (cell) this.widths.set(cell, width);
  }

  shrink(index: number): void {
    const cell = this.cells[index];
    if (cell) this.widths.shrink(cell);
  }

  /** Returns the position of a column's item among the results that it was opened from, as far as these have been read. */
  results(index: number): ResultPosition | undefined {
    const id = this.cells[index]?.itemId;
    if (id === undefined) return undefined;
    // An item opened from home uses home's own column, since home has no segment.
    for (const column of [index - 1, index]) {
      const { ids = [], first = 0, total = 0 } = this.noted.get(column) ?? {};
      const at = ids.indexOf(id);
      if (at >= 0) return { id, previous: ids[at - 1], next: ids[at + 1], at: first + at, total };
    }
    return undefined;
  }

  /** Notes the results of the listing in a column, for the item that is or will be opened from it. */
  noteResults(index: number, ids: readonly ItemId[], total: number): void {
    const noted = { ids, first: 0, total };
    runInAction(() => this.noted.set(index, this.aroundOpenItem(index, noted) ?? noted));
  }

  /** The results around the item that is open from a listing; undefined when none of them is open. */
  private aroundOpenItem(column: number, { ids, first, total }: NotedResults): NotedResults | undefined {
    for (const { itemId } of [this.cells[column + 1], this.cells[column]].flatMap((cell) => cell ?? [])) {
      const at = itemId === undefined ? -1 : ids.indexOf(itemId);
      const from = Math.max(0, at - KEPT_AROUND);
      if (at >= 0) return { ids: ids.slice(from, at + KEPT_AROUND + 1), first: first + from, total };
    }
    return undefined;
  }

  /** Opens a path without asking gates and without a step in the history, for redirects and the end of a session. */
  redirect(path: string): void {
    const place = this.placeAt(path);
    if (place.address === this.address) return;
    this.take(place);
    this.options.address.replace(place.address);
  }

  /** Sign-out resets view state. */
  reset(): void {
    runInAction(() => this.noted.clear());
    this.redirect('/sign-in');
  }

  private split(address: string): [path: string, search: string, slashed: readonly string[]] {
    const [path = '', search = ''] = address.split('?', 2);
    return [path, search, this.slashed];
  }

  private ownQueryOf(address: string): SearchParams {
    return ownQuery(address.split('?')[1] ?? '');
  }

  // However an address came in, it leaves as one of ours.
  private placeAt(path: string): Shown {
    const [plain = ''] = path.split('#', 1);
    const columns = this.alone(columnsOf(...this.split(plain)));
    return {
      address: addressOf(columns, this.ownQueryOf(plain)),
      cells: cellsOf(columns),
      active: columns.length - 1,
    };
  }

  /** A view without columns is shown as a single column, even if the address contains others. */
  private alone(columns: readonly Column[]): readonly Column[] {
    const single = columns.findLast(({ segment }) => this.singles.has(segment));
    return single ? [single] : columns;
  }

  private columnsAfter(from: number, segment: string, param: string | undefined): readonly Column[] {
    return [...(this.singles.has(segment) ? [] : this.keptWith(from)), { segment, param }];
  }

  /** Returns the columns that stay open with a column. A page shows dozens of links, which are drawn again only when this changes. */
  private keptWith(column: number): readonly Column[] {
    const known = this.kept.get(column);
    if (known) return known.get();
    const columns = (): readonly Column[] =>
      this.cells
        .slice(0, column + 1)
        .filter((cell) => !this.singles.has(cell.segment))
        .map(({ segment, param }) => ({ segment, param }));
    const kept = computed(columns, { equals: compareStructural });
    this.kept.set(column, kept);
    return kept.get();
  }

  private async move(columns: readonly Column[], query?: SearchParams): Promise<boolean> {
    const address = addressOf(columns.length > 0 ? columns : [{ segment: HOME }], query);
    const place = this.placeAt(address);
    if (!(await this.gates.pass(this.closing(place.cells), 'CLOSE'))) return false;
    this.take(place);
    this.notify(place.address, false);
    return true;
  }

  private closing(after: readonly Column[]): readonly number[] {
    const shared = sharedColumns(this.cells, after);
    return this.cells.slice(shared).map(({ index }) => index);
  }

  private take(place: Shown): void {
    const before = this.cells;
    runInAction(() => {
      this.shown.set(place);
      this.phase.set('APPLY_FOCUS');
      for (const [column, noted] of [...this.noted]) {
        const kept = this.aroundOpenItem(column, noted);
        if (kept) this.noted.set(column, kept);
        else this.noted.delete(column);
      }
    });
    this.warnOfUnknown(place.cells.slice(sharedColumns(before, place.cells)));
  }

  private notify(address: string, replace: boolean): void {
    if (replace) this.options.address.replace(address);
    else this.options.address.push(address);
  }

  private follow(address: string): void {
    if (address === this.address) return;
    const place = this.placeAt(address);
    const isSameColumns = place.cells.length === this.cells.length && this.closing(place.cells).length === 0;
    // Only what a column shows has changed: the reader stays where they are.
    if (isSameColumns) runInAction(() => this.shown.set({ ...place, active: this.active }));
    else this.take(place);
  }

  private mayFollow(to: string): Promise<boolean> | undefined {
    if (closeTopLayer()) return Promise.resolve(false);
    const closing = this.closing(this.placeAt(to).cells);
    return this.gates.has(closing) ? this.gates.pass(closing, 'CLOSE') : undefined;
  }

  private warnOfUnknown(cells: readonly Cell[]): void {
    const { registry, isKnownView, alerts } = this.options;
    for (const cell of cells) {
      const known = cell.kind === 'item' ? cellType(registry, cell) !== undefined : isKnownView(cell.view ?? HOME);
      if (!known) alerts.warn('errors.cellKeyNotValid', { key: shortKey(cell.segment) });
    }
  }
}

// The client as its stores see each other: one value made by createClient, reached in components by useClient().
// Stores hold the only state (MobX); components observe.

import type { ComponentType } from 'react';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type {
  LovValue,
  Operations,
  OperationName,
  PushName,
  Pushes,
  Query,
  SearchAnswer,
  SessionUser,
  SiteConfiguration,
  Suggestion,
  TaskState,
} from 'src/model/generated/wire.ts';
import type { Problem } from 'src/model/problems.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import type { ClientDomain } from 'src/client/extend.ts';

/** Spec platform 4. */
export type AuthState =
  | 'NONE'
  | 'TOKEN_LOCAL'
  | 'TOKEN_SIGN_IN'
  | 'USER_VALID'
  | 'TOKEN_WARNING'
  | 'CONNECTION_LOST'
  | 'SIGNOUT'
  | 'OTHER_TAB_SIGNOUT'
  | 'IDENT_FAILED'
  | 'CONNECT_EXPIRY'
  | 'TOKEN_EXPIRY';

export type Health = 'GOOD' | 'WAIT' | 'BAD';

/** Sends envelopes by the socket, or by POST when it is not open or the message is too large. */
export interface Connection {
  readonly health: Health;
  /** It has been BAD for so long that people should be told what they can do. Observable. */
  readonly badForLong: boolean;
  /** Seconds until the next attempt, or undefined when none is planned. Observable. */
  readonly retryIn: number | undefined;
  retryNow(): void;
  /** `o` is the operation with its arguments, `read/Book-1`. Rejects with a Problem. A `key` makes a write idempotent. */
  send<N extends OperationName>(
    o: N | `${N}/${string}`,
    body?: Operations[N]['body'],
    options?: { readonly key?: string },
  ): Promise<Operations[N]['answer']>;
  /** Handlers of pushes by their `o`; returns the removal. */
  onPush<N extends PushName>(o: N, handle: (body: Pushes[N]) => void): () => void;
  /** Runs after every successful authentication of the socket. */
  onAuthed(handle: () => void): () => void;
  /** An operation whose answer comes in parts (actions of mode `stream`); resolves after the last one. */
  stream(o: string, body: Json, onPart: (part: Json) => void): Promise<void>;
  /** A plain GET of this site with the token, for JSON that is not an operation (`/lov/…`, `/locale-overrides/…`). */
  fetchJson(path: string): Promise<Json>;
  /** A POST of one of the account routes (`/api/register`, …); rejects with a Problem. */
  post(path: string, body: Json): Promise<Json>;
}

export interface SessionStore {
  readonly state: AuthState;
  readonly user: SessionUser | undefined;
  readonly signedIn: boolean;
  readonly token: string | undefined;
  signIn(email: string, password: string): Promise<void>;
  signOut(): Promise<void>;
  /** The button of the blocking dialog: refreshes on TOKEN_WARNING, else dismisses and clears the user. */
  answerDialog(): Promise<void>;
  /** Switches of the user menu, saved on the server; reverts and rejects when the update fails. */
  setPreference(name: 'dark' | 'hideGuidance' | 'multiColumns', value: boolean): Promise<void>;
  /** Acts as another user (administrators), or stops doing so: a new token, then the page reloads. Spec platform 6. */
  masquerade(target: ItemId | 'stop'): Promise<void>;
  /** The latest 5 targets, newest first. */
  readonly recentTargets: readonly ItemId[];
}

export type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly item: Item }
  | { readonly state: 'gone' }
  | { readonly state: 'failed'; readonly problem: Problem };

export interface ItemStore {
  /** Observable; starts a batched readMany for an item not yet known. */
  get(id: ItemId): Loaded;
  /** Label of an item, observable; from `$labels`, an item, or a batched read. The id itself while unknown, undefined when hidden. */
  label(id: ItemId): string | undefined;
  /** Subscribes the item for as long as somebody holds it; returns the release. */
  watch(id: ItemId): () => void;
  /** Tells of changes that arrived from others for a watched item. */
  onServerUpdate(handle: (id: ItemId, properties: readonly string[]) => void): () => void;
  create(type: string, properties: Readonly<Record<string, Json>>): Promise<Item>;
  remove(id: ItemId): Promise<void>;
  /** Whether the user may do this with the item; false until the server has answered. Observable. */
  may(id: ItemId, action: string): boolean;
  put(items: readonly Item[]): void;
  putLabels(labels: Readonly<Record<ItemId, string>>): void;
  /** Spec platform 4: emptied on NONE, sign-in, sign-out, other-tab sign-out. */
  clear(): void;
  /** What is known already; never starts a read. Observable. */
  peek(id: ItemId): Loaded | undefined;
  /** Reads again, whatever is known; what is shown stays until the answer. */
  refresh(id: ItemId): Promise<Loaded>;
}

export interface Conflict {
  readonly current: Item;
  readonly properties: readonly string[];
}

/** One item being edited, or a new one (`id` undefined). Survives a crash through local drafts. */
export interface Draft {
  readonly key: string;
  readonly type: string;
  readonly id: ItemId | undefined;
  /** What the form shows: the base with the changes. Observable. */
  readonly values: Readonly<Record<string, Json>>;
  readonly changed: readonly string[];
  /** What was typed as JSON and is none yet; kept like a change, and in the way of saving. Observable. */
  readonly raw: string | undefined;
  /** Spec platform 4: undefined, SAVING, ERROR. */
  readonly dirtyState: undefined | 'SAVING' | 'ERROR';
  readonly dirty: boolean;
  /** True when it was found on this device from an earlier visit. */
  readonly recovered: boolean;
  /** A save made while offline waits here and goes out once. */
  readonly waiting: boolean;
  readonly conflict: Conflict | undefined;
  /** Field problems answered by the server, by JSON pointer. */
  readonly problems: Readonly<
    Record<string, readonly { readonly message: string; readonly params?: Readonly<Record<string, Json>> }[]>
  >;
  set(values: Readonly<Record<string, Json>>): void;
  setRaw(text: string | undefined): void;
  /** Keeps mine or takes theirs for each conflicting property, then saves again. */
  resolve(choice: Readonly<Record<string, 'mine' | 'theirs'>>): Promise<void>;
  save(): Promise<Item | undefined>;
  discard(): void;
}

export interface DraftStore {
  /** The draft of an item, made on first use, shared by all cells that show it. */
  of(id: ItemId): Draft;
  /** A new item of the type; `key` keeps it apart from other new ones. */
  fresh(type: string, key: string, initial: Readonly<Record<string, Json>>): Draft;
  readonly dirty: readonly Draft[];
  /** What this user has not saved on this device, in any tab. */
  unsaved(): Promise<readonly Pick<Draft, 'key' | 'type' | 'id'>[]>;
  /** Gives up everything that this user has not saved on this device, in the other tabs too. */
  takeAway(): Promise<void>;
  /** Removes the drafts of everybody who has worked on this device. */
  clearDevice(): Promise<void>;
  /** Gives up a new item's draft by its key, `{type}-0-{key}`, or an item's by its id. */
  drop(key: string): void;
}

export interface ListStore {
  /** Values of a list for an owner (`system` when not owned), observable; undefined while loading. Archived values included (show only where in use). */
  values(list: string, owner: ItemId | 'system'): readonly LovValue[] | undefined;
  /** The label of a stored key; the key itself when unknown. */
  label(list: string, owner: ItemId | 'system', key: string): string;
  /** The label where items of several owners stand together: as the first of these owners has it, else the site, else anybody. */
  labelAmong(list: string, owners: readonly ItemId[], key: string): string;
}

export interface SearchCalls {
  search(query: Query): Promise<SearchAnswer>;
  suggest(text: string, types?: readonly string[]): Promise<readonly Suggestion[]>;
}

export type AlertType = 'INFO' | 'ERROR' | 'SUCCESS' | 'WARNING';
export interface Alert {
  readonly key: string;
  readonly type: AlertType;
  /** Message id with its values. */
  readonly message: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly systemMessage?: string;
  readonly action?: { readonly message: string; readonly run: () => void };
  /** Undefined: sticky. */
  readonly timeout?: number;
}

/** Snackbar and the live region. */
export interface AlertStore {
  readonly alerts: readonly Alert[];
  /** Polite announcement for screen readers. */
  readonly announcement: string;
  info(message: string, values?: Alert['values'], action?: Alert['action']): void;
  success(message: string, values?: Alert['values']): void;
  warn(message: string, values?: Alert['values']): void;
  /** A thrown value: a Problem shows `errors.{key}`, a string `errors.generalFailure`, anything else `error.notCaught`. Sticky. */
  error(thrown: unknown): void;
  dismiss(key: string): void;
  announce(text: string): void;
}

export interface NotificationStore {
  readonly notifications: readonly Item[];
  readonly unread: number;
  mark(ids: readonly ItemId[], asUnread: boolean): Promise<void>;
}

/** What administrators tell everybody; spec platform 2. */
export interface SystemAlertStore {
  /** Reads those that the person may see; a session that begins does so by itself. */
  load(): Promise<void>;
  /** Newest first, without those dismissed on this device. */
  readonly waiting: readonly Item[];
  dismiss(id: ItemId): void;
}

export interface TaskStore {
  /** Running ones, and finished ones that leave a result or an error until dismissed. */
  readonly active: readonly TaskState[];
  kill(key: string): Promise<void>;
  dismiss(key: string): void;
}

/** One column. `key` is its path segment; `param` its query parameter c0, c1, … */
export interface Cell {
  readonly index: number;
  readonly segment: string;
  readonly kind: 'view' | 'item';
  /** View key, such as `home`, `sign-in`, `library.books`. */
  readonly view: string | undefined;
  readonly itemId: ItemId | undefined;
  /** Third part of an item segment: `new` items use `i-{type}-0-{key}`. */
  readonly context: string | undefined;
  readonly param: string | undefined;
}

export type GateStage = 'VALIDATE' | 'CLOSE' | 'SAVE';
export type CellGate = (stage: GateStage) => boolean | Promise<boolean>;

/** Columns and the address. Spec platform 2. */
export interface NavigationStore {
  readonly stage: 'INIT' | 'APPLY_FOCUS' | 'READY' | 'ACTIVE_CHANGED';
  readonly cells: readonly Cell[];
  /** Index of the column with focus. */
  readonly active: number;
  readonly multiColumns: boolean;
  focus(index: number): void;
  /** Opens a segment in the column after `from`, closing those behind it (their gates may stop that). */
  open(from: number, segment: string, param?: string): Promise<boolean>;
  /** Replaces the whole path. */
  go(path: string): Promise<boolean>;
  close(index: number): Promise<boolean>;
  /** Replaces a column's own parameter (search state, wizard step) without a new history entry when `replace`. */
  setParam(index: number, param: string | undefined, replace?: boolean): void;
  /** The href that `open` leads to, for real links. */
  href(from: number, segment: string, param?: string): string;
  /** Gates run with VALIDATE then CLOSE or SAVE; false stops. Returns the removal. */
  addGate(index: number, gate: CellGate): () => void;
  /** VALIDATE then the stage, over the column's gates. */
  pass(index: number, stage: 'CLOSE' | 'SAVE'): Promise<boolean>;
  width(index: number): 'THIRD' | 'HALF' | 'TWO_THIRDS' | 'FULL';
  setWidth(index: number, width: 'THIRD' | 'HALF' | 'TWO_THIRDS' | 'FULL'): void;
  /** A query parameter that belongs to no column, such as `next` of /sign-in. Observable. */
  query(name: string): string | undefined;
  /** The address bar's path and query now. Observable. */
  readonly address: string;
  /** The shell has moved the keyboard focus: APPLY_FOCUS and ACTIVE_CHANGED become READY. useColumnFocus calls it. */
  focusApplied(): void;
  /** Ordered ids, as far as they are read, of the search that an item stands in, and how many it found; for previous/next. */
  results(index: number): { readonly ids: readonly ItemId[]; readonly total: number; readonly at: number } | undefined;
  /** Of the listing in a column. */
  noteResults(index: number, ids: readonly ItemId[], total: number): void;
}

/** A dialog that waits for an answer; the shell shows the oldest one. Title, message and apply are message ids. */
export interface DialogRequest {
  readonly key: string;
  readonly kind: 'confirm' | 'info' | 'systemMessage' | 'fullScreen';
  readonly title: string;
  readonly message?: string;
  readonly values?: Alert['values'];
  readonly apply?: string;
  readonly danger?: boolean;
  /** The server's own text, of a systemMessage dialog. */
  readonly text?: string;
  /** Shown instead of the message; of a fullScreen dialog all there is. */
  readonly component?: ComponentType<{ readonly close: (applied: boolean) => void }>;
  /** Closes the dialog and resolves its promise. */
  readonly answer: (applied: boolean) => void;
}

export type DialogOptions = Pick<DialogRequest, 'title' | 'message' | 'values' | 'component'>;

export interface DialogStore {
  /** The dialog on screen; answering it brings up the next one. Observable. */
  readonly current: DialogRequest | undefined;
  confirm(options: DialogOptions & Pick<DialogRequest, 'apply' | 'danger'>): Promise<boolean>;
  info(options: DialogOptions): Promise<void>;
  /** Details of a failure: title components.KSysMsg.title, intro components.KSysMsg.intro. */
  systemMessage(text: string): Promise<void>;
  fullScreen(options: Pick<DialogRequest, 'title' | 'component'>): Promise<boolean>;
}

/** Words of the interface: the shipped bundle with the site's overrides over it. */
export interface IntlStore {
  readonly locale: string;
  /** One frozen object per language and version of the overrides, so that IntlProvider renders again only when they change. */
  readonly messages: Readonly<Record<string, string>>;
  /** For IntlProvider: each missing or faulty message is told once. */
  readonly onError: (error: {
    readonly code: string;
    readonly message: string;
    readonly descriptor?: { readonly id?: string } | undefined;
  }) => void;
}

export interface Client {
  readonly registry: Registry;
  readonly site: SiteConfiguration;
  readonly domain: ClientDomain;
  readonly connection: Connection;
  readonly session: SessionStore;
  readonly items: ItemStore;
  readonly drafts: DraftStore;
  readonly lists: ListStore;
  readonly search: SearchCalls;
  readonly alerts: AlertStore;
  readonly dialogs: DialogStore;
  readonly notifications: NotificationStore;
  readonly systemAlerts: SystemAlertStore;
  readonly tasks: TaskStore;
  readonly navigation: NavigationStore;
  readonly intl: IntlStore;
  /** Removes all that this site keeps on the device and signs out; ends with a fresh page. */
  readonly forgetDevice: () => Promise<void>;
  /** Ends timers, watches and the socket; tests and stories call it. */
  dispose(): void;
}

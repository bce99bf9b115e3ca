// The registry: everything declared, as one value handed to the engine by the two `main` files.
// The client gets it without `server` parts. Engine code never imports a registry; it is a parameter everywhere.

import type { Json } from 'src/model/item/Item.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ReadAccess } from 'src/model/schema/ReadAccess.ts';
import type { ClientStateMachine, StateMachine } from 'src/model/schema/StateMachine.ts';
import type { DisplayMode } from 'src/model/generated/displays.ts';
import type { TypeView } from 'src/model/schema/TypeView.ts';
import type { ActionEvent, DeliveryMode, InvitationPaths, TypeServer } from 'src/model/schema/TypeServer.ts';
import type { ClientStepKind, StepKind, Workflows } from 'src/model/schema/Workflows.ts';

export interface ItemType {
  readonly name: string;
  /** Permanent number of the type; the partition key in the database. */
  readonly number: number;
  readonly area: string;
  /** The property that holds each item's own visibility; absent where it is decided for all items together, or by another item. */
  readonly levelPath?: string;
  /** A search of everything leaves its items out. */
  readonly excludeGeneralSearch?: true;
  /** Who may see its items, for the page to show. */
  readonly read: ReadAccess;
  /** Properties that administrators alone may write, for forms to leave out. */
  readonly adminOnly?: readonly string[];
  readonly properties: Readonly<Record<string, Property>>;
  readonly view: TypeView;
  /** Of a type whose items move between declared states. */
  readonly states?: ClientStateMachine;
  /** Of a type to whose items people are invited. */
  readonly invitation?: InvitationPaths;
}

export interface ServerItemType extends ItemType {
  readonly server: TypeServer;
  readonly states?: StateMachine;
}

/** A bucket of a RANGE facet. Bounds are numbers, or for dates offsets from the start of today such as `-P7D`, or years `1700`; `to` exclusive. */
export interface Bucket {
  readonly key: string;
  readonly from?: string | number;
  readonly to?: string | number;
}

export interface BucketSet {
  readonly key: string;
  /** `offset`: ISO 8601 durations from the start of today; `year`: calendar years; `number`: plain numbers. */
  readonly unit: 'offset' | 'year' | 'number';
  readonly buckets: readonly Bucket[];
}

/** `owned`: each owner item has its own values; else the values belong to the system. */
export interface ValueListType {
  readonly name: string;
  readonly area: string;
  readonly owned: boolean;
  readonly values: readonly { readonly key: string; readonly t: Readonly<Record<string, string>> }[];
}

/** A search that a screen shows. */
export interface ScreenSearch {
  /** Empty: any type. */
  readonly types: readonly string[];
  readonly must?: Readonly<Record<string, Json>>;
  readonly mustNot?: Readonly<Record<string, Json>>;
  readonly sort?: readonly { readonly key: string; readonly order: 'asc' | 'desc' }[];
  readonly display?: DisplayMode;
  /** Facet values chosen when the screen opens. */
  readonly selected?: Readonly<Record<string, Json>>;
  readonly create?: readonly string[];
  readonly initial?: Readonly<Record<string, Json>>;
}

/** What the engine shows in place of a search. */
export type ScreenView = 'dashboard' | 'map' | 'menuItems' | 'people' | 'siteState' | 'systemTexts' | 'valueLists';

/** A screen is mostly a saved search with a title; `path` is its view key (`shelves.all`), nested in the menu by its dots. */
export interface Screen {
  readonly path: string;
  readonly area: string;
  readonly icon?: string;
  /** A parent in the menu, without a page of its own. */
  readonly parent?: boolean;
  readonly admin?: boolean;
  readonly capability?: string;
  /** A further capability that opens the screen, on installations that are not dedicated. */
  readonly nonDedicatedCapability?: string;
  /** Only for people who hold one of them. */
  readonly anyCapability?: readonly string[];
  /** Only for people who read an owner's items; `$user.readOrgs` in its search stands for those owners. */
  readonly readOrg?: boolean;
  /** Only for administrators of an owner, or of the site. */
  readonly adminOrg?: boolean;
  /** Only for people who may create items of this type, in some owner. */
  readonly creates?: string;
  /** Only when the site's key capabilities include it. */
  readonly keyCapability?: string;
  /** As `keyCapability`, on dedicated installations alone. */
  readonly dedicatedKeyCapability?: string;
  readonly dedicatedOnly?: boolean;
  readonly noColumns?: boolean;
  readonly routeOnly?: boolean;
  /** In the menu of those who may enter the screen that it stands below; others reach it by links. */
  readonly below?: boolean;
  /** What it finds differs for each person, although no filter names one by `$user.id`. */
  readonly personal?: boolean;
  readonly search?: ScreenSearch;
  /** The menu says how many its search finds. */
  readonly count?: boolean;
  /** The menu offers the screen only while its search finds something. */
  readonly unlessEmpty?: boolean;
  /** A view of the engine, in place of a search. */
  readonly view?: ScreenView;
  /** Its search is also a panel of home. */
  readonly home?: boolean;
}

/** A panel of a dashboard: numbers of what a listing finds, each of which leads to that listing with the value chosen. */
export interface Panel {
  readonly key: string;
  /** Path of the screen with the listing. */
  readonly screen: string;
  /** Facet values chosen in the listing. */
  readonly chosen?: Readonly<Record<string, Json>>;
  readonly draw: 'bars' | 'stacks' | 'months' | 'figures' | 'rows';
  readonly facet?: string;
  /** The facet that divides each bar. */
  readonly by?: string;
  readonly months?: number;
  readonly size?: 'THIRD' | 'TWO_THIRDS';
  readonly capability: string;
  readonly only?: 'admins' | 'others';
}

export interface Area {
  /** The capability can be given only in owners that have one of these values at each path. */
  readonly ownersWith?: Readonly<Record<string, readonly string[]>>;
  readonly key: string;
  readonly icon: string;
  readonly capability?: string;
  readonly types: readonly string[];
}

/** The part of an endpoint's declaration that a client needs. */
export interface EndpointType {
  readonly name: string;
  readonly area: string;
  /** The right on the item `_t`,`_i` that is checked before the handler runs. */
  readonly right?: string;
  /** A `stream` answers in parts; a `task` is started by `act/{name}/async` and runs after the reply. */
  readonly mode?: 'stream' | 'task';
}

/** The rate limit that a request counts against. */
export type CostName = 'none' | 'search' | 'other' | 'write';

export interface ServerEndpointType extends EndpointType {
  /** `o` with its arguments, such as `read/{id}`. Undefined for `act/{name}`. */
  readonly address?: string;
  readonly who: 'everyone' | 'signedIn';
  /** `_t` and `_i` of the body name an item, the caller's own user, or nothing. */
  readonly on: 'none' | 'self' | 'item';
  /** A `write` runs in one transaction, a `read` in none. */
  readonly effect: 'read' | 'write';
  readonly cost: CostName;
  /** Later requests of the same socket wait for this one. */
  readonly ordered: boolean;
  /** JSON Schemas. */
  readonly input: Json;
  readonly answer: Json;
  readonly event?: ActionEvent;
  /** A task of many items, named or found when it begins. */
  readonly many?: true;
}

/** What an item of the type begins to fulfil. */
interface PurposeTrigger {
  readonly type: string;
  readonly when: Predicate;
}

/** What a conversation is for. Compiled from `purposes.json`; the engine knows none by name. */
export interface Purpose {
  /** Types about whose items it is offered; absent: about any. */
  readonly contexts?: readonly string[];
  /** The first message needs an attachment. */
  readonly attachments?: boolean;
  /** The first message by language: a template over the item that it is about, and its `{$label}`. */
  readonly first: Readonly<Record<string, string>>;
  readonly opens?: PurposeTrigger;
  readonly closes?: PurposeTrigger;
  /** Paths to the people who take part in one that opens by itself. */
  readonly participants?: readonly string[];
  /** Of one that a step opens: the relation of its item to what it is about, where that is another item. */
  readonly about?: string;
  /** Paths to owners, of which those that whoever writes belongs to, or the step's item, become parties of one that opens by itself. */
  readonly parties?: readonly string[];
  /** The capability that whoever writes has in those that become parties. */
  readonly partiesWith?: string;
}

/** The types of conversations and of what is said in them, with the purposes by key. */
export interface Conversations {
  readonly thread: string;
  readonly message: string;
  readonly purposes: Readonly<Record<string, Purpose>>;
}

interface RegistryShape<T extends ItemType, A extends EndpointType, S extends ClientStepKind> {
  /** Changes when any declaration changes; part of the version handshake. */
  readonly hash: string;
  /** The type whose items own others (memberships, value lists), if the site has one. */
  readonly ownerType: string | undefined;
  readonly capabilities: readonly string[];
  readonly types: Readonly<Record<string, T>>;
  readonly areas: readonly Area[];
  readonly screens: readonly Screen[];
  readonly lists: Readonly<Record<string, ValueListType>>;
  readonly buckets: Readonly<Record<string, BucketSet>>;
  readonly actions: Readonly<Record<string, A>>;
  readonly conversations: Conversations | undefined;
  /** By kind. */
  readonly steps: Readonly<Record<string, S>>;
  readonly workflows: Workflows | undefined;
  /** Every kind of event that somebody may be notified of, with its declared mode. */
  readonly notices: Readonly<Record<string, DeliveryMode>>;
}

export type Registry = RegistryShape<ItemType, EndpointType, ClientStepKind>;

export interface ServerRegistry extends RegistryShape<ServerItemType, ServerEndpointType, StepKind> {
  /** Panels by the path of their screen. A page learns of those that are for who looks, by the operation `dashboard`. */
  readonly dashboards: Readonly<Record<string, readonly Panel[]>>;
}

// The registry: all declarations as one value, passed to the engine by the two `main` files. The client gets it without `server` parts.
// Engine code never imports a registry.

import type { Json } from 'src/model/item/Item.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ReadAccess } from 'src/model/schema/ReadAccess.ts';
import type { ImportKind } from 'src/model/schema/ImportKind.ts';
import type { ReportType } from 'src/model/schema/ReportType.ts';
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
  /** Property with the visibility of each item; absent when it is fixed or inherited from another item. */
  readonly levelPath?: string;
  /** Excludes its items from a search of everything. */
  readonly excludeGeneralSearch?: true;
  /** Readers of its items, for display. */
  readonly read: ReadAccess;
  /** Properties that only administrators may write, which forms leave out. */
  readonly adminOnly?: readonly string[];
  readonly properties: Readonly<Record<string, Property>>;
  readonly view: TypeView;
  /** State machine of the type, if it has one. */
  readonly states?: ClientStateMachine;
  /** Invitation paths of a type to whose items people are invited. */
  readonly invitation?: InvitationPaths;
  /** Names of the export formats whose fields its properties fill. */
  readonly exports?: readonly string[];
}

export interface ServerItemType extends ItemType {
  readonly server: TypeServer;
  readonly states?: StateMachine;
}

/**
 * A bucket of a RANGE facet. Bounds are numbers, or for dates offsets from the start of today such as `-P7D`, or years `1700`. `to` is
 * exclusive.
 */
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

/** `owned`: each owner item has its own values; otherwise the values belong to the system. */
export interface ValueListType {
  readonly name: string;
  readonly area: string;
  readonly owned: boolean;
  readonly values: readonly { readonly key: string; readonly t: Readonly<Record<string, string>> }[];
}

/** Search of a screen. */
export interface ScreenSearch {
  /** Empty for any type. */
  readonly types: readonly string[];
  readonly must?: Readonly<Record<string, Json>>;
  readonly mustNot?: Readonly<Record<string, Json>>;
  /** `nearest`: the list begins with the nearest day ahead, until the reader chooses an order. */
  readonly sort?: readonly { readonly key: string; readonly order: 'asc' | 'desc'; readonly nearest?: true }[];
  readonly display?: DisplayMode;
  /** Facet values chosen when the screen opens. */
  readonly selected?: Readonly<Record<string, Json>>;
  readonly create?: readonly string[];
  readonly initial?: Readonly<Record<string, Json>>;
  /** Facets of the items to which a relation of the listed items leads. */
  readonly related?: { readonly path: string; readonly type: string; readonly facets: readonly string[] };
}

/** View that a screen shows instead of a search. `ownPage` is a page of an area without the columns and the menu (`ClientArea.ownPages`). */
export type ScreenView =
  | 'dashboard'
  | 'map'
  | 'menuItems'
  | 'ownPage'
  | 'ownerRights'
  | 'people'
  | 'privateReads'
  | 'siteState'
  | 'systemTexts'
  | 'valueLists';

/** A screen: usually a saved search with a title. `path` is its view key (`shelves.all`), whose dots give its position in the menu. */
export interface Screen {
  readonly path: string;
  readonly area: string;
  readonly icon?: string;
  /** True for a parent in the menu without a page of its own. */
  readonly parent?: boolean;
  readonly admin?: boolean;
  readonly capability?: string;
  /** Alternative capability on installations that are not dedicated. */
  readonly nonDedicatedCapability?: string;
  /** Capabilities of which a person needs one. */
  readonly anyCapability?: readonly string[];
  /** Restricted to people who read an owner's items; `$user.readOrgs` in its search means these owners. */
  readonly readOrg?: boolean;
  /** Restricted to administrators of an owner or of the site. */
  readonly adminOrg?: boolean;
  /** Restricted to people who may create items of this type in some owner. */
  readonly creates?: string;
  /** Shown only when the site's key capabilities include it. */
  readonly keyCapability?: string;
  /** On a dedicated installation, shown only when its key capabilities include one of these. */
  readonly dedicatedKeys?: readonly string[];
  readonly dedicatedOnly?: boolean;
  readonly noColumns?: boolean;
  readonly routeOnly?: boolean;
  /** Parent in the menu, in place of the one that the path names. */
  readonly under?: string;
  /** Shown in the menu of people who may open its parent screen; others reach it by links. */
  readonly below?: boolean;
  /** True for one of the few pages that the menu shows when its area is open. */
  readonly main?: true | 1 | 2;
  /** Screen that shows all items of this one, so that the menu shows this screen only to people who may not open that one. */
  readonly insteadOf?: string;
  /** True when results differ for each person although no filter contains `$user.id`. */
  readonly personal?: boolean;
  readonly search?: ScreenSearch;
  /** True when the menu shows the number of results. */
  readonly count?: boolean;
  /** Hides the screen in the menu while its search finds nothing. */
  readonly unlessEmpty?: boolean;
  /** View of the engine instead of a search. */
  readonly view?: ScreenView;
  /** Types that the panels of a dashboard count. */
  readonly counts?: readonly string[];
  /** True when its search is also a panel of home. */
  readonly home?: boolean;
  /** True when its results that have days are also among the days of home. */
  readonly day?: true;
}

/** A panel of a dashboard: counts of a listing, each of which links to the listing with the value chosen. */
export interface Panel {
  readonly key: string;
  /** Path of the screen with the listing. */
  readonly screen: string;
  /** Facet values chosen in the listing. */
  readonly chosen?: Readonly<Record<string, Json>>;
  readonly draw: 'bars' | 'stacks' | 'months' | 'figures' | 'rows';
  readonly facet?: string;
  /** Facet that divides each bar. */
  readonly by?: string;
  readonly months?: number;
  readonly size?: 'THIRD' | 'TWO_THIRDS';
  readonly capability: string;
  readonly only?: 'admins' | 'others';
}

export interface Area {
  /** Owners in which the capability can be granted: those with one of these values at each path. */
  readonly ownersWith?: Readonly<Record<string, readonly string[]>>;
  readonly key: string;
  readonly icon: string;
  readonly capability?: string;
  readonly types: readonly string[];
}

/** The part of an endpoint's declaration that a client needs. */
interface EndpointType {
  readonly name: string;
  /** The right on the item `_t`,`_i` that is checked before the handler runs. */
  readonly right?: string;
  /** A `stream` answers in parts; a `task` is started by `act/{name}/async` and runs after the reply. */
  readonly mode?: 'stream' | 'task';
}

/** The rate limit that a request counts against. */
type CostName = 'none' | 'search' | 'other' | 'write';

export interface ServerEndpointType extends EndpointType {
  readonly area: string;
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

/** Change that starts a conversation of the purpose. */
interface PurposeTrigger {
  readonly type: string;
  readonly when: Predicate;
}

/** Purpose of conversations. Compiled from `purposes.json`; the engine knows none by name. */
export interface Purpose {
  /** Types whose items offer it; absent for any. */
  readonly contexts?: readonly string[];
  /** True when the first message requires an attachment. */
  readonly attachments?: boolean;
  /** First message by language: a template over the item, and its `{$label}`. */
  readonly first: Readonly<Record<string, string>>;
  readonly opens?: PurposeTrigger;
  readonly closes?: PurposeTrigger;
  /** Paths to the participants of a conversation that opens automatically. */
  readonly participants?: readonly string[];
  /** Relation from a step's item to the subject of the conversation, when that is another item. */
  readonly about?: string;
  /** Paths to owners. Those that the author, or the step's item, belongs to become parties of a conversation that opens automatically. */
  readonly parties?: readonly string[];
  /** Capability that the author needs in the parties. */
  readonly partiesWith?: string;
}

/** Types of conversations and messages, and the purposes by key. */
export interface Conversations {
  readonly thread: string;
  readonly message: string;
  readonly purposes: Readonly<Record<string, Purpose>>;
}

interface RegistryShape<T extends ItemType, A extends EndpointType, S extends ClientStepKind> {
  /** Changes with any declaration; part of the version handshake. */
  readonly hash: string;
  /** Type whose items own others (memberships, value lists), if the site has one. */
  readonly ownerType: string | undefined;
  readonly capabilities: readonly string[];
  readonly types: Readonly<Record<string, T>>;
  readonly areas: readonly Area[];
  readonly screens: readonly Screen[];
  readonly lists: Readonly<Record<string, ValueListType>>;
  readonly buckets: Readonly<Record<string, BucketSet>>;
  readonly actions: Readonly<Record<string, A>>;
  readonly conversations: Conversations | undefined;
  /** Step kinds by name. */
  readonly steps: Readonly<Record<string, S>>;
  readonly workflows: Workflows | undefined;
  /** All kinds of events that can notify people, with their declared mode. */
  readonly notices: Readonly<Record<string, DeliveryMode>>;
}

export type Registry = RegistryShape<ItemType, EndpointType, ClientStepKind>;

export interface ServerRegistry extends RegistryShape<ServerItemType, ServerEndpointType, StepKind> {
  /** Panels by the path of their screen. The operation `dashboard` returns those that a person may see. */
  readonly dashboards: Readonly<Record<string, readonly Panel[]>>;
  readonly reports: Readonly<Record<string, ReportType>>;
  /** Kinds of imports by key. */
  readonly imports: Readonly<Record<string, ImportKind>>;
  /** Capabilities that this installation does not use. Set by siteRegistry. */
  readonly unused?: readonly string[];
}

// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';

/** What a transition would do, before it is asked for. */
export interface MovePreview {
  /** What is in its way, as the transition would refuse it. */
  readonly errors: readonly InvalidEntry[];
  /** Messages for the question. A day among the parameters is YYYY-MM-DD, and a list holds names. */
  readonly lines: readonly {
    readonly message: string;
    readonly params?: Readonly<Record<string, never>>;
    readonly warning?: true;
  }[];
}

export interface Envelope {
  readonly o: string;
  readonly b?: Json;
  readonly s?: string;
  readonly v?: string;
  readonly key?: string;
  readonly erred?: boolean;
}

export interface ErredBody {
  readonly userMessage: string;
  readonly params?: Readonly<Record<string, Json>>;
  readonly systemMessage?: string;
}

export interface InvalidEntry {
  /** JSON pointer to the value. */
  readonly path: string;
  /** Message id of the form rule, such as `errors.required`. */
  readonly message: string;
  readonly params?: Readonly<Record<string, Json>>;
}

export interface RangeValue {
  readonly from?: string | number;
  readonly to?: string | number;
}

/** A GeoJSON Polygon or MultiPolygon, longitude before latitude: the value of the filter area. */
export interface AreaValue {
  readonly type: 'Polygon' | 'MultiPolygon';
  readonly coordinates: readonly Json[];
}

export type FilterValue = null | string | number | boolean | RangeValue | AreaValue;

export type Filters = Readonly<Record<string, readonly FilterValue[]>>;

/** What a sub-query may hold: order, facets and pages belong to the whole. */
export interface SubQuery {
  readonly must?: Filters;
  readonly should?: Filters;
  readonly mustNot?: Filters;
  readonly minShould?: number;
  readonly subs?: Readonly<Record<string, SubQuery>>;
  readonly subsShould?: Readonly<Record<string, SubQuery>>;
  readonly ids?: readonly string[];
}

export interface Query {
  readonly must?: Filters;
  readonly should?: Filters;
  readonly mustNot?: Filters;
  readonly minShould?: number;
  readonly subs?: Readonly<Record<string, SubQuery>>;
  readonly subsShould?: Readonly<Record<string, SubQuery>>;
  readonly sort?: readonly { readonly key: string; readonly order: 'asc' | 'desc' }[];
  readonly facets?: readonly (string | { readonly key: string; readonly max?: number; readonly text?: string })[];
  readonly labels?: boolean;
  /** Answer also when each item starts and ends, by the paths that its type declares for its timeline. */
  readonly times?: boolean;
  /** Answer also how well each item matches the typed text, and its place in the whole order. */
  readonly ranks?: boolean;
  /** As times, by the paths that its type declares for its calendar. */
  readonly days?: boolean;
  /** Answer one branch of the tree that the one type asked for declares: what stands below this item, or without an item what stands below nothing that the asker may see. An item is in the tree when it matches or something below it does. */
  readonly tree?: {
    readonly under?: string;
    /** In place of a branch: all that stands above this item. */
    readonly above?: string;
  };
  readonly max?: number;
  readonly after?: string;
  readonly ids?: readonly string[];
}

export interface FacetValue {
  readonly value: string | number | boolean | null;
  readonly count: number;
  readonly label?: string;
}

/** A panel of a dashboard, as the caller may see it: what it counts in the listing of its screen, and the numbers. */
export interface PanelAnswer {
  readonly key: string;
  /** The message id of its title. */
  readonly message: string;
  /** The shipped words of that message. */
  readonly title: string;
  readonly draw: 'bars' | 'stacks' | 'months' | 'figures' | 'rows';
  readonly size: 'THIRD' | 'TWO_THIRDS';
  /** The path of the listing. */
  readonly screen: string;
  /** What is chosen in that listing. */
  readonly chosen: Filters;
  /** The key of the values. Of a line over months they are months, such as `2026-01`. */
  readonly facet?: string;
  /** The key of the values that divide each bar. */
  readonly by?: string;
  /** Items, each counted once. */
  readonly total: number;
  /** Buckets and months in their order, also those of nothing; else what is declared in declared order, or the most frequent first. */
  readonly values: readonly FacetValue[];
  /** How many further values there are. */
  readonly more?: number;
  /** The values that divide the bars, with how many items have each. */
  readonly series?: readonly FacetValue[];
  /** Places in `values` and in `series`, and how many items have both. */
  readonly cells?: readonly (readonly number[])[];
  /** The first items, of a panel that lists them. */
  readonly ids?: readonly ItemId[];
  readonly labels?: Readonly<Record<ItemId, string>>;
}

export interface FacetMore {
  readonly more: number;
}

export interface SearchAnswer {
  readonly ids: readonly ItemId[];
  readonly total: number;
  readonly after?: string;
  readonly facets?: Readonly<Record<string, readonly (FacetValue | FacetMore)[]>>;
  readonly labels?: Readonly<Record<ItemId, string>>;
  /** Start and end of each id in their order, as milliseconds since 1970; null where there is none. */
  readonly times?: readonly (readonly (number | null)[])[];
  /** For each id in their order. The score grows with the match; it is null where no text was asked for or the item was not scored. The index starts at 0. */
  readonly ranks?: readonly { readonly score: number | null; readonly index: number }[];
  /** The found items of types that declare sideLoadItem, as read answers them, when labels were asked for. */
  readonly items?: Readonly<Record<ItemId, Item>>;
  /** For each id of a branch in their order: how many stand below it in the tree, and whether it matches by itself. */
  readonly tree?: readonly { readonly below: number; readonly found: boolean }[];
}

/** An item as it stands on a map. */
export interface MapFeature {
  readonly $id: ItemId;
  readonly label: string;
  readonly type: string;
  /** GeoJSON in longitude and latitude. */
  readonly geometry: Readonly<Record<string, Json>>;
  /** west, south, east, north in degrees. */
  readonly bbox: readonly number[];
  /** The properties that the view of the type declares for its map. */
  readonly props?: Readonly<Record<string, Json>>;
  /** The items whose geometry this is, where the item stands on the map by theirs. */
  readonly by?: readonly ItemId[];
  /** The item that this geometry stands for. */
  readonly standsFor?: ItemId;
}

/** One part of the answer to act/streamFeatures. */
export interface MapFeatures {
  readonly features: readonly MapFeature[];
  /** GeoJSON LineString through collected points in their order; begins where the line of the part before ended. */
  readonly collectedLine?: Readonly<Record<string, Json>>;
  /** With the first part: how many features follow at most. */
  readonly total?: number;
  /** With the first part: there are more than are streamed, which tiles show. */
  readonly more?: boolean;
}

/** What the asker may see in an area and in bands of distance around it. */
export interface Overlap {
  /** As asked, each without what is in those before it. */
  readonly bands: readonly {
    /** Metres. */
    readonly within: number;
    /** Metres that the band may reach further: its outline is too intricate to go around exactly. It never reaches less far. */
    readonly wider?: number;
    /** GeoJSON of what was searched, with the bands before it. */
    readonly area: Readonly<Record<string, Json>>;
  }[];
  /** By type and its declared kind, the most frequent first. */
  readonly rows: readonly {
    readonly type: string;
    /** Absent: of none. */
    readonly kind?: string;
    /** In each band. */
    readonly counts: readonly number[];
  }[];
  /** The first of each type and band, the nearest bands first. */
  readonly places: readonly {
    readonly $id: string;
    readonly label: string;
    /** Its place among the rows. */
    readonly row: number;
    readonly band: number;
  }[];
  /** Left out: the item itself and those that its area comes from. */
  readonly beside: readonly string[];
}

/** What a layer of a map is drawn from. */
export interface MapLayer {
  /** The first segment of its tiles: /tiles/{layer}/{z}/{x}/{y}.mvt?q={key}. */
  readonly layer: string;
  /** For `q`; for whoever asked, alone. */
  readonly key: string;
  readonly total: number;
  /** west, south, east, north in degrees; absent without any feature. */
  readonly bbox?: readonly number[];
  /** Too many for act/streamFeatures. */
  readonly tiles: boolean;
  /** Units of a tile's side. */
  readonly extent: number;
}

/** Why a row is refused: a message with its parameters. */
export interface GeometryFault {
  readonly message: string;
  readonly params?: Readonly<Record<string, Json>>;
}

/** What a geographic file holds, in longitude and latitude. Nothing of it is written anywhere. */
export interface GeoFilePreview {
  /** Of the upload. */
  readonly name: string;
  readonly format: 'SHAPEFILE' | 'GEOPACKAGE' | 'GEOJSON' | 'KML' | 'KMZ' | 'GPX';
  /** Name of the reference system that it was converted from. */
  readonly crs?: string;
  readonly encoding?: string;
  /** Messages about what is left out. */
  readonly notes: readonly string[];
  readonly layers: readonly {
    readonly name: string;
    readonly rows: number;
    readonly refused: number;
    /** How many there are of each kind of geometry. */
    readonly kinds: Readonly<Record<string, number>>;
    /** West, south, east, north in degrees. */
    readonly bounds?: readonly number[];
    readonly columns: readonly {
      readonly name: string;
      /** Rows with a value. */
      readonly filled: number;
      /** The first different ones, as texts. */
      readonly values: readonly string[];
    }[];
  }[];
  /** The first ones that can be shown. */
  readonly features: readonly {
    /** Row of the file, from 1. */
    readonly n: number;
    readonly layer: number;
    readonly geometry: Readonly<Record<string, Json>>;
    readonly values: Readonly<Record<string, string>>;
  }[];
  /** The first rows that cannot be taken, with the reason. */
  readonly refused: readonly {
    readonly n: number;
    readonly layer: number;
    readonly values: Readonly<Record<string, string>>;
    readonly fault: GeometryFault;
  }[];
}

export interface Suggestion {
  readonly $id: ItemId;
  readonly label: string;
  readonly type: string;
}

export interface TaskState {
  readonly key: string;
  readonly asyncKey: string | null;
  readonly started: string;
  readonly percentageComplete: number | null;
  readonly resultURI: string | null;
  readonly errorKey: string | null;
  readonly keyAction: string;
  readonly keyItem: ItemId | null;
  /** Of a task that somebody started. */
  readonly state?: 'WAITING' | 'RUNNING' | 'DONE' | 'STOPPED' | 'FAILED';
  readonly done?: number;
  readonly total?: number;
  /** Seconds that it will take still, once that can be told. */
  readonly remaining?: number;
  /** What became of the items that the task works on. */
  readonly counts?: { readonly changed: number; readonly unchanged: number; readonly refused: number };
  /** act/undoMany takes it back. */
  readonly undoable?: boolean;
}

export interface SessionUser {
  readonly _t: string;
  readonly _i: number;
  readonly $id: ItemId;
  readonly name: string;
  readonly email: string;
  readonly admin: boolean;
  /** The user is an administrator of this site, and the site requires a second factor of its administrators. Until this session has shown one, `admin` is false. */
  readonly factorRequired: boolean;
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly menuPackage: string | null;
  /** The person's own choice; null for the language of the site. */
  readonly language: string | null;
  readonly dark: boolean;
  readonly hideGuidance: boolean;
  readonly multiColumns: boolean;
  readonly activeTasks: readonly TaskState[];
  readonly masquerading: boolean;
  readonly $version: string;
  readonly avatar: string | null;
  /** The first of adminOrgs. */
  readonly adminOrg: ItemId | null;
  /** Owners that the user administers. */
  readonly adminOrgs: readonly ItemId[];
  /** The first of readOrgs. */
  readonly readOrg: ItemId | null;
  /** Owners of whose items the user reads more than everybody does. */
  readonly readOrgs: readonly ItemId[];
  /** IANA time zone in which the user's "today" is counted: that of readOrg's calendar, or that of the site. */
  readonly timeZone: string;
  /** Types of which the user could create an item, given the right owner and values. `create` itself decides. */
  readonly creatable: readonly string[];
  /** Key of the drafts on a device, base64url of 256 bits; belongs to the user and never leaves the memory of the page. */
  readonly draftKey: string;
  /** Choices of the interface that the person keeps by act/setPreferences; `dark`, `hideGuidance` and `multiColumns` are among them. */
  readonly preferences: Readonly<Record<string, Json>>;
  /** Moves with each change of the person's preferences or stars. */
  readonly keptVersion: number;
}

/** Push `item/update`: what changed, as the receiver may see it. A removed property is `null`. `$id` of a watched type (`{type}-0`) alone: the receiver may see more or fewer of its items than before, and asks again for those that it holds. */
export interface ItemUpdatePush {
  readonly $id: ItemId;
  readonly _u?: number;
  readonly changed?: Readonly<Record<string, Json>>;
  readonly created?: boolean;
  readonly gone?: boolean;
}

export interface HistoryEvent {
  readonly _u: number;
  readonly at: string;
  /** Who did it, if the reader may see that one. */
  readonly by: ItemId | null;
  readonly asUser: ItemId | null;
  readonly kind: string;
  /** Old and new value of each property that the caller may see; null stands for "none". */
  readonly changes: Readonly<Record<string, readonly [Json, Json]>>;
}

export interface LovValue {
  readonly key: string;
  readonly label: string;
  readonly state: 'ACTIVE' | 'ARCHIVED';
}

export type LovAnswer = Readonly<Record<string, readonly LovValue[]>>;

export interface SiteColours {
  readonly header: string;
  readonly primary: string;
  readonly secondary: string;
  readonly accent: string;
}

/** A period from one year through another; without the one or the other it is open on that side. */
export interface SitePeriod {
  /** By locale. */
  readonly name: Readonly<Record<string, string>>;
  readonly from?: number;
  readonly to?: number;
}

/** A base map in web mercator from another server. */
export interface BaseMap {
  /** As people read it in the list of base maps. */
  readonly name: string;
  readonly kind: 'XYZ' | 'WMTS' | 'WMS';
  /** XYZ: with {z}, {x} and {y} or {-y}, and {a-c} for several hosts. WMTS: the service, or a template with {TileMatrix}, {TileRow} and {TileCol}. WMS: the service. */
  readonly url: string;
  /** Whose map it is; stands on the map and on paper. */
  readonly attribution: string;
  readonly attributionUrl?: string;
  readonly minZoom?: number;
  readonly maxZoom?: number;
  /** Of WMTS and WMS. */
  readonly layer?: string;
  /** Of WMTS: a tile matrix set in web mercator with the levels of XYZ. */
  readonly matrixSet?: string;
  /** Of WMTS: what stands before the number in the name of a level. */
  readonly matrixPrefix?: string;
  /** Of WMTS and WMS. */
  readonly style?: string;
  /** Of WMTS and WMS. */
  readonly format?: 'image/png' | 'image/jpeg' | 'image/webp';
  /** What is another one in the dark theme. */
  readonly dark?: { readonly url?: string; readonly layer?: string; readonly style?: string };
}

export interface SiteConfiguration {
  readonly version: string;
  readonly siteName: string;
  readonly subtitle: string;
  readonly product: string;
  readonly defaultBounds: readonly [number, number, number, number];
  /** Who may make an account: everybody, who is invited, nobody. */
  readonly registration: 'open' | 'invited' | 'closed';
  readonly disableRecaptcha: boolean;
  readonly wsMaxMsgSize: number;
  readonly httpTimeout: number;
  readonly wsTimeout: number;
  readonly cmd: string | null;
  readonly keyCaps: readonly string[];
  readonly dedicated: boolean;
  readonly migratedFromCKK1: boolean;
  /** What the front page says of the community to visitors; null leaves it out. */
  readonly introduction: string | null;
  /** The community's mark: the path of a drawing in lines, in a square of 24 units. */
  readonly mark: string;
  /** Where requests for support go; null where the site names no address. */
  readonly supportEmail: string | null;
  readonly tokenCookie: string | null;
  /** IANA time zone of the site. */
  readonly timeZone: string;
  readonly colours: { readonly light: SiteColours; readonly dark: SiteColours };
  /** Base maps beside the one that ships. */
  readonly baseMaps: readonly BaseMap[];
  /** Periods of the community's history, shown behind timelines in place of the declared years. */
  readonly periods: readonly SitePeriod[];
  /** Days in which a deletion can be undone. */
  readonly undoDays: number;
}

/** What POST /api/export writes into a file: what a search finds, or the items named. */
export interface ExportRequest {
  /** geojson, kml and gpx for types with geometry; json of more than one item for administrators. */
  readonly format: 'csv' | 'xlsx' | 'geojson' | 'kml' | 'gpx' | 'json';
  /** Everything that it finds, in its order; max, after, facets, labels, times and days mean nothing here. */
  readonly query?: Query;
  /** These items, in this order, instead of a query. */
  readonly ids?: readonly string[];
  /** Paths of properties and headers; absent: everything that the caller may see. */
  readonly columns?: readonly string[];
  /** Beside the titles of related items a column with their ids. */
  readonly relationIds?: boolean;
  /** Of the captions and of the texts of value lists. */
  readonly language?: string;
  /** IANA time zone in which moments are written; absent: that of the site. */
  readonly zone?: string;
  /** What the file is called, without its ending. */
  readonly name?: string;
}

export interface AllowedQuestion {
  readonly id: ItemId;
  readonly actions: readonly string[];
}

/** Request body and answer body of each operation, by the first segment of `o`. */
export interface Operations {
  /** Runs a declared action on the item named by `_t` and `_i`. With `async` a declared long one as a task, whose key is answered; with `asyncCancel` the caller's tasks of it stop, or the one of the key. */
  act: { readonly body: Readonly<Record<string, Json>>; readonly answer: Json };
  /** A task of the caller's own: pushes how far it is. `killTask` ends it at once, `dismiss` forgets one that is over. */
  activeTask: { readonly body: Readonly<Record<string, never>>; readonly answer: Readonly<Record<string, never>> };
  /** Pushes changes of an item, or of the items of a type ({type}-0). */
  addWatch: { readonly body: null; readonly answer: Readonly<Record<string, never>> };
  /** How many items each of several named queries matches that the caller may see, in one question. */
  count: {
    readonly body: {
      /** By names of the asker's choice. */
      readonly queries: Readonly<Record<string, SubQuery>>;
    };
    readonly answer: {
      /** By the names of the queries, as `search` counts. */
      readonly totals: Readonly<Record<string, number>>;
      /** By the names of the queries that could not be asked, why not. */
      readonly refused?: Readonly<Record<string, ErredBody>>;
    };
  };
  /** Makes an item from writable properties. */
  create: { readonly body: Readonly<Record<string, Json>>; readonly answer: Item };
  /** The panels of a declared dashboard that are for the caller, with their numbers: each counts what the caller may see. */
  dashboard: {
    readonly body: {
      /** Of the screen that shows it. */
      readonly path: string;
    };
    readonly answer: { readonly panels: readonly PanelAnswer[] };
  };
  /** Removes the item; each relation to it follows its onDelete. */
  delete: { readonly body: { readonly _u: number }; readonly answer: Readonly<Record<string, never>> };
  /** Who gave which grants on the items. */
  getGrantedBy: {
    readonly body: { readonly grantsFor: Readonly<Record<string, readonly (number | string)[]>> };
    readonly answer: Readonly<Record<ItemId, Readonly<Record<string, readonly string[]>>>>;
  };
  /** The item that an address of the former system stood for. */
  getLegacyPath: { readonly body: { readonly alias: string }; readonly answer: { readonly itemId: ItemId } };
  /** The caller as `authed` describes them, for a client that does not wait for the socket. */
  getSessionUser: { readonly body: null; readonly answer: SessionUser };
  /** What happened to the item, newest first. */
  history: {
    readonly body: { readonly before?: number; readonly max?: number };
    readonly answer: { readonly events: readonly HistoryEvent[]; readonly more: boolean };
  };
  /** Which of the named actions the caller may do. An administrator may do everything with what they may read, also what nobody declared, and with ids that begin with `$`, which are reserved and name no item; to others those are invalid. */
  isAllowed: {
    readonly body: AllowedQuestion | readonly AllowedQuestion[];
    readonly answer: Readonly<Record<string, boolean>> | Readonly<Record<ItemId, Readonly<Record<string, boolean>>>>;
  };
  /** The item's label. */
  label: { readonly body: null; readonly answer: { readonly $id: ItemId; readonly label: string } };
  /** A new token in place of the present one. */
  nextToken: { readonly body: null; readonly answer: string };
  /** Says that the line is alive. */
  ping: { readonly body: null; readonly answer: null };
  /** The item as the caller may see it. */
  read: { readonly body: null; readonly answer: Item };
  /** Which declared actions of its type the caller may do with the item. */
  readAllowed: {
    readonly body: null;
    readonly answer: { readonly $id: ItemId; readonly allowed: Readonly<Record<string, boolean>> };
  };
  /** Items by id; ids that the caller may not see are absent. */
  readMany: { readonly body: readonly ItemId[]; readonly answer: Readonly<Record<ItemId, Item>> };
  /** Ends a watch. */
  removeWatch: { readonly body: null; readonly answer: Readonly<Record<string, never>> };
  /** Ids of what the query matches and the caller may see. */
  search: { readonly body: Query; readonly answer: SearchAnswer };
  /** Ends the session everywhere. */
  signout: { readonly body: null; readonly answer: null };
  /** Up to five items whose label goes on from what was typed. */
  suggest: {
    readonly body: {
      readonly text: string;
      readonly types?: readonly string[];
      /** To be chosen as a value: nobody whose account is blocked, and the newest items for a text too short to look for. */
      readonly choose?: boolean;
    };
    readonly answer: readonly Suggestion[];
  };
  /** Names the session of a socket. */
  tokenAuth: { readonly body: string; readonly answer: SessionUser };
  /** Changes properties; null removes one. What another save changed since `_u` and this one changes too is a conflict. */
  update: {
    readonly body: { readonly $id: ItemId; readonly _u: number } & Readonly<Record<string, Json>>;
    readonly answer: Readonly<Record<string, Json>>;
  };
}

export type OperationName = keyof Operations;

/** Body of each push, by `o`. */
export interface Pushes {
  /** The session user, after tokenAuth. */
  authed: SessionUser;
  /** The token ends soon. */
  tokenWarning: { readonly expires: string };
  /** The token to use from now on. */
  newToken: string;
  /** Work on an item ended; keyAction `delete` tells that keyItem is gone. */
  taskComplete: TaskState;
  /** A watched item changed, or who may see many of a watched type. */
  'item/update': ItemUpdatePush;
  /** A notice for the user, new or with one more event. */
  'item/notify': Item;
  /** A task went on. */
  taskUpdate: TaskState;
  /** An action saved a watched item, in a way that the receiver may read. It follows item/update. */
  'item/action': { readonly $id: ItemId; readonly action: string; readonly _u?: number };
  /** A watched item was saved. It follows item/update, for clients that read the item themselves. */
  itemUpdated: { readonly $id: ItemId; readonly _u: number };
  /** The user saved a watched item, here or elsewhere. It follows itemUpdated. */
  updated: { readonly $id: ItemId; readonly _u: number };
  /** The user marked notices, here or elsewhere: how many are unread now. */
  notices: { readonly unread: number };
  /** How much of an item the user has read, here or on another device. */
  readMark: { readonly context: ItemId; readonly seen: number };
  /** The site says some of its texts differently now: read /locale-overrides anew. */
  localeOverrides: Readonly<Record<string, never>>;
  /** Administrators have arranged the menu: read act/menuItems anew. */
  menuItems: Readonly<Record<string, never>>;
}

export type PushName = keyof Pushes;

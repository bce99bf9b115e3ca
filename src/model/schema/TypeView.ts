// What people see of a type: compiled from `<Type>.view.json`. Only message keys, never text.
// Message ids by convention: types.{T}.label, .plural, .props.{path}, .help.{path}, .enum.{path}.{KEY}, .tabs.{key},
// .groups.{key}, .sorts.{key}, .saved.{key}, .actions.{key}; lists.{LIST}; buckets.{set}.{key}; screens.{path}.title; areas.{area}.

import type { DisplayMode } from 'src/model/generated/displays.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Template over paths: `{title} ({yearPublished})`. A part whose path is empty is dropped with its surrounding punctuation. */
export type Template = string;

export const FACET_KINDS = ['SEL', 'LIST', 'REL', 'BOOL', 'RANGE', 'LEVEL', 'TERM'] as const;
export type FacetKind = (typeof FACET_KINDS)[number];

export interface Facet {
  /** Property path, or `created`, `updated`, `createdBy`, `updatedBy`, `starred`, `_t`. Also the key in queries and answers. */
  readonly key: string;
  readonly kind: FacetKind;
  /** Bucket set of a RANGE facet. */
  readonly buckets?: string;
  /** With several values chosen: items with any (default) or all of them. */
  readonly multi?: 'any' | 'all';
  readonly admin?: boolean;
  readonly capability?: string;
  /** Of a TERM facet: the message that names a value, with `{value}` in its place. */
  readonly message?: string;
}

export interface Sort {
  readonly key: string;
  readonly path: string;
  readonly order: 'asc' | 'desc';
}

/** What of a type stands on a map, beside its `geometry`. */
interface MapPlaces {
  readonly geometry?: string;
  /** For a type without geometry: the relation to the items by whose geometry its own stand on the map. */
  readonly geometryOf?: string;
  /** For a type with geometry: the relation to the item that the geometry stands for. */
  readonly standsFor?: string;
  /** Only items with these values load, unless a search itself asks at the same keys: `{"state": ["ACTIVE"]}`. */
  readonly only?: Readonly<Record<string, readonly Json[]>>;
  /** Properties that go with each feature, for its style and its label. */
  readonly props?: readonly string[];
  /** Key of the facet that sorts its items by kind, where those in an area are counted. */
  readonly kind?: string;
  /** A statement of what lies in an area counts its items. Those of other types are never counted there. */
  readonly inStatement?: true;
  /** When each point was taken: a line joins the points in this order. */
  readonly collected?: string;
  /** Of its layer among those of other types, from light to heavy. Source: spec domain 9, layer loader weights. */
  readonly weight?: number;
  /** A relation whose targets are layers. */
  readonly layersBy?: string;
  readonly fromFiles?: FromFiles;
}

/** Features of geographic files become items of the type, in a collection whose owner and level they get. */
export interface FromFiles {
  readonly title: string;
  /** The relation to the collection. */
  readonly collection: string;
  /** A list of `{name, value}` for what the type has no property for. */
  readonly rest?: string;
}

/** Paths that a display needs; the meta-schema demands geometry or geometryOf for MAP, start for TIMELINE and CALENDAR, media for CAROUSEL, parent or children for TREE. */
export interface Display extends MapPlaces {
  readonly summary?: readonly string[];
  readonly columns?: readonly string[];
  readonly start?: string;
  readonly end?: string;
  /** Of a calendar whose start is a day: the times of that day at which it begins and ends. */
  readonly from?: string;
  readonly to?: string;
  /** Key of the facet by whose values a timeline can be divided into lanes. */
  readonly lane?: string;
  readonly media?: string;
  /** The relation to the item or items of the same type that an item stands below in a tree. */
  readonly parent?: string;
  /** The same from above: the relation to the items of the same type that stand below an item. */
  readonly children?: string;
}

/** One field of a form; `when` shows it only while the JSON Schema holds for the value at `path`. */
export interface FormField {
  readonly path: string;
  readonly width?: 'third' | 'half' | 'twoThirds' | 'full';
  readonly when?: { readonly path: string; readonly schema: Json };
}

export interface FormGroup {
  /** For administrators: others neither fill it in nor see it on the page. */
  readonly admin?: boolean;
  readonly key: string;
  readonly rows: readonly (readonly FormField[])[];
}

export interface FormTab {
  readonly key: string;
  readonly groups: readonly FormGroup[];
}

export interface ViewAction {
  readonly key: string;
  readonly icon?: string;
  readonly where: readonly ('item' | 'many')[];
  readonly confirm?: boolean;
  readonly after?: 'refetch' | 'close';
}

export type CellWidth = 'THIRD' | 'HALF' | 'TWO_THIRDS' | 'FULL';

/** A search that comes with the type, offered in its listings; its name is the message `types.{T}.saved.{key}`. */
export interface ShippedSearch {
  readonly key: string;
  readonly text?: string;
  /** Values per facet. */
  readonly selected?: Readonly<Record<string, Json>>;
  readonly sort?: { readonly key: string; readonly order: 'asc' | 'desc' };
  readonly display?: DisplayMode;
}

export interface PageContents {
  readonly type: string;
  readonly path: string;
  /** Shown as a ledger: the values of each, beside its name. */
  readonly columns?: readonly string[];
  /** The day by which each is to be done, as long as another property has one of these values. */
  readonly due?: { readonly path: string; readonly while: string; readonly is: readonly string[] };
  /** Shown as sections of a text, with the number by which they stand in order. */
  readonly text?: string;
  readonly order?: string;
}

/** Items that belong to this one because a search finds them. */
export interface PageMembership {
  /** The object that holds the search, as a saved search has it. */
  readonly search: string;
  /** The names of the types that it finds; none for all of its screen. */
  readonly types?: string;
}

/** A list with an entry for each kind of records in and around an area. Distances are in kilometres. */
export interface OverlapCounts {
  readonly path: string;
  readonly kind: string;
  readonly inside: string;
  readonly near: string;
  readonly distance: string;
}

/** What lies in an area and around it, on a tab of its own. */
export interface PageOverlap {
  /** The property with the area. */
  readonly area?: string;
  /** Instead: the relation to the item that has it, whose type declares the rest. */
  readonly of?: string;
  /** Metres, ascending; 0: in the area itself. */
  readonly bands?: readonly number[];
  /** Relations to items that the area comes from: no neighbours of it. */
  readonly beside?: readonly string[];
  /** A text of the item in which a statement of counts is kept. */
  readonly statement?: string;
  /** A text of the item that is filled with what was found. */
  readonly summary?: string;
  /** A number that is filled with the widest distance, in kilometres. */
  readonly distance?: string;
  /** A list that is filled with the counts of each kind; the names of the parts of an entry. */
  readonly counts?: OverlapCounts;
  /** What a statement of counts becomes a new item of. */
  readonly section?: {
    readonly type: string;
    readonly path: string;
    readonly title: string;
    readonly text: string;
    /** The property with its files, where a map of the area may be one of them. */
    readonly files?: string;
  };
}

/** A list of entries that is filled from a search, on a tab of its own. */
export interface PagePicks {
  readonly path: string;
  /** Of an entry: its relation, and why it was picked. */
  readonly record: string;
  readonly note: string;
  /** A text of the item that is filled with the notes. */
  readonly summary?: string;
  /** The relation to the item whose words the search can begin with. */
  readonly of?: string;
  readonly words?: readonly string[];
}

/** A list of objects of which each says how far an item is: members by name, and the states that end it or leave it out. */
export interface ProgressView {
  readonly path: string;
  readonly item: string;
  readonly state: string;
  readonly changed: string;
  /** The day of the item itself by which all are to have come to their end. */
  readonly due?: string;
  /** Further members, shown with the state. */
  readonly details?: readonly string[];
  readonly done: readonly string[];
  readonly left: readonly string[];
  /** States of the item itself in which it waits for no answer. The message `types.{T}.held` gives the reason. */
  readonly held?: readonly string[];
}

/** A list of items to choose from, of which an action suggests some: `[{[item]: id, suggested: true, selected: true}]`. */
export interface WizardChoice {
  readonly path: string;
  readonly item: string;
  readonly action: string;
  /** The list of `{id, name}` in the action's answer. */
  readonly answer: string;
  /** What the suggestions follow from. */
  readonly by: string;
  /** A relation to those that cannot be left out any more. */
  readonly kept?: string;
}

/** Its title is the message `types.{T}.wizard.{key}`, and what it is for `types.{T}.wizard.{key}.help`. */
export interface WizardStep {
  readonly key: string;
  /** Groups of the form. */
  readonly groups: readonly string[];
  /** What must hold beside what the next transition requires. */
  readonly needs?: readonly { readonly path: string; readonly schema: Json }[];
  readonly choice?: WizardChoice;
}

/** The form as steps; the last one, which looks at everything, is the engine's. */
export interface WizardView {
  readonly steps: readonly WizardStep[];
}

/** The page of an item, where it is more than its values in groups. */
export interface PageView {
  /** People may talk about it: its page has a tab of the conversations. */
  readonly conversations?: boolean;
  /** As an entry of a dictionary: the title large, these paths around it, its neighbours in the order of a sort. */
  readonly entry?: {
    readonly pronunciation?: string;
    readonly gloss?: string;
    readonly facts?: readonly string[];
    readonly examples?: readonly string[];
    /** Files whose sound is played at the head. */
    readonly sound?: string;
    /** The relation to those who speak in its recordings. */
    readonly voices?: string;
    readonly order: string;
  };
  readonly progress?: ProgressView;
  /** Items of `type` that name this one at `path` and belong to an organization of the reader, at `owner`: their own part of it, shown first. */
  readonly own?: { readonly type: string; readonly path: string; readonly owner: string };
  /** The item that this one is about, and the values of it that are shown here too. */
  readonly about?: { readonly path: string; readonly shows: readonly string[] };
  /** What was said with files in its conversations of a purpose is listed by party. */
  readonly answers?: { readonly purpose: string };
  /** The last messages about it, or about the item at `about`, and the last entries of its log, which the screen `log` has as a whole. */
  readonly recent?: { readonly about?: string; readonly log?: string };
  /** The open conversations of a purpose: what another party asks for and waits for is shown first. */
  readonly requests?: { readonly purpose: string };
  /** Items that name this one and are its contents, such as the records of a collection. */
  readonly contents?: readonly PageContents[];
  readonly membership?: PageMembership;
  readonly overlap?: PageOverlap;
  readonly picks?: PagePicks;
  /** Lists of titled texts that are read as one text, with a heading for each. */
  readonly texts?: readonly { readonly path: string; readonly title: string; readonly text: string }[];
}

export interface TypeView {
  readonly icon: string;
  readonly color?: string;
  readonly title: Template;
  /** Path of the image or files property that pictures the item. */
  readonly image?: string;
  /** A search that asks for labels also answers the found items. */
  readonly sideLoadItem?: true;
  /** Table columns, beside the base ones _i, _c, _c.ts. */
  readonly headers: readonly string[];
  readonly facets: readonly Facet[];
  /** Further filterable paths without a facet. */
  readonly filters: readonly string[];
  readonly sorts: readonly Sort[];
  readonly saved?: readonly ShippedSearch[];
  readonly displays: Partial<Record<DisplayMode, Display>>;
  readonly form: readonly FormTab[];
  readonly create?: {
    readonly initial?: Readonly<Record<string, Json>>;
    readonly hidden?: boolean;
  };
  readonly page?: PageView;
  readonly wizard?: WizardView;
  /** Properties that may leave the owner in a letter. No other can be named in a template. */
  readonly letter?: readonly string[];
  readonly pane?: { readonly width?: CellWidth };
  readonly actions: readonly ViewAction[];
}

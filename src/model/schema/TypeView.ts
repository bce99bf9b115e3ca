// View of a type, compiled from `<Type>.view.json`. It contains message keys, never text. Message ids by convention: types.{T}.label,
// .plural, .props.{path}, .help.{path}, .enum.{path}.{KEY}, .tabs.{key}, .groups.{key}, .sorts.{key}, .saved.{key}, .actions.{key};
// lists.{LIST}; buckets.{set}.{key}; screens.{path}.title; areas.{area}.

import type { DeclaredDisplays } from 'src/model/generated/declaredDisplays.ts';
import type { DisplayMode } from 'src/model/generated/displays.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Template over paths: `{title} ({yearPublished})`. A part whose path is empty is omitted with its punctuation. */
export type Template = string;

export const FACET_KINDS = ['SEL', 'LIST', 'REL', 'BOOL', 'RANGE', 'LEVEL', 'TERM'] as const;
export type FacetKind = (typeof FACET_KINDS)[number];

export interface Facet {
  /** Property path, or `created`, `updated`, `createdBy`, `updatedBy`, `starred`, `_t`. Also the key in queries and answers. */
  readonly key: string;
  readonly kind: FacetKind;
  /** Bucket set of a RANGE facet. */
  readonly buckets?: string;
  /** Property by whose values in `is` the buckets count an item; without it they count every item. */
  readonly while?: string;
  readonly is?: readonly (string | boolean)[];
  /** If several values are selected, finds items with any (default) or with all of them. */
  readonly multi?: 'any' | 'all';
  readonly admin?: boolean;
  readonly capability?: string;
  /** Message that names a value of a TERM facet, with `{value}` for the value. */
  readonly message?: string;
}

export interface Sort {
  readonly key: string;
  readonly path: string;
  readonly order: 'asc' | 'desc';
}

/** Import of features of geographic files, as a display of places declares it. */
export type FromFiles = NonNullable<NonNullable<DeclaredDisplays['place']>['fromFiles']>;

/** Import of features as places of items that are found by a code. */
export type FromCodes = NonNullable<NonNullable<DeclaredDisplays['place']>['fromCodes']>;

/** One field of a form. With `when`, it is shown only while the JSON Schema accepts the value at `path`. */
export interface LayoutField {
  readonly path: string;
  readonly width?: 'third' | 'half' | 'twoThirds' | 'full';
  readonly when?: { readonly path: string; readonly schema: Json };
}

export interface FormGroup {
  /** True for a field that only administrators fill in and see. */
  readonly admin?: boolean;
  readonly key: string;
  readonly rows: readonly (readonly LayoutField[])[];
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

/** A search that ships with the type, offered in its listings. Its name is the message `types.{T}.saved.{key}`. */
export interface ShippedSearch {
  readonly key: string;
  readonly text?: string;
  /** Values by facet. */
  readonly selected?: Readonly<Record<string, Json>>;
  readonly sort?: { readonly key: string; readonly order: 'asc' | 'desc' };
  readonly display?: DisplayMode;
}

export interface PageContents {
  readonly type: string;
  readonly path: string;
  /** Relation of the items: those whose related item names this one at `path` are contents, too. */
  readonly through?: string;
  /** Shown as a table with these values of each item. */
  readonly columns?: readonly string[];
  /** Due day of each item, as long as another property has one of these values. */
  readonly due?: { readonly path: string; readonly while: string; readonly is: readonly string[] };
  /** Shown as sections of a text, with the number that gives their order. */
  readonly text?: string;
  readonly order?: string;
}

/** Relation to the records that people gather in items of the type. */
export interface PageGathers {
  readonly path: string;
  /** Text that takes the name of a new item. */
  readonly name: string;
  /** Values of the items in which people gather. The relation is not shown for others. */
  readonly with?: Readonly<Record<string, string>>;
}

/** Items that belong to this one because a search finds them. */
export interface PageMembership {
  /** Object with the search, in the form of a saved search. */
  readonly search: string;
  /** Property with the names of the types that the search finds; none means all of its screen. */
  readonly types?: string;
  /** Use of the members by the value of a property. Members whose consents do not permit it are left out. */
  readonly uses?: { readonly path: string; readonly of: Readonly<Record<string, string>> };
}

/** List with an entry for each kind of records in and around an area. Distances are in kilometres. */
export interface OverlapCounts {
  readonly path: string;
  readonly kind: string;
  readonly inside: string;
  readonly near: string;
  readonly distance: string;
}

/** Items in an area and around it, on a separate tab. */
export interface PageOverlap {
  /** Property with the area. */
  readonly area?: string;
  /** Relation to the item with the area, whose type declares the rest. */
  readonly of?: string;
  /** Metres in ascending order; 0 means the area itself. */
  readonly bands?: readonly number[];
  /** Relations to items that the area comes from, which are not counted. */
  readonly beside?: readonly string[];
  /** Text property that stores a statement of counts. */
  readonly statement?: string;
  /** Text property that is filled with the result. */
  readonly summary?: string;
  /** Number property that is filled with the largest distance in kilometres. */
  readonly distance?: string;
  /** List that is filled with the counts of each kind, with the member names of an entry. */
  readonly counts?: OverlapCounts;
  /** Type of the item that is created from a statement of counts. */
  readonly section?: {
    readonly type: string;
    readonly path: string;
    readonly title: string;
    readonly text: string;
    /** Files property that can receive a map of the area. */
    readonly files?: string;
  };
}

/** List of entries that is filled from a search, on a separate tab. */
export interface PagePicks {
  readonly path: string;
  /** Members of an entry: its relation, and the reason for the choice. */
  readonly record: string;
  readonly note: string;
  /** Text property that is filled with the notes. */
  readonly summary?: string;
  /** Relation to the item whose words start the search. */
  readonly of?: string;
  readonly words?: readonly string[];
}

/** List of objects with the progress of items: member names, and the states that end an item or exclude it. */
export interface ProgressView {
  readonly path: string;
  readonly item: string;
  readonly state: string;
  readonly changed: string;
  /** Day of the item by which all must have ended. */
  readonly due?: string;
  /** Further members, shown with the state. */
  readonly details?: readonly string[];
  readonly done: readonly string[];
  readonly left: readonly string[];
  /** States of the item in which it waits for no answer. The message `types.{T}.held` gives the reason. */
  readonly held?: readonly string[];
}

/** List of items to choose from, with suggestions by an action: `[{[item]: id, suggested: true, selected: true}]`. */
export interface WizardChoice {
  readonly path: string;
  readonly item: string;
  readonly action: string;
  /** List of `{id, name}` in the action's answer. */
  readonly answer: string;
  /** Property on which the suggestions depend. */
  readonly by: string;
  /** Relation to items that can no longer be excluded. */
  readonly kept?: string;
}

/** One step. Its title is the message `types.{T}.wizard.{key}`, its explanation `types.{T}.wizard.{key}.help`. */
export interface WizardStep {
  readonly key: string;
  /** Groups of the form. */
  readonly groups: readonly string[];
  /** Conditions in addition to those of the next transition. */
  readonly needs?: readonly { readonly path: string; readonly schema: Json }[];
  readonly choice?: WizardChoice;
}

/** Form as a sequence of steps. The engine adds the last one, an overview. */
export interface WizardView {
  readonly steps: readonly WizardStep[];
}

/** Parts of an item's page other than its values in groups. */
export interface PageView {
  /** True for a tab with the conversations about the item. */
  readonly conversations?: boolean;
  /** Layout of a dictionary entry: a large title, these paths around it, neighbours in the order of a sort. */
  readonly entry?: {
    readonly pronunciation?: string;
    readonly gloss?: string;
    readonly facts?: readonly string[];
    readonly examples?: readonly string[];
    /** Files whose sound is played at the head of the page. */
    readonly sound?: string;
    /** Relation to the speakers of its recordings. */
    readonly voices?: string;
    readonly order: string;
  };
  readonly progress?: ProgressView;
  /** Items of `type` that refer to this one at `path` and belong to an organization of the reader, at `owner`. They are shown first. */
  readonly own?: { readonly type: string; readonly path: string; readonly owner: string };
  /** Relation to the subject of the item, with the values of the subject that are shown here too. */
  readonly about?: { readonly path: string; readonly shows: readonly string[] };
  /** Files in its conversations of a purpose, listed by party. */
  readonly answers?: { readonly purpose: string };
  /**
   * Latest messages about the item, or about the item at `about`, and latest entries of its log, which the screen `log` shows completely.
   */
  readonly recent?: { readonly about?: string; readonly log?: string };
  /** Open conversations of a purpose: pending requests of other parties are shown first. */
  readonly requests?: { readonly purpose: string };
  /** Items that refer to this one and are its contents, such as the records of a collection. */
  readonly contents?: readonly PageContents[];
  readonly gathers?: PageGathers;
  readonly membership?: PageMembership;
  readonly overlap?: PageOverlap;
  readonly picks?: PagePicks;
  /** Lists of titled texts that are read as one text with headings. */
  readonly texts?: readonly { readonly path: string; readonly title: string; readonly text: string }[];
}

/** The view has what it declares for a display under the name that the display gives it, such as `place` for maps. */
export interface TypeView extends DeclaredDisplays {
  readonly icon: string;
  readonly color?: string;
  readonly title: Template;
  /** Path of the image or files property that shows the item. */
  readonly image?: string;
  /** True for portraits and logos, which the page shows small. */
  readonly smallImage?: boolean;
  /** Relation that assigns the item to people. */
  readonly assign?: string;
  /** True when a search that requests labels also returns the items. */
  readonly sideLoadItem?: true;
  /** Table columns in addition to _i, _c and _c.ts. */
  readonly headers: readonly string[];
  readonly facets: readonly Facet[];
  /** Further filterable paths without a facet. */
  readonly filters: readonly string[];
  readonly sorts: readonly Sort[];
  readonly saved?: readonly ShippedSearch[];
  /** Displays in which its items can be shown. */
  readonly displays: readonly DisplayMode[];
  readonly form: readonly FormTab[];
  readonly create?: {
    readonly initial?: Readonly<Record<string, Json>>;
    /** Dates and moments that start with the present one. */
    readonly now?: readonly string[];
    /**
     * Type of the request that people create who may not create an item of this type, its property that takes the typed name, and its
     * property that takes the item to which the new one must belong.
     */
    readonly ask?: { readonly type: string; readonly path: string; readonly belongs?: string };
    /** Values of the new items of people without the capability `unless`. Their forms do not show these properties. */
    readonly limited?: { readonly unless: string; readonly values: Readonly<Record<string, Json>> };
    readonly hidden?: boolean;
  };
  readonly page?: PageView;
  readonly wizard?: WizardView;
  /** Properties that letters may contain. A template can use no others. */
  readonly letter?: readonly string[];
  readonly pane?: { readonly width?: CellWidth };
  readonly actions: readonly ViewAction[];
}

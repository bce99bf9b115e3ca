// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

import type { ItemId } from 'src/model/item/Item.ts';

export type Level = 'PUBLIC' | 'COMMUNITY' | 'PROTECTED' | 'PRIVATE';
export type Locale = string;
/**
 * Text in a community's language, as typed (NFC).
 */
export type LanguageText = string;
/**
 * A year, a month or a day.
 */
export type PartialDate = string;
/**
 * GeoJSON geometry, longitude before latitude. A collection holds at most one geometry for each kind of shape.
 */
export type Geometry =
  | {
      type: 'Point';
      coordinates: Position;
    }
  | {
      type: 'LineString';
      coordinates: Line;
    }
  | {
      type: 'Polygon';
      coordinates: Rings;
    }
  | {
      type: 'MultiPoint';
      coordinates: Position[];
    }
  | {
      type: 'MultiLineString';
      coordinates: Line[];
    }
  | {
      type: 'MultiPolygon';
      coordinates: Rings[];
    }
  | {
      type: 'GeometryCollection';
      geometries: SimpleGeometry[];
    };
export type Position = number[];
export type Line = Position[];
export type Ring = Position[];
export type Rings = Ring[];
/**
 * GeoJSON geometry that is no collection.
 */
export type SimpleGeometry =
  | {
      type: 'Point';
      coordinates: Position;
    }
  | {
      type: 'LineString';
      coordinates: Line;
    }
  | {
      type: 'Polygon';
      coordinates: Rings;
    }
  | {
      type: 'MultiPoint';
      coordinates: Position[];
    }
  | {
      type: 'MultiLineString';
      coordinates: Line[];
    }
  | {
      type: 'MultiPolygon';
      coordinates: Rings[];
    };

export interface SharedShapes {
  Level: Level;
  Locale: Locale;
  TranslatedText: TranslatedText;
  LanguageText: LanguageText;
  PartialDate: PartialDate;
  Geometry: Geometry;
  SimpleGeometry: SimpleGeometry;
  Position: Position;
  Line: Line;
  Ring: Ring;
  Rings: Rings;
  Address: Address;
  StepCondition: StepCondition;
  StepNext: StepNext;
  StepAssign: StepAssign;
  WorkflowStep: WorkflowStep;
  WorkflowSummary: WorkflowSummary;
  WorkflowClock: WorkflowClock;
  StepPlan: StepPlan;
  WorkingCalendar: WorkingCalendar;
}
/**
 * Text by locale.
 */
export interface TranslatedText {
  [k: string]: string;
}
export interface Address {
  line1?: string;
  line2?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  country?: string;
}
/**
 * When a step of a workflow is done: see src/model/workflow. It nests, which no schema here says, so that whoever writes one has it checked there.
 */
export interface StepCondition {
  [k: string]: unknown;
}
/**
 * Keys of the steps that follow, by outcome.
 */
export interface StepNext {
  [k: string]: string[];
}
/**
 * Who is asked: these people, those at a path of the item, or those who have a capability of its owner.
 */
export interface StepAssign {
  users?: ItemId[];
  path?: string;
  capability?: string;
}
/**
 * A step of a template.
 */
export interface WorkflowStep {
  key: string;
  kind: string;
  label: string;
  group: number;
  after?: string[];
  when?: StepCondition;
  next?: StepNext;
  days?: number;
  working?: boolean;
  assign?: StepAssign;
  state?: string;
  /**
   * The item is answered when it is done, and by no other step.
   */
  answers?: boolean;
  /**
   * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
   */
  others?: string[];
}
/**
 * Where the workflow of an item stands. The list of its states, and the type of the template, are filled in for each type.
 */
export interface WorkflowSummary {
  state?: string;
  workflow?: ItemId;
  version?: number;
  $assigned?: ItemId[];
  $assignedDue?: string;
  done?: number;
  steps?: number;
  forced?: boolean;
}
/**
 * How long the time that the law gives was stopped, and the day on which it ends now.
 */
export interface WorkflowClock {
  stops?: {
    from: string;
    until?: string;
    reason: string;
    by: ItemId;
  }[];
  due?: string;
}
/**
 * What a step begins with when its turn comes, as its template said when it was planned.
 */
export interface StepPlan {
  days?: number;
  working?: boolean;
  assign?: StepAssign;
  state?: string;
  /**
   * The item is answered when it is done, and by no other step.
   */
  answers?: boolean;
  /**
   * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
   */
  others?: string[];
}
/**
 * On which days an owner works, by the clocks of its place. What is due is counted in these days.
 */
export interface WorkingCalendar {
  timeZone?: string;
  weekdays?: number[];
  closures?: {
    from: string;
    to?: string;
    label?: string;
  }[];
}

export interface SystemTypes {
  User: User;
  Event: Event;
  Notify: Notify;
  Task: Task;
  Attachment: Attachment;
  SavedSearch: SavedSearch;
  LOVValue: LOVValue;
  SystemAlert: SystemAlert;
  ReadMark: ReadMark;
}
export interface User {
  name: string;
  email: string;
  admin?: boolean;
  blocked?: boolean;
  language?: string;
  menuPackage?: string;
  avatar?: ItemId[];
  contact?: ItemId;
  siteReads?: Level;
  siteCapabilities?: string[];
  memberships?: {
    owner: ItemId;
    reads: Level;
    admin?: boolean;
    capabilities?: string[];
    from?: string;
    to?: string;
  }[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Event {
  $access?: Level;
  kind: string;
  context?: ItemId;
  project?: ItemId;
  owner?: ItemId;
  area?: string;
  subContext?: string;
  also?: ItemId[];
  count?: number;
  description?: string;
  fromState?: string;
  toState?: string;
  gone?: string;
  goneLabel?: string;
  to?: ItemId[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Notify {
  $kind?: string;
  $context?: ItemId;
  $eventContext?: ItemId;
  event?: ItemId;
  unread?: boolean;
  user: ItemId;
  by?: ItemId;
  count?: number;
  also?: ItemId[];
  subContext?: string;
  description?: string;
  goneLabel?: string;
  project?: ItemId;
  due?: string;
  dueName?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Task {
  key: string;
  asyncKey?: string;
  started?: string;
  percentageComplete?: number;
  resultURI?: string;
  errorKey?: string;
  keyAction?: string;
  keyItem?: ItemId;
  user: ItemId;
  state?: 'WAITING' | 'RUNNING' | 'DONE' | 'STOPPED' | 'FAILED';
  done?: number;
  total?: number;
  remaining?: number;
  counts?: {
    changed?: number;
    unchanged?: number;
    refused?: number;
  };
  undoable?: boolean;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Attachment {
  originalName: string;
  caption?: string;
  category?: string;
  fileID?: string;
  filetype?: string;
  size?: number;
  uppyID?: string;
  uuid?: string;
  width?: number;
  height?: number;
  relProp?: string;
  relIndex?: number;
  relType?: string;
  rel?: ItemId;
  trashed?: boolean;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface SavedSearch {
  name?: string;
  nameT?: TranslatedText;
  displayAs: 'LIST' | 'TABLE' | 'MAP' | 'CARDS' | 'TIMELINE' | 'CALENDAR' | 'CAROUSEL' | 'TREE';
  criteria?: {
    filters?: {
      prop: string;
      kind: 'SEL' | 'LIST' | 'REL' | 'BOOL' | 'RANGE' | 'LEVEL' | 'TERM';
      value?: string[];
    }[];
    groups?: {
      relation?: string;
      filters: {
        prop: string;
        kind: 'SEL' | 'LIST' | 'REL' | 'BOOL' | 'RANGE' | 'LEVEL' | 'TERM';
        value?: string[];
      }[];
    }[];
    groupsShould?: {
      relation?: string;
      filters: {
        prop: string;
        kind: 'SEL' | 'LIST' | 'REL' | 'BOOL' | 'RANGE' | 'LEVEL' | 'TERM';
        value?: string[];
      }[];
    }[];
  };
  selectedFacets?: {
    key: string;
    values: string[];
  }[];
  searchString?: string;
  sortBy?: {
    key: string;
    order: 'asc' | 'desc';
  }[];
  showFacets?: boolean;
  hash?: string;
  screen?: string;
  columns?: string;
  owner?: ItemId;
  $access?: Level;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface LOVValue {
  access?: Level;
  key: string;
  list: string;
  owner?: ItemId;
  t: TranslatedText;
  state?: 'ACTIVE' | 'ARCHIVED';
  position?: number;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface SystemAlert {
  title: string;
  message?: string;
  modal?: boolean;
  $access?: Level;
  from?: string;
  to?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface ReadMark {
  user: ItemId;
  context: ItemId;
  seen?: number;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}

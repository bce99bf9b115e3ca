// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Level, TranslatedText, Geometry, User, Event, Notify, Task, Attachment, SavedSearch, LOVValue, SystemAlert, ReadMark } from 'src/model/generated/systemTypes.ts';

export interface ItemTypes {
  Shelf: Shelf;
  Book: Book;
  Loan: Loan;
  Repair: Repair;
  Routine: Routine;
  RprLook: RprLook;
  RprMend: RprMend;
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
export interface Shelf {
  name: string;
  room?: 'NORTH' | 'SOUTH' | 'CELLAR';
  place?: Geometry;
  nicknames?: string[];
  website?: string;
  calendar?: {
    timeZone?: string;
    weekdays?: number[];
    closures?: {
      from: string;
      to?: string;
      label?: string;
    }[];
  };
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Book {
  $access?: Level;
  shelf: ItemId;
  title: string;
  titleT?: TranslatedText;
  spoken?: string;
  summary?: string;
  state?: 'DRAFT' | 'ACTIVE' | 'ARCHIVED';
  genres?: string[];
  year?: number;
  weight?: number;
  fragile?: boolean;
  bought?: string;
  printed?: string;
  seen?: string;
  opens?: string;
  email?: string;
  phone?: string;
  link?: string;
  colour?: string;
  place?: Geometry;
  sequels?: ItemId[];
  files?: ItemId[];
  size?: {
    height?: number;
    width?: number;
  };
  parts?: {
    name: string;
    pages?: number;
  }[];
  price?: number;
  privateNotes?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Loan {
  book: ItemId;
  borrower?: ItemId;
  from?: string;
  to?: string;
  state?: 'PENDING' | 'ONGOING' | 'PAST';
  days?: number;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Repair {
  title: string;
  shelf: ItemId;
  book?: ItemId;
  state?: 'REPORTED' | 'UNDER_WAY' | 'DONE' | 'DROPPED' | 'LOST';
  cost?: number;
  reported?: string;
  due?: string;
  accepted?: string;
  _wf?: {
    state?: string;
    workflow?: ItemId;
    version?: number;
    $assigned?: ItemId[];
    $assignedDue?: string;
    done?: number;
    steps?: number;
    forced?: boolean;
  };
  _clock?: {
    stops?: {
      from: string;
      until?: string;
      reason: string;
      by: ItemId;
    }[];
    due?: string;
  };
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface Routine {
  label: string;
  shelf: ItemId;
  of?: 'Repair';
  state?: 'DRAFT' | 'ACTIVE' | 'ARCHIVED';
  version?: number;
  steps?: {
    key: string;
    kind: string;
    label: string;
    group: number;
    after?: string[];
    when?: {
      [k: string]: unknown;
    };
    next?: {
      [k: string]: string[];
    };
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  }[];
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RprLook {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RPR_LOOK';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  finding?: string;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}
export interface RprMend {
  label?: string;
  of?: ItemId;
  workflow?: ItemId;
  version?: number;
  kind?: 'RPR_MEND';
  key?: string;
  group?: number;
  state?: 'BLANK' | 'PENDING' | 'ACTIVE' | 'COMPLETE' | 'SKIP';
  $assigned?: ItemId[];
  $assignedDue?: string;
  after?: string[];
  when?: {
    [k: string]: unknown;
  };
  next?: {
    [k: string]: string[];
  };
  outcome?: string;
  adHoc?: boolean;
  stamped?: {
    by?: ItemId;
    at?: string;
  };
  started?: string;
  finished?: string;
  finishedBy?: ItemId;
  note?: string;
  reason?: string;
  plan?: {
    days?: number;
    working?: boolean;
    assign?: {
      users?: ItemId[];
      path?: string;
      capability?: string;
    };
    state?: string;
    /**
     * The item is answered when it is done, and by no other step.
     */
    answers?: boolean;
    /**
     * Steps that another person must have done: a person who did one of them, or made its record, cannot complete this one.
     */
    others?: string[];
  };
  snapshot?: {
    u?: number;
    at?: string;
  };
  hours?: number;
  parts?: number;
  $notify?: 'NIL' | 'DEFAULT' | 'PREFS' | 'ALWAYS' | 'NEVER';
  $hideNotify?: boolean;
}

// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Level, TranslatedText, Geometry, User, Event, Notify, Task, Attachment, SavedSearch, LOVValue, SystemAlert, ReadMark } from 'src/model/generated/systemTypes.ts';

export interface ItemTypes {
  Shelf: Shelf;
  Book: Book;
  Loan: Loan;
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

// The item types that the engine itself works with, by their role. They are declared in schemas/engine; every other type is the domain's.

export const SYSTEM_TYPES = {
  /** Who signs in. */
  user: 'User',
  /** A stored file. */
  file: 'Attachment',
  /** Something that happened to an item. */
  event: 'Event',
  /** What a user is notified of. */
  notice: 'Notify',
  /** How much of an item a user has seen. */
  readMark: 'ReadMark',
  listValue: 'LOVValue',
  /** Long work that a user started. */
  task: 'Task',
  /** An announcement of the site. */
  alert: 'SystemAlert',
  /** A search that somebody keeps. */
  savedSearch: 'SavedSearch',
} as const;

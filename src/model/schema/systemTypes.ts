// Item types of the engine by role. They are declared in schemas/engine; all other types belong to the domain.

export const SYSTEM_TYPES = {
  /** A person who can sign in. */
  user: 'User',
  /** A stored file. */
  file: 'Attachment',
  /** Something that happened to an item. */
  event: 'Event',
  /** A notice for a user. */
  notice: 'Notify',
  /** Number of messages of an item that a user has read. */
  readMark: 'ReadMark',
  listValue: 'LOVValue',
  /** Long work that a user started. */
  task: 'Task',
  /** An announcement of the site. */
  alert: 'SystemAlert',
  /** A stored search of a person. */
  savedSearch: 'SavedSearch',
  /** An import of a table. */
  import: 'Import',
  /** An entry in the log of administrators. */
  logEntry: 'LogEntry',
} as const;

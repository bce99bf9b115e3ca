// The database as the other rooms see it. All SQL text lives in store/, search/ and watch/ query files; callers hold a Queryable.

export interface Queryable {
  /** Rows of one parameterised statement. A `name` makes it a prepared statement. */
  query<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /** Runs after the commit has been acknowledged, never on rollback. A failure is logged, not thrown: the commit stands. */
  afterCommit(run: () => void | Promise<void>): void;
}

export interface Database extends Queryable {
  /** Read committed; rolled back when `run` throws; run again when PostgreSQL ended it for a deadlock.
   * One that is opened within another is its own: it neither sees nor shares the other's changes. */
  transaction<T>(run: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A dedicated connection that listens and reconnects; `onWake` also runs after every reconnect. Returns the stop. */
  listen(channel: string, onWake: () => void): Promise<() => Promise<void>>;
  /** Coalesced: at most one NOTIFY under way per channel, outside any transaction. */
  notify(channel: string): void;
  end(): Promise<void>;
}

// Sender of an envelope, as transport knows it before an operation is looked up. Created by the HTTP route per request and by the socket
// per frame.

import type { Connection, LiveSession, Receiver } from 'src/server/context.ts';
import { VISITOR, type Subject } from 'src/model/access/Subject.ts';
import type { ReadFilter, ReadFilters } from 'src/server/store/readers/readFilters.ts';

export interface Caller {
  /** Network address that limits are counted by, once per visitor. */
  readonly address: string;
  readonly session: LiveSession | undefined;
  readonly receiver: Receiver | undefined;
  readonly connection: Connection | undefined;
  /** Aborted with a problem when the client has gone. */
  readonly gone?: AbortSignal | undefined;
}

export const callerSubject = (caller: Caller): Subject => caller.session?.subject ?? VISITOR;

/** A socket has the read filter of its session. */
export const readFilterOf = (caller: Caller, readFilters: ReadFilters): ReadFilter | Promise<ReadFilter> => {
  const subject = callerSubject(caller);
  const own = caller.receiver?.readFilter();
  return own?.subject === subject ? own : readFilters.readFilterFor(subject);
};

/** Name that limits are counted by. */
export const limitName = ({ session, address }: Pick<Caller, 'session' | 'address'>): string =>
  session?.userId ?? `at ${address}`;

// Lets a set of data load again when the connection is back. Components with one question use useServerData instead.

import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';

interface Return {
  /** While it holds, any authentication runs the handler, as after a request that the server refused. */
  readonly hasFailed: () => boolean;
  readonly load: () => Promise<unknown>;
}

/** Runs `load` when the connection is authenticated after it was lost. Returns the function that removes the handler. */
export const onReturn = (
  connection: Pick<ServerConnection, 'closed' | 'onAuthed'>,
  { hasFailed, load }: Return,
): (() => void) => {
  let isLost = false;
  const stops = [
    connection.closed.add(() => {
      isLost = true;
    }),
    connection.onAuthed(() => {
      if (isLost || hasFailed()) void load();
      isLost = false;
    }),
  ];
  return () => stops.forEach((stop) => stop());
};

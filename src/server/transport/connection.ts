// One open socket as the session operations see it: who it speaks for may change while it is open.

import type { LiveSession } from 'src/server/sessions/sessions.ts';

export interface Connection {
  /** Undefined until `tokenAuth`. */
  readonly session: LiveSession | undefined;
  /** From now on the socket speaks for this session. Refuses another user than before. */
  identify(session: LiveSession): Promise<void>;
  /** Ends the answer in parts to the request with this sequence. */
  cancelStream(s: string): void;
}

// `ping` tests the connection. The socket and the HTTP route answer `pong`; allowed before sign-in.

import { endpoint } from 'src/server/sessions/SessionNeeds.ts';

export const ping = endpoint('ping', () => Promise.resolve(null));

// `ping`: is anybody there? Answered as `pong` by the socket and the HTTP route; allowed before sign-in.

import { endpoint } from 'src/server/sessions/SessionNeeds.ts';

export const ping = endpoint('ping', () => Promise.resolve(null));

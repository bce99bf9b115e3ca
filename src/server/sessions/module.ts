// Endpoints of sessions.

import { ping } from 'src/server/sessions/ping.ts';
import { tokenAuth } from 'src/server/sessions/tokenAuth.ts';
import { nextToken } from 'src/server/sessions/nextToken.ts';
import { signout } from 'src/server/sessions/signout.ts';
import { getSessionUser } from 'src/server/sessions/getSessionUser.ts';
import { masquerade } from 'src/server/sessions/masquerade.ts';
import type { SessionNeeds } from 'src/server/sessions/SessionNeeds.ts';
import { defineModule } from 'src/server/Module.ts';

export const sessionsModule = defineModule<SessionNeeds>({
  endpoints: [ping, tokenAuth, nextToken, signout, getSessionUser, masquerade],
});

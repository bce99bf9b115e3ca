// Services that routes, sockets and dispatch need.

import type { AccountServices } from 'src/server/accounts/accountServices.ts';
import type { CalendarNeeds } from 'src/server/calendar/CalendarNeeds.ts';
import type { InvitationNeeds } from 'src/server/invitations/InvitationNeeds.ts';
import type { Mail } from 'src/server/mail/mail.ts';
import type { TaskNeeds } from 'src/server/tasks/TaskNeeds.ts';
import type { Tiles } from 'src/server/geo/tiles.ts';
import type { Watches } from 'src/server/watch/watches.ts';

export interface TransportNeeds extends AccountServices, CalendarNeeds, InvitationNeeds, TaskNeeds {
  readonly audience: InvitationNeeds['audience'];
  readonly accounts: AccountServices['accounts'];
  readonly limits: AccountServices['limits'];
  readonly mail: Mail;
  readonly sessions: TaskNeeds['sessions'];
  readonly tiles: Tiles;
  readonly uploads: TaskNeeds['uploads'];
  readonly watches: Watches;
}

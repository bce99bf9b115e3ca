// Services that invitations to items such as meetings need.

import { endpointFor } from 'src/server/endpoint.ts';
import type { Context, WritingContext } from 'src/server/context.ts';
import type { Audience } from 'src/server/events/recipients.ts';
import type { Mail } from 'src/server/mail/mail.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';

export interface InvitationNeeds extends RuleNeeds {
  readonly audience: Audience;
  readonly mail: Pick<Mail, 'queue' | 'from'>;
  /** Address of the site: `https://host`. */
  readonly origin: string;
}

export type InvitationContext = Context<InvitationNeeds>;
export type InvitationWriting = WritingContext<InvitationNeeds>;

export const endpoint = endpointFor<InvitationNeeds>();

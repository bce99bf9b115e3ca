// Services that emails need.

import { endpointFor } from 'src/server/endpoint.ts';
import type { Mail } from 'src/server/mail/mail.ts';

export interface MailNeeds {
  readonly mail: Mail;
}

export const endpoint = endpointFor<MailNeeds>();

// Services that imports of tables need.

import type { Subject } from 'src/model/access/Subject.ts';
import { endpointFor } from 'src/server/endpoint.ts';
import type { SheetNeeds } from 'src/server/sheets/SheetNeeds.ts';
import type { Mail } from 'src/server/mail/mail.ts';
import type { SiteSettings } from 'src/server/siteSettings.ts';
import type { Context, WritingContext } from 'src/server/context.ts';
import type { TaskNeeds } from 'src/server/tasks/TaskNeeds.ts';

export interface ImportNeeds extends TaskNeeds, SheetNeeds {
  readonly mail: Pick<Mail, 'queue'>;
  /** Returns the types of which a subject could create an item. */
  readonly creatable: (subject: Subject) => readonly string[];
  readonly registration: SiteSettings['site']['registration'];
}

export const endpoint = endpointFor<ImportNeeds>();

export type ImportContext = Context<ImportNeeds>;
export type ImportWriting = WritingContext<ImportNeeds>;

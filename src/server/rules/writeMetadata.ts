// Who writes, and when, as it is remembered. A visitor never writes.

import { problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import type { WriteMetadata } from 'src/server/store/itemStorage.ts';

export const writeMetadataOf = ({
  subject,
  now,
  action,
}: Pick<Context<unknown>, 'subject' | 'now' | 'action'>): WriteMetadata => {
  if (subject.userId === undefined) throw problem('notAllowed');
  return { at: now, by: subject.userId, actor: subject.actingAdminId, action };
};

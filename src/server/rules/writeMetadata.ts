// Author and time that are stored with a write. A visitor never writes.

import type { Subject } from 'src/model/access/Subject.ts';
import { problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import type { WriteMetadata } from 'src/server/store/itemStorage.ts';

/** The part of a context with the author and the time of a write. */
export type Writer = Pick<Context<unknown>, 'now' | 'action' | 'helper'> & {
  readonly subject: Pick<Subject, 'userId' | 'actingAdminId'>;
};

export const writeMetadataOf = ({ subject, now, action, helper }: Writer): WriteMetadata => {
  if (subject.userId === undefined) throw problem('notAllowed');
  return { at: now, by: subject.userId, actor: subject.actingAdminId, action, helper };
};

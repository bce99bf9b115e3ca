// Who writes, and when, as it is remembered. A visitor never writes.

import { problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/Context.ts';
import type { WriteStamp } from 'src/server/store/ItemStore.ts';

export const stampOf = ({ subject, now }: Context): WriteStamp => {
  if (subject.userId === undefined) throw problem('notAllowed');
  return { at: now, by: subject.userId, actor: subject.actingAdminId };
};

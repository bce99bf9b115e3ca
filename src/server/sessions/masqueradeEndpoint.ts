// `act/masquerade`: an administrator acts as another user for at most an hour, and returns. Answers the token of the new session. Refuses
// administrators and blocked users as targets, and nesting; `stop` returns to the session it was started from.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { itemId, parseRealItemId } from 'src/model/item/itemId.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import type { ReadingContext } from 'src/server/context.ts';
import type { LogKind } from 'src/server/store/adminLog.ts';
import type { IssueToken } from 'src/server/sessions/sessions.ts';
import { realId } from 'src/server/access/realId.ts';
import { endpoint, type SessionNeeds } from 'src/server/sessions/SessionNeeds.ts';

interface Step {
  readonly issue: IssueToken;
  readonly kind: LogKind;
  readonly about: ItemId;
  readonly admin: ItemId;
}

const start = async (target: Json | undefined, context: ReadingContext<SessionNeeds>): Promise<Step> => {
  const { services, subject, session } = context;
  refuseActing(subject);
  if (!session || !subject.admin) throw problem('notAllowed');
  const targetId = realId(typeof target === 'number' ? itemId(SYSTEM_TYPES.user, target) : target);
  if (parseRealItemId(targetId).type !== SYSTEM_TYPES.user) throw problem('invalidId');
  const other = await services.sessions.subjectOf(targetId);
  if (!other) throw problem('notFound');
  if (other.admin) throw problem('notAllowed');
  const issue = await services.sessions.startMasquerade(session, targetId);
  return { issue, kind: 'ACTING_STARTED', about: targetId, admin: session.userId };
};

const stop = async ({ services, session }: ReadingContext<SessionNeeds>): Promise<Step> => {
  if (session?.actorId === undefined) throw problem('notAllowed');
  const issue = await services.sessions.stopMasquerade(session);
  return { issue, kind: 'ACTING_ENDED', about: session.userId, admin: session.actorId };
};

export const masquerade = endpoint('masquerade', {
  prepare: async (context, { stop: stopping, targetUserID }) => {
    if ((stopping === undefined) === (targetUserID === undefined)) throw invalidAt('/targetUserID', 'errors.required');
    const { issue, kind, about, admin } = stopping === true ? await stop(context) : await start(targetUserID, context);
    return async ({ tx, services, now }) => {
      await services.adminLog.add(tx, { kind, about }, { at: now, by: admin, actor: undefined });
      return { newToken: await issue(tx) };
    };
  },
});

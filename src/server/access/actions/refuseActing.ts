// Everything about a person rather than about records (read marks, choices of notices, requests, rights given, the person's own item) is theirs
// only. An administrator who acts as them looks at it and changes nothing. Source: docs/decisions, acting as somebody.

import type { Subject } from 'src/model/access/Subject.ts';
import { problem } from 'src/model/problems.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

/** Throws `notAllowed` under a masquerade. */
export const refuseActing = ({ actingAdminId }: Pick<Subject, 'actingAdminId'>): void => {
  if (actingAdminId !== undefined) throw problem('notAllowed');
};

/** Throws `notAllowed` under a masquerade for items of people: they hold the email address that signs in, the blocks and the rights. */
export const refuseActingOn = (type: string, subject: Pick<Subject, 'actingAdminId'>): void => {
  if (type === SYSTEM_TYPES.user) refuseActing(subject);
};

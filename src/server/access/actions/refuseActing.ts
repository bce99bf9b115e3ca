// Refuses changes of personal data (read marks, notice settings, requests, given rights, the person's own item) to an administrator who
// acts as the person. The administrator can read them. Source: docs/decisions/0024.

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

/** Throws `notAllowed` for everyone but an administrator of the site who acts under their own name. */
export const demandSiteAdmin = (subject: Pick<Subject, 'actingAdminId' | 'admin'>): void => {
  refuseActing(subject);
  if (!subject.admin) throw problem('notAllowed');
};

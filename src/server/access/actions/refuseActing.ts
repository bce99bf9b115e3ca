// What is about a person rather than about items (read marks, choices of notices, requests, rights given) is theirs alone. An administrator who
// acts as them looks at it and changes nothing. Source: docs/decisions, acting as somebody.

import type { Subject } from 'src/model/access/Subject.ts';
import { problem } from 'src/model/problems.ts';

/** Throws `notAllowed` under a masquerade. */
export const refuseActing = ({ actingAdminId }: Pick<Subject, 'actingAdminId'>): void => {
  if (actingAdminId !== undefined) throw problem('notAllowed');
};

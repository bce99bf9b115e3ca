// Decides who is offered the page of deleted items.

import type { SessionUser } from 'src/model/generated/wire.ts';

/** True for a person who may have deleted something, and so may restore it. */
export const mayRestoreSome = ({ admin, adminOrg, creatable }: SessionUser): boolean =>
  admin || typeof adminOrg === 'string' || creatable.length > 0;

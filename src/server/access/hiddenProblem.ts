// The one answer for what is hidden and what does not exist. A visitor is led to sign in; a user learns nothing.

import { problem, type Problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';

export const hiddenProblem = ({ subject }: Pick<Context<unknown>, 'subject'>): Problem =>
  problem(subject.userId === undefined ? 'notAllowed' : 'notFound');

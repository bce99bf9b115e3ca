// Problems: expected failures that a caller receives as an answer. They are thrown where they occur. On the server, transport/dispatch
// turns them into erred envelopes and transport/sendProblem into HTTP answers; the client shows them in the snackbar. Their keys and
// HTTP statuses come from schemas/engine/problems.json.

import type { Json } from 'src/model/item/Item.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { PROBLEMS, type ProblemKey } from 'src/model/generated/problems.ts';

export class Problem extends Error {
  readonly key: ProblemKey;
  readonly params: Readonly<Record<string, Json>> | undefined;
  /** Text of the server for the details dialog. It never contains the cause of an unexpected failure. */
  readonly systemMessage: string | undefined;

  constructor(key: ProblemKey, params?: Readonly<Record<string, Json>>, systemMessage?: string) {
    super(key);
    this.name = 'Problem';
    this.key = key;
    this.params = params;
    this.systemMessage = systemMessage;
  }

  get status(): number {
    return PROBLEMS[this.key].status;
  }
}

/** Creates a problem: `throw problem('notFound')`. */
export const problem = (key: ProblemKey, params?: Readonly<Record<string, Json>>): Problem => new Problem(key, params);

/** Creates `invalid` with its entries: JSON pointer, message id of the rule, parameters. */
export const invalid = (errors: readonly InvalidEntry[]): Problem => new Problem('invalid', { errors: errors });

/** Creates `invalid` with one entry. */
export const invalidAt = (path: string, message: string): Problem => invalid([{ path, message }]);

export const isProblem = (value: unknown): value is Problem => value instanceof Problem;

/** Returns the entries of `invalid`; none for another error. */
export const invalidEntries = (error: unknown): readonly InvalidEntry[] =>
  isProblem(error) && error.key === 'invalid' ? ((error.params?.['errors'] ?? []) as readonly InvalidEntry[]) : [];

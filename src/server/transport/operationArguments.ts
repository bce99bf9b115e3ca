// Number of segments that follow an operation's name in `o`, and which of them are fixed words, read from the declared pattern such as
// `{id}[/{_u}]` or `ids`. The operation itself checks the meaning of the segments.

import { MAX_REPORTED_ERRORS } from 'src/server/limits.ts';
import { OPERATIONS } from 'src/model/generated/operations.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { OperationName } from 'src/model/wire/endpointAt.ts';
import { bodyValidators } from 'src/model/generated/wireValidators.ts';
import type { Json } from 'src/model/item/Item.ts';
import { rulesOfErrors } from 'src/model/schema/ruleOfError.ts';

interface Arguments {
  readonly needed: readonly string[];
  readonly most: number;
}

const MAX_ARGUMENT_LENGTH = 200;

const patternArguments = (pattern: string): Arguments => {
  const [fixed = '', ...optional] = pattern.split('[');
  const needed = fixed === '' ? [] : fixed.split('/');
  return { needed, most: needed.length + optional.join('').split('/').length - 1 };
};

const ARGUMENTS = new Map(Object.entries(OPERATIONS).map(([name, { args }]) => [name, patternArguments(args)]));

/** True for a segment of `o` that may be an argument. */
export const isArgument = (each: string): boolean => each !== '' && each.length <= MAX_ARGUMENT_LENGTH;

const matchesPattern = (pattern: string, given: string | undefined): boolean =>
  pattern.startsWith('{') || pattern === given;

export const takesArguments = (name: OperationName, args: readonly string[]): boolean => {
  const expected = ARGUMENTS.get(name);
  if (!expected || args.length < expected.needed.length || args.length > expected.most) return false;
  return args.every(isArgument) && expected.needed.every((pattern, at) => matchesPattern(pattern, args[at]));
};

/** An operation whose members are all optional may leave its body out. */
export const bodyOf = (name: OperationName, body: Json | undefined): Json =>
  body ?? (bodyValidators[name]?.(null) === true ? null : {});

export const bodyErrors = (name: OperationName, body: Json): readonly InvalidEntry[] => {
  const validate = bodyValidators[name];
  if (!validate) throw new Error(`no validator for the body of ${name}`);
  return validate(body) ? [] : rulesOfErrors(validate.errors ?? []).slice(0, MAX_REPORTED_ERRORS);
};

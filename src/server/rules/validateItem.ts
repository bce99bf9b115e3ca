// Runs the rules of a write in their order: what the type's rules add, computed values, the schema's validator on the whole item, related
// items, files, value lists, and the type's own checks. One refusal lists everything that is wrong. Called by createItem and updateItem.

import { MAX_REPORTED_ERRORS } from 'src/server/limits.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Values } from 'src/model/item/Item.ts';
import { applyChanges } from 'src/model/item/diffItem.ts';
import { normaliseItem } from 'src/model/item/normaliseItem.ts';
import { invalid } from 'src/model/problems.ts';
import { endsBeforeStarts, missingForOthers } from 'src/model/schema/endsBeforeStarts.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { RuleContext, RuleWriting, WrittenItem } from 'src/server/rules/RuleNeeds.ts';
import type { Validator } from 'src/model/schema/Validator.ts';
import { belongingRules } from 'src/server/rules/belongingRules.ts';
import { savedSearchErrors } from 'src/server/rules/savedSearchErrors.ts';
import { circleErrors } from 'src/server/rules/circleErrors.ts';
import { capabilityErrors } from 'src/server/rules/capabilityErrors.ts';
import { fileErrors } from 'src/server/rules/fileErrors.ts';
import { jsonErrors } from 'src/server/rules/jsonErrors.ts';
import { listErrors } from 'src/server/rules/listErrors.ts';
import { memberErrors } from 'src/server/rules/memberErrors.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';
import { relationErrors } from 'src/server/rules/relationErrors.ts';
import { schemaErrors } from 'src/server/rules/schemaErrors.ts';

export const refuse = (errors: readonly InvalidEntry[]): void => {
  if (errors.length > 0) throw invalid(errors.slice(0, MAX_REPORTED_ERRORS));
};

export const validatorOf = ({ services }: RuleContext, type: ServerItemType): Validator => {
  const validator = services.domain.validators[type.name];
  if (!validator) throw new Error(`No validator for ${type.name}`);
  return validator;
};

/** A name that is listed but not registered has stopped the start (checkDeclarations). */
const rulesNamed = <Rule>(rules: Readonly<Record<string, Rule>>, names: readonly string[]): Rule[] =>
  names.flatMap((name) => rules[name] ?? []);

const withAdditions = async ({ context, type, stored, next }: Proposal): Promise<Values> => {
  let values = next;
  for (const rule of rulesNamed(context.services.domain.beforeSave, type.server.rules.beforeSave)) {
    const additions = await rule(values, stored?.properties, context);
    values = applyChanges(values, normaliseItem(type.properties, additions));
  }
  return values;
};

const withComputed = ({ context, type }: Proposal, values: Values): Values => {
  const computed: Record<string, Values[string]> = {};
  for (const { name, computed: rule } of Object.values(type.properties)) {
    const compute = rule && rule.clock !== true ? context.services.domain.computed[rule.by] : undefined;
    if (compute) computed[name] = compute(values);
  }
  return applyChanges(values, normaliseItem(type.properties, computed));
};

/** Adds the values that the engine keeps in the item. */
const withKeptValues = async (proposal: Proposal, values: Values): Promise<Values> => {
  const whole = { ...proposal, next: values };
  let extra: Values = {};
  for (const { valuesOf } of proposal.context.services.followers) extra = { ...extra, ...(await valuesOf?.(whole)) };
  return applyChanges(values, extra);
};

const errorsOfFollowers = async (proposal: Proposal): Promise<InvalidEntry[]> => {
  const found: InvalidEntry[] = [];
  for (const { errorsOf } of proposal.context.services.followers) found.push(...((await errorsOf?.(proposal)) ?? []));
  return found;
};

const ownErrors = async (proposal: Proposal): Promise<InvalidEntry[]> => {
  const { context, type, stored, next } = proposal;
  const rules = rulesNamed(context.services.domain.validate, type.server.rules.validate);
  const found: InvalidEntry[] = [];
  for (const rule of rules) found.push(...(await rule(next, stored?.properties, context)));
  return found;
};

/** Returns the item as it will be stored. Throws `invalid`. */
export const validateItem = async (proposal: Proposal): Promise<Values> => {
  const { context, type } = proposal;
  const shape = { type, validator: validatorOf(context, type) };
  refuse(schemaErrors({ ...shape, complete: false }, proposal.next));
  const next = await withKeptValues(proposal, withComputed(proposal, await withAdditions(proposal)));
  const whole: Proposal = { ...proposal, next };
  const related = await relationErrors(whole);
  refuse([
    ...schemaErrors({ ...shape, complete: true }, next),
    ...jsonErrors(whole),
    ...endsBeforeStarts(type.properties, next),
    ...(context.subject.admin ? [] : missingForOthers(type.properties, next)),
    ...(await capabilityErrors(whole)),
    ...savedSearchErrors(whole),
    ...related,
    ...(await fileErrors(whole)),
    ...(await errorsOfFollowers(whole)),
    ...(related.length === 0 ? await circleErrors(whole) : []),
    ...(related.length === 0 ? await belongingRules(whole) : []),
    ...(related.length === 0 ? await memberErrors(whole) : []),
    // The values of a list are an owner's: of one that the writer may not see, not even these may be revealed.
    ...(related.length === 0 ? await listErrors(whole) : []),
  ]);
  refuse(await ownErrors(whole));
  return next;
};

/** Runs the work of higher layers that follows from any write of an item. */
export const followWrite = async (context: RuleWriting, change: WrittenItem): Promise<void> => {
  for (const { written } of context.services.followers) await written?.(context, change);
};

/** Rules that run once the write is acknowledged, outside of its transaction. */
export const runAfterCommit = (context: RuleWriting, type: ServerItemType, id: string): void => {
  const { tx, services } = context;
  const later: RuleContext = Object.freeze({ ...context, db: services.database, tx: undefined });
  for (const rule of rulesNamed(services.domain.afterCommit, type.server.rules.afterCommit))
    tx.afterCommit(() => rule(id, later));
};

// Reads stored templates, checks them against the declarations, and numbers their versions. A template that is not in use yet may be
// unfinished. An active template must lead every item to an end.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Values } from 'src/model/item/Item.ts';
import { invalid } from 'src/model/problems.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { WorkflowSubject } from 'src/model/schema/Workflows.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import { checkTemplate, type KnownToTemplate, type TemplateFault } from 'src/model/workflow/checkTemplate.ts';
import type { TemplateStep, WorkflowTemplate } from 'src/model/workflow/WorkflowTemplate.ts';
import type { WorkflowContext, WorkflowNeeds } from 'src/server/workflow/WorkflowNeeds.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';
import { listValues } from 'src/server/store/listValues.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

export const templateFrom = ({ steps }: Values): WorkflowTemplate => ({
  steps: (Array.isArray(steps) ? steps : []) as readonly TemplateStep[],
});

export const templateVersion = ({ properties }: Pick<StoredItem, 'properties'>): number =>
  Number(properties['version'] ?? 1);

/** Returns the keys that an owner may use in a list: declared keys, and those that the site or the owner have added. */
export const isListKey = async (
  { services, db }: WorkflowContext,
  { list, owners, key }: { readonly list: string; readonly owners: readonly string[]; readonly key: string },
): Promise<boolean> => {
  const { registry } = services;
  const t = registry.types[SYSTEM_TYPES.listValue]?.number;
  const declared = registry.lists[list]?.values.some((each) => each.key === key) === true;
  if (t === undefined) return declared;
  const valueQuery = { t, list, owners: [...owners, SYSTEM_OWNER], keys: [key] };
  const storedValues = await listValues(db, valueQuery);
  return storedValues.length > 0 ? storedValues.some(({ state }) => state !== 'ARCHIVED') : declared;
};

const wordsOf = ({ steps }: WorkflowTemplate): { readonly states: string[]; readonly outcomes: string[] } => ({
  states: steps.flatMap(({ state }) => state ?? []),
  outcomes: steps.flatMap(({ next = {} }) => Object.keys(next)),
});

const knownAmong = async (
  context: WorkflowContext,
  {
    list,
    owners,
    keys,
  }: { readonly list: string; readonly owners: readonly string[]; readonly keys: readonly string[] },
): Promise<ReadonlySet<string>> => {
  const known = new Set<string>();
  for (const key of new Set(keys)) if (await isListKey(context, { list, owners, key })) known.add(key);
  return known;
};

const knownFor = async (
  context: WorkflowContext,
  {
    template,
    of,
    owners,
  }: { readonly template: WorkflowTemplate; readonly of: string; readonly owners: readonly string[] },
  declared: WorkflowSubject,
): Promise<KnownToTemplate> => {
  const { registry }: { registry: ServerRegistry } = context.services;
  const { states, outcomes } = wordsOf(template);
  const knownStates = await knownAmong(context, { list: declared.list, owners, keys: states });
  const knownOutcomes = await knownAmong(context, { list: declared.outcomes, owners, keys: outcomes });
  const properties = registry.types[of]?.properties ?? {};
  return {
    isKind: (kind) => Object.hasOwn(registry.steps, kind) && registry.steps[kind]?.for.includes(of) === true,
    isPath: (path) => propertyAt(properties, path) !== undefined,
    isState: (key) => knownStates.has(key),
    isOutcome: (key) => knownOutcomes.has(key) || !outcomes.includes(key),
  };
};

/** `owners` are those whose list values may be used. */
export const templateFaults = async (
  context: WorkflowContext,
  checked: { readonly template: WorkflowTemplate; readonly of: string; readonly owners: readonly string[] },
): Promise<TemplateFault[]> => {
  const declared = context.services.registry.workflows?.subjects[checked.of];
  if (!declared) return [{ fault: 'unknownKind', path: '/of', name: checked.of }];
  return checkTemplate(checked.template, await knownFor(context, checked, declared));
};

export const templateFaultEntry = ({ fault, path, name }: TemplateFault): InvalidEntry => ({
  path,
  message: `errors.workflow.${fault}`,
  params: { name },
});

/** Throws `invalid` for steps that no item can be taken through. */
export const refuseFaults = async (
  context: WorkflowContext,
  checked: Parameters<typeof templateFaults>[1],
): Promise<void> => {
  const faults = await templateFaults(context, checked);
  if (faults.length > 0) throw invalid(faults.map(templateFaultEntry));
};

const isActive = (values: Values | undefined): boolean => values?.['state'] === 'ACTIVE';

const isTemplate = ({ context, type }: Proposal<WorkflowNeeds>): boolean =>
  context.services.registry.workflows?.template === type.name;

/** Checks an active template in every write of it. */
export const templateErrors = async (proposal: Proposal<WorkflowNeeds>): Promise<InvalidEntry[]> => {
  const { context, next } = proposal;
  if (!isTemplate(proposal) || !isActive(next)) return [];
  const owners = typeof next['owner'] === 'string' ? [next['owner']] : [];
  const faults = await templateFaults(context, { template: templateFrom(next), of: String(next['of'] ?? ''), owners });
  return faults.map(templateFaultEntry);
};

/** Raises the version of an active template with each save that changes its steps. Running workflows keep their version. */
export const nextTemplateVersion = (proposal: Proposal<WorkflowNeeds>): Values => {
  const { stored, next } = proposal;
  if (!isTemplate(proposal)) return {};
  if (!stored) return { version: 1 };
  const isOther = !deepEqual(stored.properties['steps'] ?? null, next['steps'] ?? null);
  return isActive(stored.properties) && isOther ? { version: templateVersion(stored) + 1 } : {};
};

// Validates the state machine of each type: states exist and are reachable, paths exist, rights are unambiguous, and events are complete.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { didYouMean } from 'codegen/didYouMean.ts';
import { objectAt, pointer, type JsonValue } from 'codegen/json.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { unreachableStates } from 'codegen/linkStates.ts';
import { noProperty, pathsThat } from 'codegen/propertyPaths.ts';
import { validateTransitionEvent } from 'codegen/validate/declaredEvents.ts';
import { leafWords, predicates } from 'codegen/validate/predicateRules.ts';
import { demandProperty, perType, reporterOf, type ValidatedType } from 'codegen/validate/Validation.ts';
import { ANY_STATE, type StateMachine, type Transition } from 'src/model/schema/StateMachine.ts';

const SET_WORDS = new Set(['$now', '$today', '$user.id']);
/** Predicates that depend on the item only, not on the person. */
const OF_THE_ITEM = new Set(['eq', 'in', 'lt', 'gt', 'has', 'empty']);
const RESERVED_RIGHTS = new Set(['read', 'create', 'update', 'delete']);

interface Place extends ValidatedType {
  readonly at: string;
  readonly states: readonly string[];
  readonly machine: StateMachine;
}

const demandState = (name: string, at: string, { states, reporter }: Place): void =>
  reporter.expect(states.includes(name), at, `${name} is no state${didYouMean(name, states)}`);

/** A transition is run by holders of a right with its name, so no other right may have that name. */
const validateRight = ({ name, auto }: Transition, place: Place): void => {
  const { type, linked, reporter, at } = place;
  const who = objectAt(objectAt(type.source.states?.json ?? {}, 'transitions'), name);
  reporter.expect(auto !== 'who' in who, at, 'needs "who", or "auto" where only the engine runs it');
  predicates(who['who'], `${at}/who`, { linked, reporter, properties: type.properties, hopped: false });
  const declared = objectAt(objectAt(type.source.server.json, 'access'), 'actions');
  const isTaken = RESERVED_RIGHTS.has(name) || Object.hasOwn(declared, name) || Object.hasOwn(linked.actions, name);
  reporter.expect(!isTaken, at, `${name} is the name of a right or an action already`);
};

const validateSets = ({ sets }: Transition, place: Place): void => {
  const { type, machine, reporter, at } = place;
  for (const [name, value] of Object.entries(sets)) {
    const where = `${at}/sets/${name}`;
    const property = type.properties[name];
    reporter.expect(property !== undefined, where, noProperty(type, name));
    reporter.expect(property?.computed === undefined, where, `${name} is computed`);
    reporter.expect(name !== machine.property, where, `${name} is set by the transition itself`);
    const isWord = typeof value === 'string' && value.startsWith('$');
    reporter.expect(
      !isWord || SET_WORDS.has(value),
      where,
      `${String(value)} is no word of "sets"${didYouMean(String(value), SET_WORDS)}`,
    );
  }
};

/** A reason is posted to a conversation, so the purpose must allow items of this type. */
const validateReason = ({ reason, reasonTo }: Transition, { type, linked, reporter, at }: Place): void => {
  if (reasonTo === undefined) return;
  const purposes = Object.entries(linked.conversations?.value.purposes ?? {}).flatMap(([name, { opens }]) =>
    opens?.type === type.name ? [name] : [],
  );
  const noPurpose = `${reasonTo} is no purpose of a conversation that a ${type.name} opens`;
  reporter.expect(purposes.includes(reasonTo), `${at}/reasonTo`, `${noPurpose}${didYouMean(reasonTo, purposes)}`);
  reporter.expect(reason !== undefined, `${at}/reasonTo`, 'asks for no "reason"');
};

const validateTransition = (transition: Transition, place: Place): void => {
  const { type, linked, reporter, at } = place;
  const { from, to, requires, guard, event, auto, confirm, intent } = transition;
  from.forEach((state, index) => demandState(state, `${at}/from/${index}`, place));
  if (to !== ANY_STATE) demandState(to, `${at}/to`, place);
  requires.forEach((path, index) => demandProperty(place, path, `${at}/requires/${index}`));
  transition.asks?.forEach((name, index) => {
    const property = demandProperty(place, name, `${at}/asks/${index}`);
    reporter.expect(property?.readOnly !== true, `${at}/asks/${index}`, `${name} is read-only`);
    reporter.expect(!auto, `${at}/asks/${index}`, 'a transition that is "auto" asks nothing');
  });
  validateRight(transition, place);
  validateSets(transition, place);
  validateReason(transition, place);
  if (guard) {
    const given = guard as unknown as JsonValue;
    predicates(given, `${at}/guard`, { linked, reporter, properties: type.properties, hopped: true });
    const asked = leafWords(guard).filter((word) => !OF_THE_ITEM.has(word));
    reporter.expect(
      asked.length === 0,
      `${at}/guard`,
      `${asked.join(', ')} asks who the person is: that belongs to "who"`,
    );
  }
  if (event) validateTransitionEvent(place, event, `${at}/event`);
  reporter.expect(!auto || (!confirm && intent === undefined), at, 'an automatic transition has no button');
};

const enumsIn = ({ properties }: LinkedType, path: string): string =>
  didYouMean(
    path,
    pathsThat(properties, ({ values, many }) => values !== undefined && !many),
  );

const validateMachine = (type: LinkedType, linked: Linked): Diagnostic[] => {
  const { states: machine, source } = type;
  if (!machine || !source.states) return [];
  const reporter = reporterOf(source.states);
  const property = demandProperty({ type, linked, reporter }, machine.property, '/property');
  if (!property) return reporter.diagnostics;
  const isChoice = property.values !== undefined && !property.many && property.level === undefined;
  reporter.expect(
    isChoice,
    '/property',
    `${machine.property} is no single enum that every reader of the item may see${enumsIn(type, machine.property)}`,
  );
  const states = property.values ?? [];
  const why = machine.why === undefined ? undefined : demandProperty({ type, linked, reporter }, machine.why, '/why');
  reporter.expect(
    !why || (why.values !== undefined && !why.many && why.readOnly),
    '/why',
    `${machine.why} is no single enum that only the server writes${enumsIn(type, machine.why ?? '')}`,
  );
  for (const path of machine.says ?? []) demandProperty({ type, linked, reporter }, path, '/says');
  const place = { type, linked, reporter, states, machine, at: '' };
  for (const part of ['initial', 'fixed', 'imported'] as const)
    machine[part].forEach((state, index) => demandState(state, `/${part}/${index}`, place));
  reporter.expect(
    property.default === machine.initial[0],
    '/initial/0',
    `the default of ${machine.property} is ${String(property.default)}: an item is made in that state`,
  );
  for (const transition of machine.transitions)
    validateTransition(transition, { ...place, at: pointer('', 'transitions', transition.name) });
  // A transition to an unknown state may be the one that reaches it. The author corrects that name first.
  const isComplete = machine.transitions.every(({ to }) => to === ANY_STATE || states.includes(to));
  for (const state of isComplete ? unreachableStates(machine, states) : [])
    reporter.report('/transitions', `${state} is reached by no transition; "imported" is for what only imports have`);
  return reporter.diagnostics;
};

export const states = perType(validateMachine);

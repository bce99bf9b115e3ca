// Links and validates a world, and reports at once what follows from a removed state: after the author has removed it from the transitions, other
// declarations name things that no longer exist. Source in, Linked and diagnostics out.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { suggestion } from 'codegen/didYouMean.ts';
import { isObject, objectAt, stringsAt, textAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import { link } from 'codegen/link.ts';
import type { Linked } from 'codegen/Linked.ts';
import type { Source, SourceType } from 'codegen/Source.ts';
import { validate } from 'codegen/validate.ts';
import { ANY_STATE } from 'src/model/schema/StateMachine.ts';

export interface Diagnosed {
  readonly linked: Linked;
  readonly diagnostics: readonly Diagnostic[];
}

const linkAndValidate = (source: Source): Diagnosed => {
  const { linked, diagnostics } = link(source);
  return { linked, diagnostics: [...diagnostics, ...validate(linked)] };
};

const LISTS = ['initial', 'fixed', 'imported'] as const;

/** Returns the states that a machine names and its property does not have. A name that is similar to a state is a typing error instead. */
const removedStates = (json: JsonObject, states: readonly string[]): ReadonlySet<string> => {
  const transitions = Object.values(objectAt(json, 'transitions')).filter(isObject);
  const named = [
    ...LISTS.flatMap((list) => stringsAt(json, list)),
    ...transitions.flatMap((each) => [...stringsAt(each, 'from'), textAt(each, 'to') ?? ANY_STATE]),
  ];
  return new Set(
    named.filter((name) => name !== ANY_STATE && !states.includes(name) && suggestion(name, states) === ''),
  );
};

/** Returns the transitions without the removed states: those that lead to one, or come only from them, are omitted. */
const remainingTransitions = (transitions: JsonObject, removed: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(
    Object.entries(transitions).flatMap(([name, each]): (readonly [string, JsonValue])[] => {
      if (!isObject(each)) return [[name, each]];
      const from = stringsAt(each, 'from').filter((state) => !removed.has(state));
      return from.length === 0 || removed.has(textAt(each, 'to') ?? '') ? [] : [[name, { ...each, from }]];
    }),
  );

/** Returns the type without the states that were removed from its property; the type itself where none was. */
const withoutRemoved = (type: SourceType, linked: Linked, removed: Set<string>): SourceType => {
  const { states: machine, properties } = linked.types[type.name] ?? {};
  const known = properties?.[machine?.property ?? '']?.values;
  if (!type.states || !known) return type;
  const { json } = type.states;
  const gone = removedStates(json, known);
  if (gone.size === 0) return type;
  for (const state of gone) removed.add(state);
  const lists = LISTS.filter((list) => list in json).map(
    (list) => [list, stringsAt(json, list).filter((state) => !gone.has(state))] as const,
  );
  const transitions = remainingTransitions(objectAt(json, 'transitions'), gone);
  return { ...type, states: { ...type.states, json: { ...json, ...Object.fromEntries(lists), transitions } } };
};

const placeOf = ({ file, pointer }: Diagnostic): string => `${file}#${pointer}`;

export const diagnose = (source: Source): Diagnosed => {
  const first = linkAndValidate(source);
  const removed = new Set<string>();
  const areas = source.areas.map((area) => ({
    ...area,
    types: area.types.map((type) => withoutRemoved(type, first.linked, removed)),
  }));
  if (removed.size === 0) return first;
  const seen = new Set(first.diagnostics.map(placeOf));
  const because = `. This follows from the removal of ${[...removed].join(', ')}`;
  const following = linkAndValidate({ ...source, areas }).diagnostics.filter((each) => !seen.has(placeOf(each)));
  return {
    linked: first.linked,
    diagnostics: [...first.diagnostics, ...following.map((each) => ({ ...each, reason: each.reason + because }))],
  };
};

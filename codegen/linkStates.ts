// Converts `<Type>.states.json` to the state machine in the registry and applies it to the type: only transitions write its property, and
// each transition that people run is a right of the same name. Used by link. Pure.

import { defined, isObject, objectAt, stringsAt, textAt, type JsonObject } from 'codegen/json.ts';
import type { SourceFile, SourceType } from 'codegen/Source.ts';
import { noticeOf } from 'codegen/viewOf.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import { ANY_STATE, type StateMachine, type Transition } from 'src/model/schema/StateMachine.ts';
import type { TypeServer } from 'src/model/schema/TypeServer.ts';

/** Adds the property of the state machine to the schema. Forms leave it out, and a new item has the first state. */
export const withStateProperty = (type: SourceType): SourceType => {
  const { states, schema } = type;
  const name = textAt(states?.json ?? {}, 'property') ?? '';
  const properties = objectAt(schema.json, 'properties');
  const property = properties[name];
  if (!isObject(property)) return type;
  const [first = ''] = stringsAt(states?.json ?? {}, 'initial');
  const changed = { ...properties, [name]: { default: first, ...property, readOnly: true } };
  return { ...type, schema: { ...schema, json: { ...schema.json, properties: changed } } };
};

const transitionOf = (name: string, json: JsonObject, all: readonly string[]): Transition => {
  const from = stringsAt(json, 'from');
  return defined({
    name,
    from: from.includes(ANY_STATE) ? all : from,
    to: String(json['to']),
    requires: stringsAt(json, 'requires'),
    asks: 'asks' in json ? stringsAt(json, 'asks') : undefined,
    reason: json['reason'],
    seen: json['seen'],
    preview: json['preview'],
    sets: objectAt(json, 'sets'),
    effects: stringsAt(json, 'effects'),
    confirm: json['confirm'] === true,
    intent: json['intent'],
    auto: json['auto'] === true,
    guard: json['guard'],
    reasonTo: json['reasonTo'],
    event: isObject(json['event']) ? noticeOf(json['event']) : undefined,
  }) as unknown as Transition;
};

export const machineOf = (file: SourceFile | undefined, resolved: JsonObject): StateMachine | undefined => {
  if (file === undefined) return undefined;
  const { json } = file;
  const property = textAt(json, 'property') ?? '';
  const all = stringsAt(objectAt(objectAt(resolved, 'properties'), property), 'enum');
  return {
    property,
    ...(typeof json['why'] === 'string' && { why: json['why'] }),
    ...('says' in json && { says: stringsAt(json, 'says') }),
    initial: stringsAt(json, 'initial'),
    fixed: stringsAt(json, 'fixed'),
    imported: stringsAt(json, 'imported'),
    transitions: Object.entries(objectAt(json, 'transitions')).map(([name, each]) =>
      transitionOf(name, isObject(each) ? each : {}, all),
    ),
  };
};

/** Returns the declared rights and one for each transition that people run. */
export const withTransitionRights = (server: TypeServer, file: SourceFile | undefined): TypeServer => {
  if (file === undefined) return server;
  const rights = Object.entries(objectAt(file.json, 'transitions')).flatMap(([name, each]) =>
    isObject(each) && isObject(each['who']) ? [[name, each['who'] as unknown as Predicate] as const] : [],
  );
  const { access } = server;
  return { ...server, access: { ...access, actions: { ...Object.fromEntries(rights), ...access.actions } } };
};

/** Returns the states that cannot be reached from the initial ones. Transitions to any state are for errors and do not count. */
export const unreachableStates = (machine: StateMachine, all: readonly string[]): string[] => {
  const reached = new Set([...machine.initial, ...machine.imported]);
  const steps = machine.transitions.filter(({ to }) => to !== ANY_STATE);
  // A Set that grows while it is iterated is iterated to its end.
  for (const state of reached) for (const { from, to } of steps) if (from.includes(state)) reached.add(to);
  return all.filter((state) => !reached.has(state));
};

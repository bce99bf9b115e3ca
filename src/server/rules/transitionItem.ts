// Moves an item from one declared state to another in one transaction: checks rights and required values, sets values, writes the history
// and runs the effects. Called by `act/transition`, by effects of other transitions and steps, and by jobs. Names no state and no type:
// schemas/<area>/<Type>.states.json declares them.

import { SYSTEM_USER } from 'src/model/item/itemId.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { applyChanges, diffItem } from 'src/model/item/diffItem.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { invalid, invalidAt, problem } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { ANY_STATE, type StateMachine, type Transition } from 'src/model/schema/StateMachine.ts';
import type { EventRule } from 'src/model/schema/TypeServer.ts';
import { pointerOf } from 'src/model/text/jsonPointer.ts';
import { compilePredicate } from 'src/server/access/actions/predicates.ts';
import type { RuleContext, RuleWriting } from 'src/server/rules/RuleNeeds.ts';
import { validateItem, followWrite, refuse, runAfterCommit } from 'src/server/rules/validateItem.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { asServer } from 'src/server/systemContext.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { todayOf } from 'src/server/store/calendars.ts';

export interface TransitionRequest {
  readonly id: ItemId;
  readonly name: string;
  readonly reason?: string | undefined;
  /** The version that the caller has seen. */
  readonly u?: number | undefined;
  /** True for the engine and for effects: no right is checked, and transitions that are `auto` run too. */
  readonly auto?: boolean | undefined;
}

export interface Moved {
  readonly stored: StoredItem;
  readonly before: StoredItem;
  readonly transition: Transition;
}

const MAX_REASON = 2_000;

export const stateOf = ({ property }: StateMachine, { properties }: Pick<StoredItem, 'properties'>): string =>
  String(properties[property] ?? '');

/** Returns the error for an item that changed after the caller read it. It carries the current state. */
export const movedProblem = (states: StateMachine, stored: StoredItem): Error =>
  invalid([
    { path: pointerOf([states.property]), message: 'errors.state.moved', params: { state: stateOf(states, stored) } },
  ]);

export const missingErrors = (paths: readonly string[], properties: Values): InvalidEntry[] =>
  paths
    .filter((path) => valuesAt(properties, path).every((value) => value === ''))
    .map((path) => ({ path: pointerOf(path.split('.')), message: 'errors.required' }));

export const reasonErrors = (asked: 'required' | 'optional' | undefined, reason: string | undefined): InvalidEntry[] =>
  asked === 'required' && (reason ?? '').trim() === '' ? [{ path: '/reason', message: 'errors.required' }] : [];

const startsFrom = ({ from }: Transition, state: string): boolean => from.includes(state) || from.includes(ANY_STATE);

/** Moved on since the version that the caller has seen, even if it has come back to where it was. */
const hasMovedSince = async (
  { services, db }: RuleContext,
  states: StateMachine,
  { stored, u }: { stored: StoredItem; u: number | undefined },
): Promise<boolean> => {
  if (u === undefined || u >= stored.u || u < 1) return false;
  const { before, unknown } = await services.items.changesSince(db, stored, u);
  return Object.hasOwn(before, states.property) || unknown.includes(states.property);
};

/** Throws `conflict` if a property that people write has changed since the version that the caller saw. */
const demandSeen = async (
  { services, db, readFilter }: RuleContext,
  type: ServerItemType,
  { stored, u }: { stored: StoredItem; u: number | undefined },
): Promise<void> => {
  if (u === undefined || u > stored.u || u < 1) throw invalidAt('/u', 'errors.state.unseen');
  if (u === stored.u) return;
  const { before, unknown } = await services.items.changesSince(db, stored, u);
  const isWritten = (name: string): boolean => type.properties[name]?.readOnly !== true;
  if ([...Object.keys(before), ...unknown].some(isWritten))
    throw problem('conflict', {
      current: (await services.items.view(db, readFilter, stored, 'act/transition')) as Json,
    });
};

const isGuarded = ({ services, subject, now }: RuleContext, { guard }: Transition, stored: StoredItem): boolean => {
  if (!guard) return false;
  const test = compilePredicate(guard, services.domain.predicates);
  return !test(subject, { ...stored, related: () => [], may: () => false }, now);
};

const setBy = async (
  context: RuleWriting,
  stored: StoredItem,
  sets: Readonly<Record<string, Json>>,
): Promise<Values> => {
  const { now, subject } = context;
  const changes: Record<string, Json> = {};
  for (const [name, value] of Object.entries(sets)) {
    if (value === '$now') changes[name] = now.toISOString();
    else if (value === '$today') changes[name] = await todayOf(context, stored);
    else changes[name] = value === '$user.id' ? (subject.userId ?? SYSTEM_USER) : value;
  }
  return changes;
};

/** Writes the events of a transition: its own, and those that a save of the same properties would cause. */
const writeEvents = async (
  context: RuleWriting,
  type: ServerItemType,
  { moved, changes, reason }: { readonly moved: Moved; readonly changes: Values; readonly reason: string | undefined },
): Promise<void> => {
  const { events } = context.services;
  const { stored, before, transition } = moved;
  const own = transition.event;
  const level = type.properties[type.states?.property ?? '']?.level ?? 'PUBLIC';
  const declared = events.ofChange(type, changes, stored.properties);
  const named = own ? declared.filter(({ rule }) => (rule as EventRule).paths !== undefined) : declared;
  const description = transition.reasonTo === undefined ? reason : undefined;
  // The reason for the new state, where the transition stores one.
  const because = changes[type.states?.why ?? ''];
  const to = typeof because === 'string' ? because : transition.to;
  const states = type.states && { from: stateOf(type.states, before), to };
  const all = [...(own ? [{ rule: own, level, description, moved: states }] : []), ...named];
  if (!context.many) await events.writeOfSave(context.tx, stored, all, writeMetadataOf(context));
};

interface Move {
  readonly type: ServerItemType;
  readonly before: StoredItem;
  readonly transition: Transition;
  readonly reason: string | undefined;
}

const writeMove = async (context: RuleWriting, { type, before, transition, reason }: Move): Promise<StoredItem> => {
  const { services, tx } = context;
  const set = await setBy(context, before, transition.sets);
  const wanted = { ...set, [type.states?.property ?? '']: transition.to };
  const next = applyChanges(before.properties, wanted);
  const complete = await validateItem({ context, type, stored: before, next, set: Object.keys(wanted) });
  const changes = diffItem(before.properties, complete);
  const kind = transition.event?.kind ?? transition.name;
  const { reasonTo } = transition;
  // A reason for a conversation between two parties is written there under the person's name. The item, which more people read, records the
  // server as the writer.
  const writer = reasonTo === undefined ? context : await asServer(context);
  const stored = await services.items.write(tx, before, changes, writeMetadataOf(writer), { kind });
  await writeEvents(writer, type, { moved: { stored, before, transition }, changes, reason });
  const reasonMessage = reasonTo !== undefined && reason ? { purpose: reasonTo, text: reason } : undefined;
  await followWrite(context, { stored, before: before.properties, said: reasonMessage });
  runAfterCommit(context, type, stored.id);
  return stored;
};

/**
 * Throws `notFound`, `notAllowed`, `conflict` where it was written in since it was looked at, or `invalid`: what is missing at its path, `errors.state.moved` where it has left the states that the
 * transition starts from, `errors.state.guard` where what is declared about the item itself does not hold.
 */
export const transitionItem = async (context: RuleWriting, request: TransitionRequest): Promise<Moved> => {
  const { services, readFilter, tx } = context;
  const { id, name, u = context.seen?.[id], auto = false } = request;
  const reason = request.reason?.trim().slice(0, MAX_REASON);
  const before = auto
    ? await services.items.find(tx, id, true)
    : await services.access.visible(tx, readFilter, id, true);
  const type = before && services.registry.types[before.type];
  const states = type?.states;
  const transition = states?.transitions.find((each) => each.name === name && (auto || !each.auto));
  if (!before || !states || !transition || transition.to === ANY_STATE) throw problem('notAllowed');
  if (!auto && !(await services.access.can(tx, readFilter, before, name))) throw problem('notAllowed');
  if (!startsFrom(transition, stateOf(states, before)) || (await hasMovedSince(context, states, { stored: before, u })))
    throw movedProblem(states, before);
  if (transition.seen && !auto) await demandSeen(context, type, { stored: before, u });
  refuse([
    ...(auto ? [] : reasonErrors(transition.reason, reason)),
    ...missingErrors(transition.requires, before.properties),
  ]);
  if (isGuarded(context, transition, before))
    throw invalid([{ path: pointerOf([states.property]), message: 'errors.state.guard' }]);
  const stored = await writeMove(context, { type, before, transition, reason });
  const moved = { stored, before, transition };
  for (const effect of transition.effects)
    await services.domain.effects[effect]?.(context, {
      ...{ item: stored, transition: name },
      reason: transition.reasonTo === undefined ? reason : undefined,
    });
  if (transition.effects.length === 0) return moved;
  // An effect may have written the item again.
  return { ...moved, stored: (await services.items.find(tx, id)) ?? stored };
};

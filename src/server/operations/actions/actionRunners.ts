// Runs the actions that answer at once: those of the engine and those that areas declare. Checks the input, reads the item and checks
// the declared right first. An action without a right, an input schema or code fails the start.

import { isRecord } from 'src/base/isRecord.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { invalid, problem } from 'src/model/problems.ts';
import type { ServerEndpointType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Context, PreparedWrite, ReadCost, ReadingContext, WritingContext } from 'src/server/context.ts';
import type { Domain } from 'src/server/extend.ts';
import { type EngineAction, engineActions } from 'src/server/operations/actions/engineActions.ts';
import { inputErrors, type InputErrors } from 'src/server/operations/actions/inputErrors.ts';

/** One action that answers at once. */
export interface Runner {
  /** Returns the cost of a read; undefined for a write. Accepts any body. */
  cost(body: Json | undefined): ReadCost | undefined;
  run(body: Values, context: Context): Promise<Json>;
  prepare?(body: Values, context: ReadingContext): Promise<PreparedWrite>;
}

const LARGEST = 2147483647;
/** Area of what schemas/engine declares. */
const ENGINE = 'engine';

export const targetOf = ({ _t, _i }: Values): string => {
  const wrong = [
    ...(typeof _t === 'string' ? [] : [{ path: '/_t', message: 'errors.required' }]),
    ...(typeof _i === 'number' && Number.isInteger(_i) ? [] : [{ path: '/_i', message: 'errors.required' }]),
  ];
  if (wrong.length > 0) throw invalid(wrong);
  if ((_i as number) < 1 || (_i as number) > LARGEST) throw problem('invalidId');
  return itemId(_t as string, _i as number);
};

export const checkedInput = (body: Values, errorsOf: InputErrors): Values => {
  const input = Object.fromEntries(Object.entries(body).filter(([name]) => name !== '_t' && name !== '_i'));
  const errors = errorsOf(input);
  if (errors.length > 0) throw invalid(errors);
  return input;
};

/** Returns the context of a write. Dispatch opens a transaction for every write. */
export const inTransaction = (context: Context): WritingContext => {
  const { tx } = context;
  if (!tx) throw new Error('A write runs in a transaction.');
  return { ...context, tx };
};

const withoutTransaction = (context: Context): ReadingContext => {
  if (context.tx) throw new Error('A read runs without a transaction.');
  return { ...context, tx: undefined };
};

/** Reads the item that the body names and checks the declared right. A write locks it. */
const itemFor = async (body: Values, { name, right, effect }: ServerEndpointType, context: Context): Promise<Item> => {
  const { services, db, readFilter } = context;
  const stored = await services.access.visible(db, readFilter, targetOf(body), effect === 'write');
  if (!(await services.access.can(db, readFilter, stored, right ?? 'read'))) throw problem('notAllowed');
  return await services.items.view(db, readFilter, stored, `act/${name}`);
};

const codeOf = <Code>(all: Readonly<Record<string, Code>>, name: string): Code | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined;

const domainRunner = (action: ServerEndpointType, { actions, reads }: Domain): Runner => {
  const { name, input, effect } = action;
  const read = codeOf(reads, name);
  const write = codeOf(actions, name);
  if (effect === 'read' ? !read || write : !write || read)
    throw new Error(`The action ${name} is declared a ${effect} but has no such code in the Domain`);
  const errorsOf = inputErrors(input);
  return {
    cost: () => (read ? { limit: 'search', count: 1 } : undefined),
    async run(body, context) {
      const item = await itemFor(body, action, context);
      const given = checkedInput(body, errorsOf);
      if (read) return await read(item, given, withoutTransaction(context));
      return (await write?.(item, given, inTransaction(context))) ?? {};
    },
  };
};

const domainRunners = ({ actions }: ServerRegistry, domain: Domain): [string, Runner][] =>
  Object.values(actions)
    .filter(({ area, mode }) => area !== ENGINE && mode === undefined)
    .map((action) => [action.name, domainRunner(action, domain)]);

const targetFor = (on: ServerEndpointType['on'], body: Values, { subject }: Context): string => {
  if (on === 'none') return '';
  const target = targetOf(body);
  if (on === 'self' && target !== subject.userId && target !== subject.actingAdminId) throw problem('notAllowed');
  return target;
};

interface Asked {
  readonly input: Values;
  readonly target: ItemId;
}

const readCostOf = (action: EngineAction, body: Json | undefined): ReadCost =>
  action.searches
    ? { limit: 'search', count: action.searches(isRecord(body) ? (body as Values) : {}) }
    : { limit: 'other', count: 1 };

const engineRunner = (action: EngineAction, { on, effect, input }: ServerEndpointType): Runner => {
  const { name, visitors, run, prepare } = action;
  if (run === undefined ? !prepare || effect === 'read' : prepare)
    throw new Error(`The action ${name} needs either \`run\` or, for a write, \`prepare\``);
  const errorsOf = inputErrors(input);
  const asked = (body: Values, context: Context): Asked => {
    if (context.subject.userId === undefined && visitors !== true) throw problem('notSignedIn');
    const target = targetFor(on, body, context);
    return { input: checkedInput(body, errorsOf), target };
  };
  const contextOf = effect === 'read' ? withoutTransaction : inTransaction;
  return {
    cost: (body) => (effect === 'read' ? readCostOf(action, body) : undefined),
    async run(body, context) {
      const { input, target } = asked(body, context);
      return (await run?.(input, contextOf(context), target)) ?? {};
    },
    ...(prepare && {
      async prepare(body, context) {
        const { input, target } = asked(body, context);
        return await prepare(input, context, target);
      },
    }),
  };
};

const engineRunners = ({ actions }: ServerRegistry): [string, Runner][] =>
  [...engineActions.values()].map((action) => {
    const declared = codeOf(actions, action.name);
    if (!declared) throw new Error(`The action ${action.name} has code but is not declared`);
    return [action.name, engineRunner(action, declared)];
  });

/** Returns the runners of all actions that answer at once, by name. */
export const actionRunners = (registry: ServerRegistry, domain: Domain): ReadonlyMap<string, Runner> =>
  new Map([...domainRunners(registry, domain), ...engineRunners(registry)]);

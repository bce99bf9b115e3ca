// One table of every state of a message, every operation and every caller, with the right, the notices and the resulting message.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { casesToTake } from 'tests/runner/parts.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

let world: ProductWorld;
let record: ItemId;
beforeAll(async () => {
  world = await openProductWorld();
  record = await world.newItem({ type: 'ArchiveEntry', level: 'PUBLIC', mark: 'talked of' });
});
afterAll(() => world.stop());

/** Its author may change a message for 15 minutes. */
const STATES = ['new', 'changed', 'late', 'struck out'] as const;
type State = (typeof STATES)[number];

/** The author is the creator of the tables; who only reads the conversation does no more than that with what others said. */
const RIGHTS = ['reads', 'writes', 'strikes', 'deletes'] as const;
type Right = (typeof RIGHTS)[number];
const PEOPLE: readonly { readonly who: string; readonly rights: readonly Right[] }[] = [
  { who: 'visitor', rights: [] },
  { who: 'stranger', rights: [] },
  { who: 'participant', rights: ['reads'] },
  { who: 'member', rights: ['reads'] },
  { who: 'capability holder', rights: ['reads'] },
  { who: 'creator', rights: ['reads', 'writes', 'strikes'] },
  { who: 'protected reader', rights: ['reads'] },
  { who: 'private reader', rights: ['reads'] },
  { who: 'owner administrator', rights: ['reads', 'strikes'] },
  // Passes every check of rights, and yet puts no words into another's mouth: see the refusals of the rules below.
  { who: 'administrator', rights: RIGHTS },
];

interface Message {
  readonly id: ItemId;
  readonly other: ItemId;
  readonly _u: Json;
}

interface Operation {
  readonly name: string;
  readonly right: Right;
  /** The reason for which the action is refused although the right exists; empty if it is done. */
  readonly rule?: (who: string, state: State) => string;
  readonly run: (actor: string, message: Message) => Promise<Answer>;
}

const changed =
  (changes: (message: Message) => Body): Operation['run'] =>
  (actor, message) =>
    world.ask(actor, 'update', { $id: message.id, _u: message._u, ...changes(message) });
const actOn = (actor: string, action: string, id: ItemId): Promise<Answer> => {
  const [_t = '', _i = ''] = id.split('-');
  return world.ask(actor, `act/${action}`, { _t, _i: Number(_i) });
};

const REASON: Readonly<Record<State, string>> = {
  new: '',
  changed: '',
  late: 'errors.message.late',
  'struck out': 'errors.message.struck',
};
const byAuthor = (who: string, state: State): string =>
  state !== 'struck out' && who !== 'creator' ? 'errors.message.others' : REASON[state];

const OPERATIONS: readonly Operation[] = [
  { name: 'read', right: 'reads', run: (actor, { id }) => world.ask(actor, `read/${id}`) },
  { name: 'change the text', right: 'writes', rule: byAuthor, run: changed(() => ({ body: 'Otherwise.' })) },
  {
    name: 'mention',
    right: 'writes',
    rule: byAuthor,
    run: changed(() => ({ mentions: [world.idOf('member')] })),
  },
  {
    name: 'move to another conversation',
    right: 'writes',
    rule: () => 'errors.message.moved',
    run: changed(({ other }) => ({ thread: other })),
  },
  { name: 'strike out', right: 'strikes', run: (actor, { id }) => actOn(actor, 'strikeMessage', id) },
  { name: 'delete', right: 'deletes', run: (actor, { id, _u }) => world.ask(actor, `delete/${id}`, { _u }) },
];

const propertiesOf = async (id: ItemId): Promise<Body> => {
  const answer = await world.ask('administrator', `read/${id}`);
  return 'ok' in answer ? (answer.ok as Body) : {};
};

const refusalIn = (answer: Answer): string => {
  if ('ok' in answer) return '';
  const { errors = [] } = (answer.params ?? {}) as { readonly errors?: readonly { readonly message: string }[] };
  return errors[0]?.message ?? answer.refused;
};

const expectedOf = (who: string, state: State, { right, rule }: Operation, rights: readonly Right[]): string => {
  if (rights.includes(right)) return rule?.(who, state) ?? '';
  if (who === 'visitor') return 'notAllowed';
  return rights.includes('reads') ? 'notAllowed' : 'notFound';
};

const newThread = async (mark: string, participants: readonly ItemId[]): Promise<ItemId> => {
  const more = { subject: 'S', context: record, contextType: 'ArchiveEntry', owner: world.own, participants };
  const [id = ''] = await world.add([{ type: 'Thread', level: 'COMMUNITY', mark, more }]);
  return id;
};

/** The message after its earlier events. */
const put = async (thread: ItemId, other: ItemId, state: State): Promise<Message> => {
  const said = await world.ask('creator', 'create/Message', { thread, body: 'First.' });
  const id = 'ok' in said ? String((said.ok as Body)['$id']) : '';
  if (state === 'changed') await world.ask('creator', 'update', { $id: id, _u: 1, body: 'Second.' });
  if (state === 'late') await world.change(id, { editableUntil: new Date(Date.now() - 60_000).toISOString() });
  if (state === 'struck out') await actOn('creator', 'strikeMessage', id);
  return { id, other, _u: (await propertiesOf(id))['_u'] ?? 1 };
};

const asked = casesToTake(
  'messages: states and people',
  STATES.flatMap((state) => PEOPLE.map((person) => ({ state, person }))),
  ({ state, person }) => `${state} ${person.who}`,
);

describe.each([...new Set(asked.map(({ state }) => state))])('[CONV-01] a message that is %s', (state) => {
  it.each(asked.filter((each) => each.state === state).map(({ person }) => person))(
    'answers the $who as the table says',
    async ({ who, rights }) => {
      const actor = who === 'participant' ? 'stranger' : who;
      const participants = who === 'participant' ? [world.idOf('stranger')] : [];
      const thread = await newThread(`${state} ${who}`, participants);
      const other = await newThread(`${state} ${who} other`, participants);
      let message = await put(thread, other, state);
      let before = await propertiesOf(message.id);
      for (const operation of OPERATIONS) {
        const { name, right, run } = operation;
        const refusal = refusalIn(await run(actor, message));
        expect({ name, refusal }).toEqual({ name, refusal: expectedOf(who, state, operation, rights) });
        const after = await propertiesOf(message.id);
        if (refusal !== '' || right === 'reads') {
          expect({ name, after }).toEqual({ name, after: before });
          continue;
        }
        const isStruck = state === 'struck out' || right === 'strikes';
        expect({ name, by: after['struckBy'], said: 'body' in after, gone: after['$id'] === undefined }).toEqual({
          name,
          // The first person who deleted it stays recorded.
          by: isStruck && right !== 'deletes' ? world.idOf(state === 'struck out' ? 'creator' : who) : undefined,
          said: !isStruck && right !== 'deletes',
          gone: right === 'deletes',
        });
        message = await put(thread, other, state);
        before = await propertiesOf(message.id);
      }
    },
  );
});

// One table of every state of a conversation, every operation and every caller, with the right and the resulting state.

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

/**
 * Rights: to read, write and mark as read; to lead (resolve, reopen, rename); to name others and set dates; to delete messages of the
 * creator; and to delete the conversation.
 */
const RIGHTS = ['says', 'leads', 'assigns', 'strikes', 'deletes'] as const;
type Right = (typeof RIGHTS)[number];
const PEOPLE: readonly { readonly who: string; readonly rights: readonly Right[] }[] = [
  { who: 'visitor', rights: [] },
  { who: 'stranger', rights: [] },
  { who: 'participant', rights: ['says', 'leads'] },
  { who: 'member', rights: ['says'] },
  { who: 'capability holder', rights: ['says'] },
  { who: 'creator', rights: ['says', 'leads', 'assigns', 'strikes'] },
  { who: 'protected reader', rights: ['says', 'leads', 'assigns'] },
  { who: 'private reader', rights: ['says', 'leads', 'assigns'] },
  { who: 'owner administrator', rights: RIGHTS },
  { who: 'administrator', rights: RIGHTS },
];

interface Operation {
  readonly name: string;
  readonly right: Right;
  /** Value of `resolved` afterwards; otherwise the state stays. */
  readonly after?: boolean;
  readonly run: (actor: string, thread: Thread) => Promise<Answer>;
}

/** A conversation in which the creator has said something. */
interface Thread {
  readonly id: ItemId;
  readonly message: ItemId;
  readonly _u: Json;
}

const changed =
  (changes: () => Body): Operation['run'] =>
  (actor, { id, _u }) =>
    world.ask(actor, 'update', { $id: id, _u, ...changes() });
const act = (actor: string, action: string, id: ItemId, input: Body = {}): Promise<Answer> => {
  const [_t = '', _i = ''] = id.split('-');
  return world.ask(actor, `act/${action}`, { _t, _i: Number(_i), ...input });
};

const OPERATIONS: readonly Operation[] = [
  {
    name: 'say',
    right: 'says',
    run: (actor, { id }) => world.ask(actor, 'create/Message', { thread: id, body: 'Said.' }),
  },
  { name: 'mark read', right: 'says', run: (actor, { id }) => act(actor, 'markRead', id, { seen: 1 }) },
  { name: 'resolve', right: 'leads', after: true, run: changed(() => ({ resolved: true })) },
  { name: 'open again', right: 'leads', after: false, run: changed(() => ({ resolved: false })) },
  { name: 'change the subject', right: 'leads', run: changed(() => ({ subject: 'Another' })) },
  { name: 'assign', right: 'assigns', run: changed(() => ({ assignedTo: world.idOf('private reader') })) },
  { name: 'set a date', right: 'assigns', run: changed(() => ({ assignedDue: '2031-05-01' })) },
  { name: 'name participants', right: 'assigns', run: changed(() => ({ participants: [world.idOf('member')] })) },
  { name: 'ask for', right: 'assigns', run: changed(() => ({ actionType: 'REPLY' })) },
  { name: 'strike out', right: 'strikes', run: (actor, { message }) => act(actor, 'strikeMessage', message) },
  { name: 'delete', right: 'deletes', run: (actor, { id, _u }) => world.ask(actor, `delete/${id}`, { _u }) },
];

const propertiesOf = async (id: ItemId): Promise<Body> => {
  const answer = await world.ask('administrator', `read/${id}`);
  return 'ok' in answer ? (answer.ok as Body) : {};
};

const asked = casesToTake(
  'conversations: states and people',
  [false, true].flatMap((resolved) => PEOPLE.map((person) => ({ resolved, person }))),
  ({ resolved, person }) => `${resolved} ${person.who}`,
);

describe.each([false, true])('resolved: %s', (resolved) => {
  it.each(asked.filter((each) => each.resolved === resolved).map(({ person }) => person))(
    '[CONV-01] [PERM-05] $who does exactly what the table says',
    async ({ who, rights }) => {
      const actor = who === 'participant' ? 'stranger' : who;
      const taking: Body = who === 'participant' ? { participants: [world.idOf('stranger')] } : {};
      for (const { name, right, after, run } of OPERATIONS) {
        const more = {
          subject: 'S',
          context: record,
          contextType: 'ArchiveEntry',
          owner: world.own,
          resolved,
          ...taking,
        };
        const mark = `${who} ${name}`;
        const [id = ''] = await world.add([{ type: 'Thread', level: 'COMMUNITY', mark, more }]);
        const said = { thread: id, body: 'First.', author: world.idOf('creator'), struckBy: null };
        const [message = ''] = await world.add([{ type: 'Message', level: 'COMMUNITY', mark, more: said }]);
        const { _u = 1 } = await propertiesOf(id);
        const answer = await run(actor, { id, message, _u });
        const now = await propertiesOf(id);
        const may = rights.includes(right);
        const isGone = may && right === 'deletes';
        expect({ name, may: 'ok' in answer, resolved: now['resolved'] }).toEqual({
          ...{ name, may },
          resolved: isGone ? undefined : may && after !== undefined ? after : resolved,
        });
        if (!may) expect({ name, _u: now['_u'] }).toEqual({ name, _u });
        if (right === 'strikes') expect('body' in (await propertiesOf(message))).toBe(!may);
        const reads = 'ok' in (await world.ask(actor, `read/${id}`));
        expect({ name, reads }).toEqual({ name, reads: rights.includes('says') && !isGone });
      }
    },
  );
});

// Every state of a conversation, every operation on it, everybody who may ask: one table of who may do what, and of the state after it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

let world: ProductWorld;
let record: ItemId;
beforeAll(async () => {
  world = await openProductWorld();
  record = await world.newItem({ type: 'ArchiveEntry', level: 'PUBLIC', mark: 'talked of' });
});
afterAll(() => world.stop());

/** Who reads and says, who leads (resolves and opens again), and who names others and sets dates. */
const PEOPLE = [
  { who: 'visitor', says: false, leads: false, assigns: false },
  { who: 'stranger', says: false, leads: false, assigns: false },
  { who: 'participant', says: true, leads: true, assigns: false },
  { who: 'member', says: true, leads: false, assigns: false },
  { who: 'capability holder', says: true, leads: false, assigns: false },
  { who: 'creator', says: true, leads: true, assigns: true },
  { who: 'protected reader', says: true, leads: true, assigns: true },
  { who: 'private reader', says: true, leads: true, assigns: true },
  { who: 'owner administrator', says: true, leads: true, assigns: true },
  { who: 'administrator', says: true, leads: true, assigns: true },
] as const;
type Right = 'says' | 'leads' | 'assigns';

interface Operation {
  readonly name: string;
  readonly right: Right;
  /** Of `resolved`, after it was done; otherwise the state stays. */
  readonly after?: boolean;
  readonly body: () => Body;
}

const OPERATIONS: readonly Operation[] = [
  { name: 'say', right: 'says', body: () => ({ body: 'Said.' }) },
  { name: 'resolve', right: 'leads', after: true, body: () => ({ resolved: true }) },
  { name: 'open again', right: 'leads', after: false, body: () => ({ resolved: false }) },
  { name: 'assign', right: 'assigns', body: () => ({ assignedTo: world.idOf('private reader') }) },
  { name: 'set a date', right: 'assigns', body: () => ({ assignedDue: '2031-05-01' }) },
  { name: 'name participants', right: 'assigns', body: () => ({ participants: [world.idOf('member')] }) },
  { name: 'ask for', right: 'assigns', body: () => ({ actionType: 'REPLY' }) },
];

const propertiesOf = async (id: ItemId): Promise<Body> => {
  const answer = await world.ask('administrator', `read/${id}`);
  return 'ok' in answer ? (answer.ok as Body) : {};
};

describe.each([false, true])('resolved: %s', (resolved) => {
  it.each(PEOPLE)('[CONV-01] [PERM-05] $who does exactly what the table says', async ({ who, ...rights }) => {
    const actor = who === 'participant' ? 'stranger' : who;
    const taking: Body = who === 'participant' ? { participants: [world.idOf('stranger')] } : {};
    const found: unknown[] = [];
    for (const { name, right, after, body } of OPERATIONS) {
      const more = {
        subject: 'S',
        context: record,
        contextType: 'ArchiveEntry',
        owner: world.own,
        resolved,
        ...taking,
      };
      const [thread = ''] = await world.add([{ type: 'Thread', level: 'COMMUNITY', mark: `${who} ${name}`, more }]);
      const { _u = 1 } = await propertiesOf(thread);
      const answer: Answer =
        name === 'say'
          ? await world.ask(actor, 'create/Message', { thread, ...body() })
          : await world.ask(actor, 'update', { $id: thread, _u, ...body() });
      const now = await propertiesOf(thread);
      const may = rights[right];
      found.push({ name, may: 'ok' in answer, resolved: now['resolved'] });
      expect(found.at(-1)).toEqual({ name, may, resolved: may && after !== undefined ? after : resolved });
      if (!may) expect({ name, _u: now['_u'] }).toEqual({ name, _u });
      const reads = 'ok' in (await world.ask(actor, `read/${thread}`));
      expect({ name, reads }).toEqual({ name, reads: rights.says });
    }
  });
});

// A letter together with actions that move its response: the steps of a workflow that propose, approve and send it, and a withdrawal.

import { expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import type { Answer } from 'tests/product/productWorld.ts';
import { STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';

const letters = useLetterWorld();
const { add, act, read, move, newResponse, change, ready, send } = letters;

it('[WF-02] [CONS-02] a request that is withdrawn stops its letters', async () => {
  const asked = await add('Consultation', {
    ...{ projectName: 'Dam', primaryOrg: letters.proponent, communities: [letters.world.own], state: 'CONSULTING' },
  });
  const about = await newResponse(asked);
  const [proposed, approved] = [await ready(about), await ready(about)];
  okOf(await move(STAFF, approved, 'approve'));
  okOf(await act(STAFF, 'recordSending/async', approved, { by: 'POST', date: '2026-01-01' }));
  okOf(await act('administrator', 'transition', asked, { name: 'withdraw', reason: 'No money' }));
  await letters.world.runJobs();
  for (const id of [proposed, approved]) {
    expect(await read(id)).toMatchObject({ state: 'STOPPED' });
    const u = (await read(id))['_u'] ?? 0;
    expect(JSON.stringify(await move(STAFF, id, 'approve'))).toContain('errors.state.moved');
    expect(JSON.stringify(await act(STAFF, 'sendLetter/async', id))).toContain('errors.letter.notApproved');
    expect(await letters.world.ask('administrator', 'update', { $id: id, _u: u, subject: 'x' })).toHaveProperty(
      'refused',
    );
  }
  expect(JSON.stringify(await act(STAFF, 'draftLetter', about, { template: letters.template }))).toContain(
    'errors.letter.withdrawn',
  );
  const own = { context: about, subject: 'x', body: 'x', to: letters.proponent };
  expect(JSON.stringify(await letters.world.ask('administrator', 'create/Letter', own))).toContain(
    'errors.letter.withdrawn',
  );
});

it('[WF-02] the steps of a workflow and their letter go together, in either order', async () => {
  const about = await newResponse();
  const kinds = ['PROPOSE', 'APPROVE', 'SEND'];
  const steps = kinds.map((kind, at) => ({ key: kind, kind: `RWF_LETTER_${kind}`, label: kind, group: at + 1 }));
  okOf(await act('administrator', 'initManual', about, { steps: steps as never }));
  const { items, database } = letters.world.services;
  const stepIds = await Promise.all(
    ['RwfLetterPropose', 'RwfLetterApprove', 'RwfLetterSend'].map(
      async (type) => (await items.holding(database, { type, path: 'of', id: about }))[0] ?? '',
    ),
  );
  const [propose = '', approve = '', sending = ''] = stepIds;
  const complete = (step: ItemId, more: Body = {}): Promise<Answer> =>
    act(STAFF, 'setStepState', about, { step, state: 'COMPLETE', ...more });
  expect(JSON.stringify(await complete(propose))).toContain('/letter');
  const id = await ready(about);
  expect(await read(propose)).toMatchObject({ letter: id });
  okOf(await complete(propose));
  expect(await read(approve)).toMatchObject({ letter: id, state: 'ACTIVE' });
  const look = async (): Promise<Body> => ({ seen: { [id]: (await read(id))['_u'] ?? 0 } });
  // Deleted while it is drafted from: the letter has its text.
  okOf(
    await letters.world.ask('administrator', `delete/${letters.template}`, {
      _u: (await read(letters.template))['_u'] ?? 0,
    }),
  );
  expect(await act(STAFF, 'draftLetter', about, { template: letters.template })).toMatchObject({ refused: 'notFound' });
  // It can be approved neither unread nor in a version before another person's edit.
  expect(JSON.stringify(await complete(approve))).toContain('errors.letter.unseen');
  const before = await look();
  await change(id, { signature: 'B. Sample' });
  expect(await complete(approve, before)).toMatchObject({ refused: 'conflict' });
  expect(await read(approve)).toMatchObject({ state: 'ACTIVE' });
  // Read earlier, on the page of the letter: by the same person, and as it is now.
  const markRead = async (actor: string, u: Json): Promise<Answer> => act(actor, 'markRead', id, { seen: u });
  const { _u: u = 0 } = await read(id);
  okOf(await markRead('administrator', u));
  expect(JSON.stringify(await complete(approve))).toContain('errors.letter.unseen');
  okOf(await markRead(STAFF, u));
  await change(id, { signature: 'C. Sample' });
  expect(await complete(approve)).toMatchObject({ refused: 'conflict' });
  okOf(await markRead(STAFF, (await read(id))['_u'] ?? 0));
  okOf(await complete(approve));
  expect(await read(id)).toMatchObject({ state: 'APPROVED' });
  expect(JSON.stringify(await complete(sending))).toContain('errors.letter.notSent');
  await send(id, 'POST');
  expect(await read(sending)).toMatchObject({ state: 'COMPLETE', by: 'POST', letter: id });
  expect((await read(id))['thread']).toBeUndefined();
});

// Claims as attacked by visitors, other organizations and members: forged forms, belongings of others, and what is learned in passing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, operationsOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

const HOLDER = 'capability holder';
const OUTSIDERS = ['visitor', 'stranger'] as const;
const WORD = 'canaryloom';

let world: ProductWorld;
let theirs: ItemId;
const { act, organizationOf, read, save } = operationsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
  theirs = await organizationOf('stranger');
  await world.change(theirs, { type: 'MUSEUM' });
});
afterAll(() => world.stop());

const createAs = (actor: string, type: string, body: Body): Promise<Answer> => world.ask(actor, `create/${type}`, body);
const claimBody = (more: Body = {}): Body => ({
  title: `Claim ${WORD}`,
  owner: world.own,
  institution: theirs,
  ...more,
});
const claimWith = async (more: Body = {}): Promise<ItemId> =>
  String(okOf(await createAs(HOLDER, 'RepatriationClaim', claimBody(more)))['$id']);
const belongingOf = (mark: string, more: Body = {}, level: 'PUBLIC' | 'PRIVATE' = 'PUBLIC'): Promise<ItemId> =>
  world.newItem({ type: 'Belonging', level, mark, more: { title: mark, ...more } });
const claimNow = (claim: ItemId, more: Body = {}): Promise<Answer> =>
  act(HOLDER, 'transition', claim, { name: 'makeClaim', props: { claimed: '2026-03-01', ...more } });

describe('[BEL-01] [PERM-01] the form of a claim', () => {
  it('is refused for everyone without the right in the organization', async () => {
    for (const actor of ['visitor', 'stranger', 'member', 'protected reader', 'private reader'])
      expect({ actor, isMade: 'ok' in (await createAs(actor, 'RepatriationClaim', claimBody())) }).toEqual({
        actor,
        isMade: false,
      });
    const inOther = claimBody({ owner: theirs, institution: world.own });
    expect('refused' in (await createAs(HOLDER, 'RepatriationClaim', inOther))).toBe(true);
  });

  it('takes no state, author, number or workflow from the client', async () => {
    const forged: readonly Body[] = [
      { state: 'HOME' },
      { state: 'CLAIMED', claimed: '2020-01-01' },
      { createdBy: world.idOf('administrator') },
      { created: '2001-01-01T00:00:00.000Z' },
      { $id: 'RepatriationClaim-900001' },
      { _wf: { state: 'DONE' } },
    ];
    for (const more of forged) {
      const answer = await createAs(HOLDER, 'RepatriationClaim', claimBody(more));
      if (!('ok' in answer)) continue;
      const made = await read('administrator', String(okOf(answer)['$id']));
      for (const [name, value] of Object.entries(more))
        expect({ name, value: made[name] }).not.toEqual({ name, value });
    }
    const claim = await claimWith();
    expect(await save(HOLDER, claim, { state: 'HOME' })).toMatchObject({ refused: expect.any(String) });
    expect((await read(HOLDER, claim))['state']).toBe('DRAFT');
  });

  it('changes nothing but what a transition asks for, and skips no state', async () => {
    const claim = await claimWith({ belongings: [await belongingOf('Skipped')] });
    const step = (name: string, props: Body): Promise<Answer> => act(HOLDER, 'transition', claim, { name, props });
    expect(await step('bringHome', { arrived: '2026-05-05' })).toMatchObject({ refused: expect.any(String) });
    for (const more of [{ $access: 'PUBLIC' }, { owner: theirs }, { state: 'HOME' }, { ceremonyNotes: 'x' }] as Body[])
      expect(await claimNow(claim, more)).toMatchObject({ refused: expect.any(String) });
    const after = await read('administrator', claim);
    expect(after).toMatchObject({ state: 'DRAFT', owner: world.own, $access: 'PROTECTED' });
    expect(after['ceremonyNotes']).toBeUndefined();
  });
});

describe('[BEL-01] [PERM-01] the belongings of a claim', () => {
  it('are answered alike, whether they are hidden or do not exist', async () => {
    const hidden = await belongingOf('Hidden here', {}, 'PRIVATE');
    const elsewhere = await belongingOf('Hidden there', { owner: theirs }, 'PRIVATE');
    const answers = await Promise.all(
      [hidden, elsewhere, 'Belonging-987654'].map(async (id) => {
        const answer = await createAs(HOLDER, 'RepatriationClaim', claimBody({ belongings: [id] }));
        return JSON.stringify(answer).replaceAll(id, 'ID');
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('refused');
  });

  it('stay as they are when they have moved to another organization since', async () => {
    const basket = await belongingOf('Moved basket');
    const claim = await claimWith({ belongings: [basket] });
    await world.change(basket, { owner: theirs });
    expect(await claimNow(claim)).toMatchObject({
      refused: 'invalid',
      params: { errors: [{ path: '/belongings/0', message: 'errors.claim.otherOwner' }] },
    });
    await world.change(basket, { owner: world.own });
    okOf(await claimNow(claim));
    await world.change(basket, { owner: theirs });
    const before = await read('administrator', basket);
    okOf(await act(HOLDER, 'transition', claim, { name: 'withdraw', reason: 'Moved.' }));
    expect(await read('administrator', basket)).toEqual(before);
  });
});

it('[BEL-01] [PERM-01] a claim tells outsiders nothing: by search, counts, filters, suggestions, exports, history or the belonging itself', async () => {
  const basket = await belongingOf('Open basket');
  const claim = await claimWith({ belongings: [basket], parties: [{ party: theirs, role: 'HOLDER' }] });
  okOf(await claimNow(claim));
  const claims: Body = { must: { _t: ['RepatriationClaim'] } };
  for (const actor of OUTSIDERS) {
    const seen: unknown[] = [];
    const ask = async (operation: string, body?: Json): Promise<unknown> => {
      const answer = await world.ask(actor, operation, body);
      seen.push(answer);
      return 'ok' in answer ? answer.ok : answer;
    };
    for (const operation of ['read', 'label', 'history'])
      await ask(`${operation}/${claim}`, operation === 'history' ? {} : undefined);
    for (const id of [basket, theirs]) {
      await ask(`history/${id}`, {});
      const item = await ask(`read/${id}`);
      expect(item).not.toMatchObject({ claimCount: 1 });
    }
    await ask('suggest', { text: WORD });
    await ask('search/ids', { must: { text: [WORD] }, labels: true });
    for (const must of [{ belongings: [basket] }, { institution: [theirs] }, { 'parties.party': [theirs] }] as Body[])
      expect(await ask('search/ids', { must: { _t: ['RepatriationClaim'], ...must } })).not.toMatchObject({ total: 1 });
    const counted = await ask('search/ids', { must: { _t: ['Belonging'], claimCount: [{ from: 1 }] } });
    expect(counted).not.toMatchObject({ ids: expect.arrayContaining([basket]) });
    const related = await ask('search/ids', { must: { _t: ['Belonging'] }, subs: { claims: claims } });
    expect(related).not.toMatchObject({ ids: expect.arrayContaining([basket]) });
    expect(await ask('count', { queries: { all: claims } })).toEqual({ totals: { all: 0 } });
    for (const format of ['csv', 'json'] as const) seen.push(await world.exported(actor, { format, query: claims }));
    seen.push(await world.exported(actor, { format: 'json', ids: [basket] }));
    const told = JSON.stringify(seen);
    expect({ actor, told: [WORD, claim].filter((text) => told.includes(text)) }).toEqual({ actor, told: [] });
  }
});

it('[BEL-01] [NTFY-02] a person outside of the organization who is named as responsible gets no notice and no email of a claim', async () => {
  const claim = await claimWith({ belongings: [await belongingOf('Told basket')] });
  await world.change(claim, { responsible: [world.idOf('stranger'), world.idOf('member')] });
  await world.followAll([claim]);
  okOf(await claimNow(claim));
  await world.runJobs();
  for (const actor of ['stranger', 'member']) {
    const user = targetOf(world.idOf(actor));
    const told = JSON.stringify([
      await world.ask(actor, 'act/fetchNotifications', { ...user, max: 100 }),
      await world.lettersTo(actor),
    ]);
    expect({ actor, told: told.includes(WORD) || told.includes(claim) }).toEqual({ actor, told: false });
  }
});

// Belongings of the product: their claims and states, the history of their status, cultural care notes, institutions, and pictures that people
// identify.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, operationsOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const HOLDER = 'capability holder';

let world: ProductWorld;
let museum: ItemId;
const { act, move, read, save } = operationsOf(() => world);

const create = async (actor: string, type: string, body: Body): Promise<ItemId> =>
  String(okOf(await world.ask(actor, `create/${type}`, body))['$id']);

const belonging = (title: string, more: Body = {}): Promise<ItemId> =>
  create(HOLDER, 'Belonging', { title, owner: world.own, institution: museum, ...more });

const claimFor = (belongings: readonly ItemId[]): Promise<ItemId> =>
  create(HOLDER, 'RepatriationClaim', {
    title: 'A claim',
    owner: world.own,
    institution: museum,
    belongings: [...belongings],
  });

/** Moves the claim with the values that the transition asks for. */
const moveWith = async (claim: ItemId, name: string, props: Body, reason?: string): Promise<Body> =>
  okOf(await act(HOLDER, 'transition', claim, { name, props, ...(reason !== undefined && { reason }) }));

const statusOf = async (id: ItemId): Promise<Json | undefined> => (await read(HOLDER, id))['repatriationStatus'];

beforeAll(async () => {
  world = await openProductWorld();
  museum = await world.newItem({
    type: 'Organization',
    level: 'PUBLIC',
    mark: 'museum',
    more: { displayName: 'Museum of the Far Shore', type: 'MUSEUM' },
  });
});
afterAll(() => world.stop());

describe('[BEL-01] the status of a belonging', () => {
  it('is that of the latest entry of its history, also when the dates are approximate', async () => {
    const statusHistory = [
      { status: 'REPATRIATED', date: '2024-05-01' },
      { status: 'LONG_TERM_LOAN', date: '1998~' },
      { status: 'IN_TRANSIT', date: '2024-04' },
    ];
    const id = await belonging('Basket', { statusHistory });
    expect(await statusOf(id)).toBe('REPATRIATED');
    okOf(await save(HOLDER, id, { statusHistory: [...statusHistory, { status: 'SHORT_TERM_LOAN', date: '2025-01' }] }));
    expect(await statusOf(id)).toBe('SHORT_TERM_LOAN');
    okOf(await save(HOLDER, id, { statusHistory: null }));
    expect(await statusOf(id)).toBeUndefined();
  });

  it('cannot be written by itself', async () => {
    const id = await belonging('Tray');
    expect(await save(HOLDER, id, { repatriationStatus: 'REPATRIATED' })).toMatchObject({ refused: 'invalid' });
  });
});

describe('[BEL-01] a claim', () => {
  it('goes from the inquiry to the homecoming, and each step is dated in the history of its belongings', async () => {
    const basket = await belonging('Burden basket');
    const claim = await claimFor([basket]);
    await moveWith(claim, 'askInstitution', { inquired: '2026-01-10' });
    expect(await statusOf(basket)).toBeUndefined();
    await moveWith(claim, 'makeClaim', { claimed: '2026-02-01' });
    await moveWith(claim, 'confirmReceipt', { received: '2026-02-09' });
    expect(await move(HOLDER, claim, 'agreeReturn')).toMatchObject({ refused: 'invalid' });
    const determinations = [{ subject: 'RETURN', outcome: 'CONFIRMED', by: museum, date: '2026-04-01' }];
    okOf(await save(HOLDER, claim, { determinations }));
    await moveWith(claim, 'agreeReturn', { decided: '2026-04-01' });
    await moveWith(claim, 'ship', { shipped: '2026-05-02' });
    expect(await statusOf(basket)).toBe('IN_TRANSIT');
    await moveWith(claim, 'bringHome', { arrived: '2026-05-05' });
    const party = { party: museum, onBehalfOf: world.own };
    expect(await read(HOLDER, basket)).toMatchObject({
      repatriationStatus: 'REPATRIATED',
      institution: world.own,
      statusHistory: [
        { status: 'IN_PROGRESS', date: '2026-02-01', ...party },
        { status: 'IN_TRANSIT', date: '2026-05-02', ...party },
        { status: 'REPATRIATED', date: '2026-05-05', ...party },
      ],
    });
    expect((await read(HOLDER, claim))['state']).toBe('HOME');
  });

  it('also dates a belonging that its author may not see, in the name of the author', async () => {
    const hidden = await world.newItem({
      type: 'Belonging',
      level: 'PRIVATE',
      mark: 'hidden',
      more: { title: 'Rattle', institution: museum },
    });
    const claim = await claimFor([]);
    await world.change(claim, { belongings: [hidden] });
    expect(await world.ask(HOLDER, `read/${hidden}`)).toMatchObject({ refused: 'notFound' });
    await moveWith(claim, 'makeClaim', { claimed: '2026-03-01' });
    const stored = await read('administrator', hidden);
    expect(stored['repatriationStatus']).toBe('IN_PROGRESS');
    expect(stored['updatedBy']).toBe(world.idOf(HOLDER));
  });

  it('leaves the status as it was before when it is withdrawn, and needs a reason for it', async () => {
    const net = await belonging('Net', { statusHistory: [{ status: 'LONG_TERM_LOAN', date: '2020' }] });
    const claim = await claimFor([net]);
    await moveWith(claim, 'makeClaim', { claimed: '2026-03-01' });
    expect(await statusOf(net)).toBe('IN_PROGRESS');
    expect(await move(HOLDER, claim, 'withdraw')).toMatchObject({ refused: 'invalid' });
    okOf(await move(HOLDER, claim, 'withdraw', 'The family wants to wait.'));
    expect(await statusOf(net)).toBe('LONG_TERM_LOAN');
  });

  it('dates a denial, and can be made again', async () => {
    const bowl = await belonging('Bowl');
    const claim = await claimFor([bowl]);
    await moveWith(claim, 'makeClaim', { claimed: '2026-03-01' });
    await moveWith(claim, 'denyClaim', { decided: '2026-03-20' }, 'They call it a gift.');
    expect(await statusOf(bowl)).toBe('DENIED');
    await moveWith(claim, 'claimAgain', { claimed: '2026-06-01' }, 'The letter of sale was found.');
    expect(await statusOf(bowl)).toBe('IN_PROGRESS');
  });

  it('takes no belongings of another community, and moves only for people with the right', async () => {
    const theirs = await world.newItem({
      type: 'Belonging',
      level: 'PUBLIC',
      mark: 'theirs',
      more: { title: 'Theirs', owner: museum },
    });
    const body = { title: 'Wrong', owner: world.own, institution: museum, belongings: [theirs] };
    expect(await world.ask(HOLDER, 'create/RepatriationClaim', body)).toMatchObject({
      refused: 'invalid',
      params: { errors: [{ path: '/belongings/0', message: 'errors.claim.otherOwner' }] },
    });
    const claim = await claimFor([await belonging('Hat')]);
    const step = { name: 'makeClaim', props: { claimed: '2026-03-01' } };
    for (const actor of ['protected reader', 'private reader'])
      expect(await act(actor, 'transition', claim, step)).toMatchObject({ refused: 'notAllowed' });
    for (const actor of ['stranger', 'visitor', 'member'])
      expect(await act(actor, 'transition', claim, step)).toMatchObject({ refused: expect.any(String) });
  });

  it('keeps the notes on the ceremony for people who read private records', async () => {
    const claim = await world.newItem({
      type: 'RepatriationClaim',
      level: 'PROTECTED',
      mark: 'ceremony',
      more: { ceremonyNotes: 'What was sung stays here.' },
    });
    expect((await read('private reader', claim))['ceremonyNotes']).toBe('What was sung stays here.');
    for (const actor of ['protected reader', HOLDER])
      expect((await read(actor, claim))['ceremonyNotes'] ?? null).toBeNull();
  });
});

describe('[BEL-01] [PERM-01] a care note', () => {
  const found = async (actor: string, text: string): Promise<Json> => {
    const answer = await world.ask(actor, 'search/ids', { must: { _t: ['CareNote'], text: [text] } });
    return 'ok' in answer ? ((answer.ok as Body)['total'] ?? 0) : answer.refused;
  };

  it.each([
    ['COMMUNITY', ['member', HOLDER, 'protected reader', 'private reader']],
    ['PROTECTED', ['protected reader', 'private reader']],
    ['PRIVATE', ['private reader']],
  ] as const)('of the level %s is found by people who read that level only', async (level, readers) => {
    const id = await world.newItem({
      type: 'Belonging',
      level: 'PUBLIC',
      mark: `cared for ${level}`,
      more: { title: 'Cradle' },
    });
    const word = `quillrush${level.toLowerCase()}`;
    const note = await create('administrator', 'CareNote', { belonging: id, title: word, $access: level });
    for (const actor of ['visitor', 'stranger', 'member', HOLDER, 'protected reader', 'private reader']) {
      const isReader = (readers as readonly string[]).includes(actor);
      expect('ok' in (await world.ask(actor, `read/${note}`)), `${actor} reads`).toBe(isReader);
      expect(await found(actor, word), `${actor} finds`).toBe(isReader ? 1 : 0);
    }
  });

  it('is never more open than its belonging, and has the community of it', async () => {
    const more: Body = { title: 'Drum' };
    const id = await world.newItem({ type: 'Belonging', level: 'PRIVATE', mark: 'closed', more });
    const level: Level = 'PUBLIC';
    const note = await create('administrator', 'CareNote', { belonging: id, title: 'Covered', $access: level });
    expect((await read('private reader', note))['owner']).toBe(world.own);
    for (const actor of ['visitor', 'member', 'protected reader'])
      expect(await world.ask(actor, `read/${note}`)).toMatchObject({ refused: expect.any(String) });
  });
});

describe('[BEL-01] [ARCH-01] institutions and sources', () => {
  const search = async (actor: string, action: string, must: Body = {}): Promise<Json | undefined> =>
    okOf(await world.ask(actor, `act/${action}`, { query: { must } }))['results'];

  it('are the organizations that hold what the person may see', async () => {
    const more: Body = { displayName: 'Closed Store', type: 'MUSEUM' };
    const store = await world.newItem({ type: 'Organization', level: 'PUBLIC', mark: 'store', more });
    await world.newItem({ type: 'Belonging', level: 'PRIVATE', mark: 'stored', more: { institution: store } });
    await belonging('Shown');
    expect(await search('private reader', 'searchBelongingOrgs')).toEqual(expect.arrayContaining([museum, store]));
    const member = (await search('member', 'searchBelongingOrgs')) as Json[];
    expect(member).toContain(museum);
    expect(member).not.toContain(store);
    expect(await search('private reader', 'searchBelongingOrgs', { text: ['closed'] })).toEqual([store]);
    // The filters of the screen cannot be replaced.
    const wider = { belongingCount: [{ from: 0 }], _t: ['Contact'] };
    expect((await search('member', 'searchBelongingOrgs', wider)) as Json[]).not.toContain(store);
  });

  it('are the organizations from which entries come', async () => {
    const more: Body = { displayName: 'Survey Office', type: 'GOVERNMENT' };
    const office = await world.newItem({ type: 'Organization', level: 'PUBLIC', mark: 'office', more });
    expect(await search('member', 'searchSourceOrgs')).not.toContain(office);
    await world.newItem({ type: 'ArchiveEntry', level: 'PUBLIC', mark: 'sheet', more: { sourceOrg: office } });
    expect(await search('member', 'searchSourceOrgs')).toContain(office);
    expect(await world.ask('visitor', 'act/searchSourceOrgs', { query: {} })).toMatchObject({
      refused: expect.any(String),
    });
  });
});

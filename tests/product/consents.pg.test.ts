// The consent of a respondent decides who may read what was derived from it, in every channel, at once.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { Level } from 'src/model/access/levels.ts';
import type { Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

/** More than one transaction moves: a job closes the rest, and until then a pending row closes all. */
const DATA = 1_200;
const PLACE_NAME = 'Quillwater';

describe('[RES-01] consents', () => {
  let world: ProductWorld;
  let member = '';
  beforeAll(async () => {
    world = await openProductWorld();
    member = await make('CommunityMember', { firstName: 'Orla', lastName: 'Fenn' });
  });
  afterAll(() => world.stop());

  const ok = (answer: Answer): Body => {
    if ('ok' in answer) return answer.ok as Body;
    throw new Error(`refused: ${JSON.stringify(answer)}`);
  };
  const ownerOf = (type: string): Body => (registry.types[type]?.properties['owner'] ? { owner: world.own } : {});
  const make = async (type: string, body: Body): Promise<string> =>
    String(ok(await world.ask('administrator', `create/${type}`, { ...ownerOf(type), ...body }))['$id']);
  const consentOf = (body: Body = {}): Promise<string> =>
    make('ResearchConsent', {
      label: 'A consent',
      respondent: member,
      given: '2020-05-01',
      audience: 'COMMUNITY',
      ...body,
    });
  const dataOf = (body: Body): Promise<string> =>
    make('ResearchData', { label: `Camp at ${PLACE_NAME}`, access: 'COMMUNITY', ...body });
  const transition = async (id: string, name: string, reason = 'As they asked.'): Promise<Answer> => {
    const [_t] = id.split('-');
    return world.ask('administrator', 'act/transition', { _t: _t ?? '', _i: Number(id.split('-')[1]), name, reason });
  };
  const withdraw = async (id: string): Promise<void> => void ok(await transition(id, 'withdrawConsent'));
  const reads = async (actor: string, id: string): Promise<boolean> => 'ok' in (await world.ask(actor, `read/${id}`));

  it('limits data to its audience, even where the data are public', async () => {
    const consent = await consentOf({ audience: 'PROTECTED' });
    const data = await dataOf({ access: 'PUBLIC', consents: [consent] });
    const free = await dataOf({ access: 'PUBLIC' });
    expect(await reads('visitor', free)).toBe(true);
    for (const actor of ['visitor', 'member', 'stranger']) expect(await reads(actor, data)).toBe(false);
    for (const actor of ['protected reader', 'private reader', 'administrator'])
      expect(await reads(actor, data)).toBe(true);
    ok(await world.ask('administrator', 'update', { $id: consent, _u: 1, audience: 'PUBLIC' }));
    expect(await reads('visitor', data)).toBe(true);
  });

  it('closes interviews, their data and files when it is withdrawn, for everyone but administrators, in every channel', async () => {
    const consent = await consentOf();
    const interview = await make('ResearchActivity', { title: 'Talk by the water', consents: [consent] });
    const data = await dataOf({ activity: interview, label: `Withdrawn ${PLACE_NAME}` });
    const both = await dataOf({ activity: interview, consents: [consent], label: 'Named twice' });
    // Data of an interview depend on its consents, too.
    const counts = { interviewCount: 1, dataCount: 2 };
    expect(ok(await world.ask('private reader', `read/${consent}`))).toMatchObject(counts);
    const counted = { must: { _t: ['ResearchConsent'], dataCount: [{ from: 2 }] } };
    expect(ok(await world.ask('private reader', 'search/ids', counted))['ids']).toContain(consent);
    const listed = { must: { _t: ['ResearchData'] }, should: { consents: [consent], 'activity.consents': [consent] } };
    const all = ok(await world.ask('private reader', 'search/ids', { ...listed, minShould: 1 }));
    expect(new Set(all['ids'] as string[])).toEqual(new Set([data, both]));
    const passage = await make('ResearchPassage', {
      ...{ activity: interview, start: 0, end: 2, words: 'We sat here', access: 'COMMUNITY' },
    });
    const file = await world.attach(interview, { originalName: 'voice.wav', bytes: Buffer.from('RIFF') });
    const socket = await world.socket('private reader');
    await socket.ask(`addWatch/${data}`);
    expect(await reads('private reader', data)).toBe(true);
    expect((await world.get('private reader', `/attachment/${file}`)).status).toBe(200);

    await withdraw(consent);
    for (const actor of ['creator', 'member', 'capability holder', 'private reader', 'owner administrator'])
      for (const id of [interview, data, passage, file])
        expect([actor, id, await reads(actor, id)]).toEqual([actor, id, false]);
    expect(await reads('administrator', data)).toBe(true);
    expect((await world.get('private reader', `/attachment/${file}`)).status).toBe(404);
    const found = JSON.stringify(
      ok(
        await world.ask('private reader', 'search/ids', {
          must: { _t: ['ResearchData'], text: ['Withdrawn'] },
          facets: ['access'],
          labels: true,
        }),
      ),
    );
    expect(found).not.toContain(data);
    expect(
      JSON.stringify(await world.ask('private reader', 'suggest', { text: `Withdrawn ${PLACE_NAME}` })),
    ).not.toContain(data);
    expect(await world.ask('private reader', `history/${data}`)).toHaveProperty('refused');
    expect(await world.ask('private reader', `label/${data}`)).toHaveProperty('refused');
    const csv = await world.exported('private reader', { format: 'csv', query: { must: { _t: ['ResearchData'] } } });
    expect(csv).not.toContain(`Withdrawn ${PLACE_NAME}`);
    await expect.poll(() => JSON.stringify(socket.received)).toContain('gone');
    expect(ok(await world.ask('private reader', `read/${consent}`))).toMatchObject({
      state: 'WITHDRAWN',
      dataCount: 0,
    });
    socket.close();

    ok(await transition(consent, 'renewConsent'));
    expect(await reads('private reader', data)).toBe(true);
  });

  it('lists what records were used in, and their exports', async () => {
    const consent = await consentOf();
    const interview = await make('ResearchActivity', { title: 'A used talk', consents: [consent] });
    const data = await dataOf({ activity: interview, label: 'A used place' });
    const response = await world.newItem({
      ...{ type: 'ConsultResponse', level: 'PRIVATE', mark: 'uses', more: { relevant: [data] } },
    });
    await world.exported('capability holder', {
      format: 'csv',
      query: { must: { _t: ['ResearchData'], activity: [interview] } },
    });
    await world.attach(interview, { originalName: 'voice.wav', bytes: Buffer.from(`RIFF ${consent}`) });
    ok(await world.ask('private reader', 'act/downloadAttachments/async', { ids: [interview] }));
    await world.runJobs();
    await withdraw(consent);
    const [_t = '', _i] = consent.split('-');
    const uses = ok(await world.ask('capability holder', 'act/consentUses', { _t, _i: Number(_i) }));
    expect(uses).toMatchObject({
      records: [
        { type: 'ResearchActivity', count: 1 },
        { type: 'ResearchData', count: 1 },
      ],
      exports: [
        { by: world.idOf('private reader'), count: 1 },
        { by: world.idOf('capability holder'), count: 1 },
      ],
      moreExports: false,
    });
    const all = ok(await world.ask('administrator', 'act/consentUses', { _t, _i: Number(_i) }));
    expect(all['uses']).toEqual([response]);
    expect(await world.ask('member', 'act/consentUses', { _t, _i: Number(_i) })).toHaveProperty('refused');
  });

  it('lists letters and exhibits that have a file of the records, or a copy of one, and letters about an answer that uses them', async () => {
    const consent = await consentOf();
    const interview = await make('ResearchActivity', { title: 'A talk with a file', consents: [consent] });
    const data = await dataOf({ activity: interview, label: 'Shown in an answer' });
    const bytes = Buffer.from(`RIFF ${consent}`);
    const file = await world.attach(interview, { originalName: 'voice.wav', bytes });
    const add = (type: string, more: Body): Promise<string> =>
      world.newItem({ type, level: 'COMMUNITY', mark: `${type} ${consent}`, more });
    const naming = await add('Letter', { attachments: [file] });
    const copying = await add('Letter', {});
    await world.attach(copying, { originalName: 'copy.wav', bytes });
    const response = await add('ConsultResponse', { community: world.own });
    const concern = await add('ConsultResponseConcern', { response, evidence: [data] });
    const about = await add('Letter', { context: response });
    const unrelated = await add('Letter', {});
    await withdraw(consent);
    const [_t = '', _i] = consent.split('-');
    const { uses } = ok(await world.ask('administrator', 'act/consentUses', { _t, _i: Number(_i) }));
    expect(new Set(uses as string[])).toEqual(new Set([naming, copying, concern, about]));
    expect(uses).not.toContain(unrelated);
  });

  it('[PERM-01] tells uses of consents only: below another item, counts would tell of records that are closed', async () => {
    const project = await make('ResearchActivity', { title: 'A talk without a consent' });
    await dataOf({ activity: project, label: 'Closed', access: 'PRIVATE' });
    const [_t = '', _i] = project.split('-');
    for (const actor of ['capability holder', 'administrator'])
      expect(await world.ask(actor, 'act/consentUses', { _t, _i: Number(_i) })).toMatchObject({
        refused: 'notAllowed',
      });
  });

  describe('exhibitions', () => {
    const search = (searchString: string): Body => ({ screen: 'spatial.features', searchString });
    const add = (type: string, mark: string, more: Body, level: Level = 'COMMUNITY'): Promise<string> =>
      world.newItem({ type, level, mark, more });
    const exhibit = (title: string, more: Body, level: Level = 'COMMUNITY'): Promise<string> =>
      add('Collection', title, { title, collectionType: 'EXHIBIT', constrainTypes: [], ...more }, level);
    const place = (label: string, consents: readonly string[], level: Level = 'COMMUNITY'): Promise<string> =>
      add('SpatialFeature', label, { label, state: 'ACTIVE', consents }, level);
    const usesFor = async (actor: string, consent: string): Promise<ReadonlySet<string>> => {
      const [_t = '', _i] = consent.split('-');
      return new Set(ok(await world.ask(actor, 'act/consentUses', { _t, _i: Number(_i) }))['uses'] as string[]);
    };
    const expectUses = async (actor: string, consent: string, uses: readonly string[]): Promise<void> =>
      expect({ actor, uses: await usesFor(actor, consent) }).toEqual({ actor, uses: new Set(uses) });

    it('[COLL-01] are listed where a member that people chose has a file of the records', async () => {
      const consent = await consentOf({ uses: ['EXHIBITION'] });
      const interview = await make('ResearchActivity', { title: 'A talk on show', consents: [consent] });
      const bytes = Buffer.from(`RIFF ${consent}`);
      const file = await world.attach(interview, { originalName: 'voice.wav', bytes });
      const chosen = await exhibit('Chosen voices', {});
      const closed = await exhibit('Closed voices', {}, 'PRIVATE');
      const shelf = await exhibit('A shelf', { collectionType: 'ARCHIVE' });
      const collections = [chosen, closed, shelf];
      const entry = await add('ArchiveEntry', 'copy of a voice', { title: 'A voice', collections });
      await world.attach(entry, { originalName: 'copy.wav', bytes });
      const hidden = await exhibit('Voices of a closed record', {});
      const secret = await add('ArchiveEntry', 'closed copy', { title: 'B', collections: [hidden] }, 'PRIVATE');
      await world.attach(secret, { originalName: 'closed.wav', bytes });
      const picture = await exhibit('Voice as a file', { attachments: [file] });
      const open = [entry, chosen, picture];
      await expectUses('capability holder', consent, open);
      await withdraw(consent);
      await expectUses('capability holder', consent, open);
      await expectUses('administrator', consent, [...open, closed, secret, hidden]);
    });

    it('[COLL-01] are listed where their search finds a record that its consent lets them show', async () => {
      const consent = await consentOf({ uses: ['EXHIBITION'] });
      const narrow = await consentOf({ uses: ['COMMUNITY'] });
      await place('Sedgebend east', [consent]);
      await place('Sedgebend west', [consent, narrow]);
      await place('Heronbend', [narrow]);
      const found = await exhibit('Bends', { membershipQuery: search('sedgebend') });
      const closed = await exhibit('Closed bends', { membershipQuery: search('sedgebend') }, 'PRIVATE');
      await exhibit('Herons', { membershipQuery: search('heronbend') });
      await exhibit('Other places', { membershipQuery: search('elsewhere') });
      await exhibit('Words', { membershipQuery: search('sedgebend'), constrainTypes: ['Lexeme'] });
      await exhibit('No exhibition', { membershipQuery: search('sedgebend'), collectionType: 'RESEARCH' });
      await expectUses('capability holder', consent, [found]);
      await withdraw(consent);
      // The records are closed now, so only people who may still read them learn which searches find them.
      await expectUses('capability holder', consent, []);
      await expectUses('administrator', consent, [found, closed]);
      await expectUses('administrator', narrow, []);
    });

    it('[COLL-01] [PERM-01] are no means to search records that are closed to the person who asks', async () => {
      const consent = await consentOf({ uses: ['EXHIBITION'] });
      await place('Ternbend open', [consent]);
      await place('Ternbend closed', [consent], 'PRIVATE');
      const early = await exhibit('Early question', { membershipQuery: search('closed ternbend') });
      await expectUses('capability holder', consent, []);
      await withdraw(consent);
      const late = await make('Collection', {
        ...{ title: 'Late question', collectionType: 'EXHIBIT', $access: 'COMMUNITY' },
        membershipQuery: search('open ternbend'),
      });
      await expectUses('capability holder', consent, []);
      await expectUses('administrator', consent, [early, late]);
    });
  });

  it('refuses records and their files as evidence in answers where a consent behind them does not permit that', async () => {
    const allowed = await consentOf({ uses: ['COMMUNITY', 'CONSULTATION'] });
    const silent = await consentOf();
    const talk = (consents: readonly string[]): Promise<string> =>
      make('ResearchActivity', { title: 'A talk about the flats', consents });
    const interviews = { open: await talk([allowed]), closed: await talk([allowed, silent]) };
    const open = await dataOf({ activity: interviews.open, label: 'May be cited' });
    const closed = await dataOf({ activity: interviews.closed, label: 'May not be cited' });
    const file = await world.attach(interviews.closed, { originalName: 'flats.wav', bytes: Buffer.from('RIFF flats') });
    const add = (type: string, more: Body): Promise<string> =>
      world.newItem({ type, level: 'COMMUNITY', mark: `${type} of the flats`, more });
    const response = await add('ConsultResponse', { community: world.own });
    const concern = await add('ConsultResponseConcern', { response });
    const cite = async (more: Body): Promise<Answer> => {
      const { _u = 1 } = ok(await world.ask('administrator', `read/${concern}`));
      return world.ask('administrator', 'update', { $id: concern, _u, ...more });
    };
    expect(await cite({ evidence: [open, closed] })).toMatchObject({
      refused: 'invalid',
      params: {
        errors: [
          { path: '/evidence', message: 'errors.consent.notPermittedBy', params: { label: 'May not be cited' } },
        ],
      },
    });
    expect(await cite({ evidenceFiles: [file] })).toMatchObject({ params: { errors: [{ path: '/evidenceFiles' }] } });
    ok(await cite({ evidence: [open] }));
    const { _u: read = 1 } = ok(await world.ask('administrator', `read/${response}`));
    expect(await world.ask('administrator', 'update', { $id: response, _u: read, files: [file] })).toMatchObject({
      refused: 'invalid',
      params: {
        errors: [{ path: '/files', message: 'errors.consent.notPermittedBy', params: { label: 'flats.wav' } }],
      },
    });

    // A use that the person takes back later is marked for those who look after the consent, and does not keep others from editing the answer.
    const { _u = 1 } = ok(await world.ask('administrator', `read/${allowed}`));
    ok(await world.ask('administrator', 'update', { $id: allowed, _u, uses: ['COMMUNITY'] }));
    ok(await cite({ evidence: [open], rationale: 'As before.' }));
    const [_t = '', _i] = allowed.split('-');
    const answer = ok(await world.ask('administrator', 'act/consentUses', { _t, _i: Number(_i) }));
    expect(answer).toMatchObject({ uses: [concern], contrary: [concern] });
  });

  it('keeps grants from opening what it closes', async () => {
    const consent = await consentOf();
    const data = await dataOf({ consents: [consent], access: 'PROTECTED' });
    const grants = [{ to: `user:${world.idOf('stranger')}`, actions: ['read'] }];
    ok(
      await world.ask('administrator', 'act/applyGrants', {
        _t: 'ResearchData',
        _i: Number(data.split('-')[1]),
        grants,
      }),
    );
    expect(await reads('stranger', data)).toBe(true);
    await withdraw(consent);
    expect(await reads('stranger', data)).toBe(false);
  });

  it(`closes ${DATA} records in the transaction of the withdrawal`, async () => {
    const consent = await consentOf();
    const many = Array.from({ length: DATA }, (_, n) => ({
      type: 'ResearchData',
      level: 'COMMUNITY' as const,
      mark: `many ${n}`,
      more: { consents: [consent], owner: world.own, activity: null },
    }));
    const ids = await world.add(many);
    expect(await reads('member', ids[DATA - 1] ?? '')).toBe(true);
    await withdraw(consent);
    for (const id of [ids[0], ids[DATA / 2], ids[DATA - 1]]) expect(await reads('member', id ?? '')).toBe(false);
    const query = { must: { _t: ['ResearchData'], consents: [consent] } };
    expect(ok(await world.ask('member', 'search/ids', query))).toMatchObject({ ids: [] });
    await world.runJobs();
    for (const id of [ids[0], ids[DATA - 1]]) expect(await reads('member', id ?? '')).toBe(false);
  }, 120_000);

  it('ends on its day, and follows the wish of a person who has died', async () => {
    const died = await make('CommunityMember', { firstName: 'Teval', lastName: 'Orrin' });
    const ended = await consentOf({ expires: '2021-01-01' });
    const [review, close, goOn] = await Promise.all(
      ['REVIEW', 'CLOSE', 'CONTINUE'].map((afterDeath) => consentOf({ respondent: died, afterDeath })),
    );
    ok(await world.ask('administrator', 'update', { $id: died, _u: 1, deceased: true }));
    await world.runJobs();
    const stateOf = async (id: string | undefined): Promise<Json> =>
      ok(await world.ask('administrator', `read/${id ?? ''}`))['state'] ?? null;
    expect(await Promise.all([ended, review, close, goOn].map(stateOf))).toEqual([
      'EXPIRED',
      'SUSPENDED',
      'EXPIRED',
      'ACTIVE',
    ]);
    expect(await transition(ended, 'renewConsent')).toMatchObject({ refused: 'invalid' });
    ok(await transition(review ?? '', 'renewConsent', 'The family agreed.'));
    await world.services.database.transaction((tx) => tx.addJob('settleConsents', {}));
    await world.runJobs();
    expect(await stateOf(review)).toBe('ACTIVE');
  });

  it('follows the wish of a person whose date of death is entered, even where the consent was renewed before', async () => {
    const person = await make('CommunityMember', { firstName: 'Sela', lastName: 'Orrin' });
    const consent = await consentOf({ respondent: person, afterDeath: 'CLOSE' });
    await withdraw(consent);
    ok(await transition(consent, 'renewConsent'));
    ok(await world.ask('administrator', 'update', { $id: person, _u: 1, deathDate: '2024-03' }));
    await world.runJobs();
    expect(ok(await world.ask('administrator', `read/${person}`))).toMatchObject({ deceased: true });
    expect(ok(await world.ask('administrator', `read/${consent}`))).toMatchObject({ state: 'EXPIRED' });
  });

  it('ends consents although another one cannot be written', async () => {
    const broken = await consentOf({ expires: '2021-01-01' });
    const consent = await consentOf({ expires: '2021-01-01' });
    await world.services.database.query(
      `update item set body = body || '{"audience": "NO_SUCH_LEVEL"}'
       where t = (select t from item_type where name = 'ResearchConsent') and i = $1`,
      [Number(broken.split('-')[1])],
    );
    await world.services.database.transaction((tx) => tx.addJob('endConsents', {}));
    await world.runJobs();
    expect(ok(await world.ask('administrator', `read/${consent}`))['state']).toBe('EXPIRED');
    expect(ok(await world.ask('administrator', `read/${broken}`))['state']).toBe('ACTIVE');
  });

  it('is closed within minutes after its last day, while other consents go on', async () => {
    const far = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    const [past, future] = [await consentOf({ expires: '2021-01-01' }), await consentOf({ expires: far })];
    const data = await dataOf({ consents: [past] });
    expect(await reads('member', data)).toBe(true);
    await world.services.database.transaction((tx) => tx.addJob('endConsents', {}));
    await world.runJobs();
    expect(await reads('member', data)).toBe(false);
    expect(ok(await world.ask('administrator', `read/${past}`))['state']).toBe('EXPIRED');
    expect(ok(await world.ask('administrator', `read/${future}`))['state']).toBe('ACTIVE');
  });
});

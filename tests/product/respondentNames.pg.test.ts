// The name of a respondent reaches no reader below PROTECTED, in any channel, with every form that a consent permits. Each reader of a record
// learns the form.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { okOf, operationsOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const ADMIN = 'administrator';
const NAME = 'Ottilie Harrowgate';

let world: ProductWorld;
let member = '';
let other = '';

const make = async (type: string, body: Body): Promise<string> =>
  String(okOf(await world.ask(ADMIN, `create/${type}`, { owner: world.own, ...body }))['$id']);
const consentOf = (body: Body): Promise<string> =>
  make('ResearchConsent', {
    ...{ label: 'A consent', respondent: member, given: '2020-05-01', audience: 'PUBLIC' },
    ...body,
  });

beforeAll(async () => {
  world = await openProductWorld();
  const [firstName = '', lastName = ''] = NAME.split(' ');
  member = await make('CommunityMember', { firstName, lastName });
  other = await operationsOf(() => world).organizationOf('stranger');
});
afterAll(() => world.stop());

const FORMS = ['NAMED', 'INITIALS', 'ANONYMOUS'] as const;
const BELOW_PROTECTED = ['visitor', 'stranger', 'member'] as const;

const dataOf = (label: string, more: Body): Promise<string> =>
  make('ResearchData', { label, access: 'PUBLIC', respondents: [member], ...more });
const namingFor = async (actor: string, id: string): Promise<Body> =>
  okOf(await world.ask(actor, 'act/respondentNaming', targetOf(id)));

describe.each(FORMS)('[RES-01] [PERM-01] the name of a respondent whose consent permits the form %s', (naming) => {
  it('reaches no reader below PROTECTED: not in the record, a list, a search, an export, or the consent', async () => {
    const consent = await consentOf({ naming, label: `Consent of May 2020 ${naming}` });
    const data = await dataOf(`Harrow camp ${naming}`, { consents: [consent] });
    const query = { must: { _t: ['ResearchData'], text: ['Harrow'] } };
    const shown = async (actor: string): Promise<string> =>
      JSON.stringify([
        await world.ask(actor, `read/${data}`),
        await world.ask(actor, `read/${consent}`),
        await world.ask(actor, `read/${member}`),
        await world.ask(actor, `label/${member}`),
        await world.ask(actor, 'act/respondentNaming', targetOf(data)),
        await world.ask(actor, 'search/ids', { ...query, labels: true, facets: ['respondents'] }),
        await world.ask(actor, 'search/ids', { must: { _t: ['ResearchData'], respondents: [member] } }),
        await world.ask(actor, 'suggest', { text: 'Ottilie' }),
        actor === 'visitor' ? '' : await world.exported(actor, { format: 'csv', query }),
      ]);
    for (const actor of BELOW_PROTECTED) {
      const text = await shown(actor);
      expect(text).toContain(`Harrow camp ${naming}`);
      for (const hidden of [NAME, 'Ottilie', member, consent])
        expect([actor, text.includes(hidden)]).toEqual([actor, false]);
    }
    expect(await shown('private reader')).toContain(NAME);
  });

  it('has its own form for each reader of the record, and with the person for readers of the consent', async () => {
    const data = await dataOf(`Form ${naming}`, { consents: [await consentOf({ naming })] });
    for (const actor of BELOW_PROTECTED)
      expect([actor, await namingFor(actor, data)]).toEqual([actor, { persons: [], others: naming }]);
    for (const actor of ['protected reader', 'private reader', 'administrator'])
      expect([actor, await namingFor(actor, data)]).toEqual([actor, { persons: [{ respondent: member, naming }] }]);
  });
});

describe('[RES-01] [PERM-01] the form of the name of a respondent', () => {
  it('is that of the strictest consent behind a record, also by its interview', async () => {
    const [named, initials] = [await consentOf({ naming: 'NAMED' }), await consentOf({ naming: 'INITIALS' })];
    const interview = await make('ResearchActivity', { title: 'A talk with Ottilie', consents: [initials] });
    const data = await dataOf('Two consents', { activity: interview, consents: [named] });
    expect(await namingFor('visitor', data)).toEqual({ persons: [], others: 'INITIALS' });
    for (const id of [data, interview])
      expect(await namingFor('private reader', id)).toEqual({
        persons: [{ respondent: member, naming: 'INITIALS' }],
      });
  });

  it('is no less strict than another consent of the same person that the reader may not read', async () => {
    const consents = [await consentOf({ naming: 'NAMED' }), await consentOf({ naming: 'ANONYMOUS', owner: other })];
    const data = await dataOf('A consent elsewhere', { consents });
    expect(await namingFor('private reader', data)).toEqual({ persons: [{ respondent: member, naming: 'ANONYMOUS' }] });
  });

  it('is missing for a record without a consent, and refused to people who may not read the record', async () => {
    expect(await namingFor('private reader', await dataOf('No consent', {}))).toEqual({ persons: [] });
    const closed = await dataOf('Closed', { access: 'PRIVATE', consents: [await consentOf({})] });
    for (const actor of [...BELOW_PROTECTED, 'protected reader'])
      expect(await world.ask(actor, 'act/respondentNaming', targetOf(closed))).toHaveProperty('refused');
  });
});

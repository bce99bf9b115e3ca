// A respondent who is not to be named: the name reaches no reader below PROTECTED, in any channel.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const ADMIN = 'administrator';
const NAME = 'Ottilie Harrowgate';

let world: ProductWorld;
let member = '';

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
});
afterAll(() => world.stop());

describe('[RES-01] [PERM-01] the name of a respondent who is not to be named', () => {
  it('reaches no reader below PROTECTED: not in the record, a list, a search, an export, or the consent', async () => {
    const consent = await consentOf({ naming: 'ANONYMOUS', label: 'Consent of May 2020' });
    const data = await make('ResearchData', {
      ...{ label: 'Harrow camp', access: 'PUBLIC', respondents: [member], consents: [consent] },
    });
    const query = { must: { _t: ['ResearchData'], text: ['Harrow'] } };
    const shown = async (actor: string): Promise<string> =>
      JSON.stringify([
        await world.ask(actor, `read/${data}`),
        await world.ask(actor, `read/${consent}`),
        await world.ask(actor, `read/${member}`),
        await world.ask(actor, `label/${member}`),
        await world.ask(actor, 'search/ids', { ...query, labels: true, facets: ['respondents'] }),
        await world.ask(actor, 'search/ids', { must: { _t: ['ResearchData'], respondents: [member] } }),
        await world.ask(actor, 'suggest', { text: 'Ottilie' }),
        actor === 'visitor' ? '' : await world.exported(actor, { format: 'csv', query }),
      ]);
    for (const actor of ['visitor', 'stranger', 'member']) {
      const text = await shown(actor);
      expect(text).toContain('Harrow camp');
      for (const hidden of [NAME, 'Ottilie', member]) expect([actor, text.includes(hidden)]).toEqual([actor, false]);
    }
    expect(await shown('private reader')).toContain(NAME);
  });
});

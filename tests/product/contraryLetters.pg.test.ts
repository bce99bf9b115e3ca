// Files under a consent in what leaves for the other side: letters and the sections of answers take only what every consent permits there,
// when the file is added, when the letter is approved and when it is sent. The other side learns no name of a respondent.

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { okOf, operationsOf, type Body } from 'tests/product/productOperations.ts';
import type { Answer } from 'tests/product/productWorld.ts';
import { PROPONENT, STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';

const letters = useLetterWorld();
const ADMINISTRATOR = 'administrator';
const FIRST = 'Ottilie';
const CONSENT = 'Talk on the flats';
const { save } = operationsOf(() => letters.world);

const make = async (type: string, body: Body): Promise<ItemId> =>
  String(okOf(await letters.world.ask(ADMINISTRATOR, `create/${type}`, { owner: letters.world.own, ...body }))['$id']);

/** Makes an interview under a consent, with a recording and a public record of data. */
const talk = async (uses?: readonly string[]) => {
  const respondent = await make('CommunityMember', { firstName: FIRST, lastName: 'Harrowgate' });
  const given = { respondent, given: '2020-05-01', audience: 'COMMUNITY', naming: 'ANONYMOUS' };
  const consent = await make('ResearchConsent', { label: CONSENT, ...given, ...(uses && { uses: [...uses] }) });
  const interview = await make('ResearchActivity', { title: 'Flats', consents: [consent], respondents: [respondent] });
  const file = await letters.world.attach(interview, { originalName: 'flats.wav', bytes: Buffer.from('RIFF flats') });
  await letters.world.change(interview, { attachments: [file] });
  const data = await make('ResearchData', {
    label: 'Camp',
    access: 'COMMUNITY',
    activity: interview,
    respondents: [respondent],
  });
  return { consent, file, data };
};

const restrict = async (consent: ItemId, uses: readonly string[]): Promise<void> =>
  void okOf(await save(ADMINISTRATOR, consent, { uses: [...uses] }));
const attach = (letter: ItemId, file: ItemId, actor: string = STAFF): Promise<Answer> =>
  save(actor, letter, { attachments: [file] });
const approve = (letter: ItemId): Promise<Answer> => letters.move('owner administrator', letter, 'approve');
const sendBy = async (letter: ItemId, by: 'THREAD' | 'EMAIL'): Promise<Answer> => {
  const address: Body = by === 'EMAIL' ? { address: 'registry@example.org' } : {};
  const answer = await letters.act(STAFF, 'sendLetter/async', letter, { by, ...address });
  await letters.world.runJobs();
  return answer;
};
const refusal = (path: string): object => ({
  refused: 'invalid',
  params: {
    errors: [{ path, message: 'errors.consent.notPermittedBy', params: { label: 'flats.wav', consent: CONSENT } }],
  },
});

it('[RES-01] [WF-02] a letter takes no file that a consent does not permit in answers, and names the consent to people who may see it', async () => {
  const letter = await letters.ready();
  for (const uses of [undefined, ['COMMUNITY'], ['EXHIBITION', 'PUBLICATION']])
    expect(await attach(letter, (await talk(uses)).file)).toMatchObject(refusal('/attachments'));
  okOf(await attach(letter, (await talk(['CONSULTATION'])).file));
});

it('[RES-01] [CONS-02] a section of an answer takes no such file either', async () => {
  const section = await letters.add('ConsultResponseSection', { response: letters.response, title: 'The flats' });
  const add = (file: ItemId): Promise<Answer> => save(STAFF, section, { files: [file] });
  expect(await add((await talk()).file)).toMatchObject(refusal('/files'));
  okOf(await add((await talk(['CONSULTATION'])).file));
});

it('[RES-01] [WF-02] a letter with a file whose consent was narrowed is neither approved nor sent', async () => {
  const { consent, file } = await talk(['CONSULTATION']);
  const letter = await letters.ready();
  okOf(await attach(letter, file));
  await restrict(consent, ['COMMUNITY']);
  expect(await approve(letter)).toMatchObject(refusal('/attachments'));
  await restrict(consent, ['CONSULTATION']);
  okOf(await approve(letter));
  await restrict(consent, ['COMMUNITY']);
  for (const by of ['THREAD', 'EMAIL'] as const) {
    await sendBy(letter, by);
    expect({ by, letter: await letters.read(letter) }).toMatchObject({ letter: { state: 'APPROVED' } });
  }
  expect(await letters.find(PROPONENT, { _t: ['Message'] })).toEqual([]);
  await restrict(consent, ['CONSULTATION']);
  okOf(await sendBy(letter, 'EMAIL'));
  expect(await letters.read(letter)).toMatchObject({ state: 'SENT' });
});

it('[RES-01] [PERM-01] the refusal does not name the consent to people who may not see it', async () => {
  const { world } = letters;
  const capabilities = ['ConsultRespond'];
  const membership = { owner: world.own, reads: 'COMMUNITY', admin: false, capabilities };
  await world.change(world.idOf('member'), { memberships: [membership] });
  const { data } = await talk();
  const concern = await letters.add('ConsultResponseConcern', { response: letters.response, subject: 'Camps' });
  const refused = await save('member', concern, { evidence: [data] });
  expect(refused).toMatchObject({
    params: { errors: [{ message: 'errors.consent.notPermitted', params: { label: 'Camp' } }] },
  });
  expect(JSON.stringify(refused)).not.toContain(CONSENT);
});

it('[RES-01] [CONS-02] a letter is not approved with a section whose file was permitted when it was added', async () => {
  const response = await letters.newResponse();
  const { consent, file } = await talk(['CONSULTATION']);
  const section = await letters.add('ConsultResponseSection', { response, title: 'The flats', included: true });
  okOf(await save(STAFF, section, { files: [file] }));
  const letter = await letters.ready(response);
  await letters.change(letter, { annexes: ['SECTIONS'] });
  await restrict(consent, ['COMMUNITY']);
  await letters.world.runJobs();
  expect(await approve(letter)).toMatchObject({ params: { errors: [{ path: '/annexes' }] } });
});

it('[RES-01] [PERM-01] a letter about concerns with evidence tells the other side no name of a respondent', async () => {
  const { data, file } = await talk(['CONSULTATION']);
  const response = await letters.newResponse();
  const concern = await letters.add('ConsultResponseConcern', { response, subject: 'Camps', included: true });
  okOf(await save(ADMINISTRATOR, concern, { evidence: [data] }));
  const letter = await letters.ready(response);
  await letters.change(letter, { annexes: ['CONCERNS'], attachments: [file] });
  await letters.world.runJobs();
  okOf(await approve(letter));
  okOf(await sendBy(letter, 'THREAD'));
  expect(await letters.read(letter)).toMatchObject({ state: 'SENT' });

  const thread = String((await letters.read(letter))['thread']);
  const [message = ''] = await letters.find(PROPONENT, { _t: ['Message'], thread: [thread] });
  const received = okOf(await letters.world.ask(PROPONENT, `read/${message}`));
  const texts = [JSON.stringify(received)];
  for (const id of received['attachments'] as ItemId[]) {
    texts.push(JSON.stringify(await letters.world.ask(PROPONENT, `read/${id}`)));
    const bytes = await (await letters.fileOf(PROPONENT, id)).arrayBuffer();
    const isPdf = Buffer.from(bytes).subarray(0, 4).toString() === '%PDF';
    texts.push(isPdf ? await pageText(bytes) : Buffer.from(bytes).toString('latin1'));
  }
  expect(texts.join('\n')).toContain('Camps');
  expect(texts.join('\n')).toContain('RIFF flats');
  expect(texts.join('\n')).not.toContain(FIRST);
});

const pageText = async (bytes: ArrayBuffer): Promise<string> => {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => (await pdf.getPage(at + 1)).getTextContent()),
  );
  return pages.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : ''))).join(' ');
};

// A letter in the record for governments: under the day on which it left, which is the day of the answer too, with the address to which it went,
// and with exactly the files that were handed over, and the proof of a person who sent it.

import { createHash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf } from 'tests/product/productOperations.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';
import { STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';

const READER = 'owner administrator';
/** Belongs to the community of this world. */
const ZONE = 'Pacific/Kiritimati';
const ADDRESS = 'registry@example.org';

let smtp: MailServer;
const letters = useLetterWorld(async () => {
  smtp = await startMailServer();
  return smtp.url;
});
afterAll(() => smtp.stop());
const { add, act, read, move, newResponse, ready } = letters;

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** A request of its own whose response ends with the letter that is sent. */
const asked = async (): Promise<{ readonly request: ItemId; readonly response: ItemId }> => {
  const request = await add('Consultation', {
    ...{ projectName: 'Dam', primaryOrg: letters.proponent, communities: [letters.world.own], state: 'CONSULTING' },
  });
  const response = await newResponse(request);
  await letters.world.change(response, { outcome: 'CONCERNS' });
  const steps = [{ key: 'send', kind: 'RWF_LETTER_SEND', label: 'Send', group: 1 }];
  okOf(await act('administrator', 'initManual', response, { steps: steps as never }));
  return { request, response };
};

const bundleOf = async (request: ItemId): Promise<ReturnType<typeof readZip>> => {
  const { key } = okOf(await act(READER, 'consultationLog/async', request, { format: 'zip' }));
  await letters.world.runJobs();
  const answer = await letters.world.get(READER, `/task-result/${String(key)}`);
  expect(answer.status).toBe(200);
  return readZip(Buffer.from(await answer.arrayBuffer()));
};
const fileIn = (bundle: ReturnType<typeof readZip>, name: string): string =>
  bundle.find((file) => file.name === name)?.content.toString() ?? '';

it('[CONS-02] [WF-02] a letter that a person posted answers on the day on which it left, and is logged under it with its proof', async () => {
  const { request, response } = await asked();
  const id = await ready(response);
  okOf(await move(STAFF, id, 'approve'));
  const proof = await uploadTo(letters.world, { actor: STAFF, name: 'receipt.txt', content: 'Receipt No. 7' });
  okOf(await act(STAFF, 'recordSending/async', id, { by: 'POST', date: '2026-01-05', proof: [proof] }));
  await letters.world.runJobs();
  const answered = await read(response);
  expect(answered).toMatchObject({ state: 'RESPONDED', answeredWith: id });
  expect(dayIn(new Date(String(answered['responded'])), ZONE)).toBe('2026-01-05');
  // It stays so when something else is changed later.
  await letters.change(response, { summary: 'Two conditions' });
  expect(await read(response)).toMatchObject({ responded: answered['responded'] as Json });

  const bundle = await bundleOf(request);
  const rows = fileIn(bundle, 'log.csv').split('\r\n');
  const under = rows.filter((row) => row.includes('05-Jan-2026'));
  expect(under.some((row) => row.includes('Letter, Post'))).toBe(true);
  expect(under.some((row) => row.includes('A response is given'))).toBe(true);
  expect(bundle.map(({ content }) => content.toString())).toContain('Receipt No. 7');
}, 90_000);

it('[CONS-02] a letter by email is logged with the address that took it, and each file that it had is an exhibit', async () => {
  const { request, response } = await asked();
  const section = await add('ConsultResponseSection', {
    response,
    title: 'The weir',
    body: 'See the table.',
    included: true,
  });
  const table = await letters.world.attach(section, { originalName: 'counts.csv', bytes: Buffer.from('weir,3') });
  await letters.world.change(table, { filetype: 'text/csv' });
  await letters.world.change(section, { files: [table] });
  const id = await ready(response);
  await letters.change(id, { annexes: ['SECTIONS'] });
  await letters.world.runJobs();
  okOf(await move(STAFF, id, 'approve'));
  smtp.trouble = { to: 'gone@example.org', rcpt: 550 };
  okOf(await act(STAFF, 'sendLetter/async', id, { by: 'EMAIL', address: 'gone@example.org' }));
  await letters.world.runJobs();
  smtp.trouble = {};
  okOf(await act(STAFF, 'sendLetter/async', id, { by: 'EMAIL', address: ADDRESS }));
  await letters.world.runJobs();
  const { mail } = await smtp.emailTo(ADDRESS);
  const sent = mail.attachments.map(({ content }) => sha256(content));
  expect(sent).toHaveLength(2);
  expect((await read(id))['sentAs']).toMatchObject(sent.map((sum) => ({ sha256: sum })) as never);

  const bundle = await bundleOf(request);
  const exhibits = bundle.filter(({ name }) => name.startsWith('exhibits/') && !name.endsWith('.txt'));
  expect(exhibits.map(({ content }) => sha256(content)).toSorted()).toEqual(sent.toSorted());
  const log = fileIn(bundle, 'log.csv');
  expect(log).toContain(ADDRESS);
  expect(log).not.toContain('gone@example.org');
}, 90_000);

it('[CONS-02] [WF-02] of an approval and a withdrawal at one moment the letter and the request say the same afterwards', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { request, response } = await asked();
    const id = await ready(response);
    const u = (await read(id))['_u'] ?? 0;
    const [approved, withdrawn] = await Promise.all([
      act(STAFF, 'transition', id, { name: 'approve', u }),
      act('administrator', 'transition', request, { name: 'withdraw', reason: 'No money' }),
    ]);
    expect(withdrawn).toHaveProperty('ok');
    // The approval came first or was refused in words; either way the letter goes no further.
    if ('refused' in approved) expect(JSON.stringify(approved)).toMatch(/errors\.(?:state|letter)\.|conflict/);
    await letters.world.runJobs();
    expect(await read(id)).toMatchObject({ state: 'STOPPED' });
    expect(await read(response)).toMatchObject({ state: 'NO_RESPONSE', ended: 'WITHDRAWN' });
    expect(JSON.stringify(await act(STAFF, 'sendLetter/async', id))).toContain('errors.letter.notApproved');
  }
}, 90_000);

// An answer that a community gave outside the system: its required values, where its day, way and papers are shown, and how they are
// corrected. The stranger works for the submitter, the capability holder for the community.

import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { ORGANISATION_ZONE, organisationDay } from 'tests/clock/organisationDay.ts';
import { okOf, operationsOf, requestBody, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';

const [SUBMITTER, OURS] = ['stranger', 'capability holder'] as const;
const DAY = '2026-01-05';

let world: ProductWorld;
let request: ItemId;
let response: ItemId;
const { read, act, move, answerElsewhere, save, held, organizationOf } = operationsOf(() => world);

const progress = async (): Promise<unknown> => (await read(SUBMITTER, request))['progress'];
const logOf = async (actor: string): Promise<string[][]> => {
  const { key } = okOf(await act(actor, 'consultationLog/async', request, { format: 'xlsx' }));
  await world.runJobs();
  const answer = await world.get(actor, `/task-result/${String(key)}`);
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
  return (sheets[0]?.rows ?? []).map((row) => row.map((cell) => String(cell ?? '')));
};

beforeAll(async () => {
  world = await openProductWorld();
  await world.change(world.own, { displayName: 'Own', type: 'COMMUNITY' });
});
afterAll(() => world.stop());

const ask = async (): Promise<void> => {
  const submitter = await organizationOf(SUBMITTER);
  const contact = await world.newItem({
    ...{ type: 'Contact', level: 'COMMUNITY', mark: 'engineer' },
    more: { _related: submitter },
  });
  const body = requestBody({ submitter, contact, communities: [world.own] });
  request = String(okOf(await world.ask(SUBMITTER, 'create/Consultation', body))['$id']);
  okOf(await move(SUBMITTER, request, 'submit'));
  await world.runJobs();
  [response = ''] = await held('ConsultResponse', 'consultation', request);
};

it('[CONS-02] an answer given elsewhere needs its day, which is not to come, and its way', async () => {
  await ask();
  const bare = JSON.stringify(await move(OURS, response, 'answerOffline'));
  for (const path of ['/offlineDay', '/offlineWay']) expect(bare).toContain(path);
  const ahead = await answerElsewhere(OURS, response, { offlineDay: organisationDay(1) });
  expect(JSON.stringify(ahead)).toContain('errors.consult.dayAhead');
  expect(JSON.stringify(await answerElsewhere(OURS, response, { offlineWay: 'PIGEON' }))).toContain('/offlineWay');
  expect(await read(OURS, response)).toMatchObject({ state: 'PENDING' });
  expect(await read(OURS, response)).not.toHaveProperty('offlineDay');
});

it('[CONS-02] its day ends the clock, and the submitter sees day and way, and nothing more of it', async () => {
  const paper = await uploadTo(world, { actor: OURS, name: 'note.txt', content: 'canarynote' });
  const more = { outcome: 'NO_CONCERNS', offline: 'canarytext', offlineFiles: [paper] };
  okOf(await answerElsewhere(OURS, response, { offlineDay: DAY, offlineWay: 'TELEPHONE', ...more }));
  const { responded, offlineFiles, ...answer } = await read(OURS, response);
  expect(answer).toMatchObject({ state: 'OFFLINE', offlineWay: 'TELEPHONE', outcome: 'NO_CONCERNS' });
  expect(dayIn(new Date(String(responded)), ORGANISATION_ZONE)).toBe(DAY);
  expect(await progress()).toMatchObject([{ state: 'OFFLINE', answered: DAY, way: 'TELEPHONE' }]);
  const [file = ''] = offlineFiles as ItemId[];
  const said = JSON.stringify([
    await read(SUBMITTER, request),
    await world.ask(SUBMITTER, `history/${request}`, {}),
    await world.ask(SUBMITTER, 'act/auditTrail', targetOf(request)),
    await world.ask(SUBMITTER, `read/${file}`),
  ]);
  expect(said).not.toMatch(/canary|NO_CONCERNS/);
  expect((await world.get(SUBMITTER, `/attachment/${file}`)).status).toBe(404);
});

it('[CONS-02] the log has it under its own day, with its way and what was answered', async () => {
  const rows = await logOf(OURS);
  const row = rows.find((cells) => cells[5] === 'Answered elsewhere');
  expect(row?.[0]).toContain('05-Jan-2026');
  expect(row?.join('\n')).toContain('Phone: canarytext');
});

it('[CONS-02] a correction reaches the submitter, and opening again takes day and way away', async () => {
  okOf(await save(OURS, response, { offlineDay: '2026-01-07', offlineWay: 'MEETING' }));
  expect(await progress()).toMatchObject([{ state: 'OFFLINE', answered: '2026-01-07', way: 'MEETING' }]);
  const { responded } = await read(OURS, response);
  expect(dayIn(new Date(String(responded)), ORGANISATION_ZONE)).toBe('2026-01-07');
  const refused = await save(OURS, response, { offlineDay: organisationDay(3) });
  expect(JSON.stringify(refused)).toContain('errors.consult.dayAhead');
  expect(JSON.stringify(await move(OURS, response, 'reopen'))).toContain('/reason');
  expect(await move('protected reader', response, 'reopen', 'A mistake')).toHaveProperty('refused');
  okOf(await move(OURS, response, 'reopen', 'canarymistake'));
  await world.runJobs();
  const heard = okOf(await world.ask(SUBMITTER, 'act/fetchNotifications', targetOf(world.idOf(SUBMITTER))));
  expect(heard['items']).toContainEqual(
    expect.objectContaining({ $kind: 'consultationAnswerReopened', $context: request }),
  );
  expect(JSON.stringify(heard)).not.toContain('canary');
  const [entry] = (await progress()) as Body[];
  expect(entry).toMatchObject({ state: 'PENDING' });
  expect(Object.keys(entry ?? {}).sort()).toEqual(['changed', 'community', 'state']);
  for (const name of ['offlineDay', 'offlineWay', 'responded'])
    expect(await read(OURS, response)).not.toHaveProperty(name);
});

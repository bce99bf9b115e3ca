// Recordings of help on real sockets: none without consent, a file that only the two people and administrators read, its expiry and deletion.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gunzipSync, gzipSync } from 'node:zlib';
import { endRecordings } from 'src/domain/assist/assistJobs.server.ts';
import type { Json } from 'src/model/item/Item.ts';
import { assistWorld, RECORDING } from 'tests/product/assistWorld.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const FIRST = [{ type: 2, data: {}, timestamp: 1 }];
const SECOND = [{ type: 3, data: { text: 'line\nbreak' }, timestamp: 2 }];

let world: ProductWorld;
const { ask, consent, viewedSession } = assistWorld(() => world);

beforeAll(async () => {
  world = await openProductWorld({ assist: true });
});
afterAll(() => world.stop());

const recordingsOf = async (actor: string): Promise<readonly string[]> => {
  const query = { must: { _t: ['AssistRecording'] }, max: 50 };
  return (okOf(await world.ask(actor, 'search/ids', query))['ids'] ?? []) as readonly string[];
};

/** Records two batches; returns the id of the recording. */
const record = async (): Promise<string> => {
  const { helped, helper } = await viewedSession('capability holder');
  await consent({ helped, helper }, RECORDING);
  helped.send('mask_for', { mask: 1, agents: [helper.id] });
  helped.send('messages', { mask: 1, batch: 1, events: FIRST });
  helped.sendBatch(1, 2, gzipSync(JSON.stringify(SECOND)));
  await helped.handled();
  helped.send('stop_recording', { agent: helper.id });
  const [, { recording }] = await helped.untilEvent('recording_stored');
  await helper.untilEvent('recording_stored');
  return String(recording);
};

const fileOf = (recording: Body): string => String((recording['file'] as readonly Json[])[0]);

describe('[ASSIST-01] recordings', () => {
  it('are impossible without consent: refused, lapsed, forged and ended ones store nothing', async () => {
    const before = await recordingsOf('administrator');
    const { helped, helper } = await viewedSession();
    helped.send('mask_for', { mask: 1, agents: [helper.id] });
    helper.send('recording_accepted', { agent: helper.id });
    helper.send('stop_recording');
    helped.send('recording_accepted', { agent: helper.id });
    helped.send('messages', { mask: 1, batch: 1, events: FIRST });
    helper.send('request_recording');
    await helped.untilEvent('request_recording');
    helped.send('messages', { mask: 1, batch: 2, events: FIRST });
    helped.send('recording_rejected', { agent: helper.id });
    await helper.untilEvent('recording_rejected');
    helped.send('messages', { mask: 1, batch: 3, events: FIRST });
    helped.send('end_session');
    await helper.closed;
    await world.services.search.ready();
    expect(await recordingsOf('administrator')).toEqual(before);
    expect(helper.events()).not.toContain('recording_stored');
  });

  it('contain what the agent received, for the two people and administrators', async () => {
    const id = await record();
    for (const actor of ['member', 'capability holder', 'administrator']) {
      const recording = await ask(actor, `read/${id}`);
      expect(recording).toMatchObject({
        recorded: world.idOf('member'),
        agent: world.idOf('capability holder'),
        expires: expect.stringMatching(/^20\d\d-/),
      });
      const answer = await world.get(actor, `/attachment/${fileOf(recording)}`);
      expect(answer.status, actor).toBe(200);
      const lines = gunzipSync(Buffer.from(await answer.arrayBuffer()))
        .toString()
        .trimEnd()
        .split('\n');
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([FIRST, SECOND]);
    }
    const file = fileOf(await ask('administrator', `read/${id}`));
    for (const actor of ['creator', 'private reader', 'owner administrator', 'stranger', 'visitor']) {
      const refused = actor === 'visitor' ? 'notAllowed' : 'notFound';
      expect(await world.ask(actor, `read/${id}`), actor).toMatchObject({ refused });
      expect((await world.get(actor, `/attachment/${file}`)).status, actor).toBe(actor === 'visitor' ? 403 : 404);
    }
  });

  it('are deleted by the person who was recorded, not by the agent, and after their last day', async () => {
    const id = await record();
    const { _u = 0, ...rest } = await ask('member', `read/${id}`);
    const file = fileOf(rest);
    expect(await world.ask('capability holder', `delete/${id}`, { _u })).toMatchObject({ refused: 'notAllowed' });
    await ask('member', `delete/${id}`, { _u });
    expect((await world.get('administrator', `/attachment/${file}`)).status).toBe(404);

    const late = await record();
    const kept = await record();
    await world.change(late, { expires: '2020-01-01T00:00:00.000Z' });
    const lateFile = fileOf(await ask('member', `read/${late}`));
    await endRecordings(world.services)({}, new AbortController().signal);
    expect(await world.ask('administrator', `read/${late}`)).toMatchObject({ refused: 'notFound' });
    expect((await world.get('administrator', `/attachment/${lateFile}`)).status).toBe(404);
    expect(await world.ask('administrator', `read/${kept}`)).toMatchObject({ ok: {} });
  });

  it('end with the connection of the visitor, and are stored', async () => {
    const { helped, helper } = await viewedSession('capability holder');
    await consent({ helped, helper }, RECORDING);
    helped.send('mask_for', { mask: 1, agents: [helper.id] });
    helped.send('messages', { mask: 1, batch: 1, events: FIRST });
    await helped.handled();
    helped.socket.terminate();
    const [, { recording }] = await helper.untilEvent('recording_stored');
    expect(await recordingsOf('member')).toContain(recording);
  });
});

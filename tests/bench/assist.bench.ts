// Saves of other people while 20 pages are shown to a helping person, each with 30 changes a second. Compared with the same saves without
// these sessions; both alternate, so that noise affects them equally.

import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { AssistSocket } from 'tests/product/AssistSocket.ts';
import { targetOf } from 'tests/product/productOperations.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const SESSIONS = 20;
const FRAME_MS = 1_000 / 30;
const ROUNDS = 6;
const SAVES = 60;
const LIMIT = 2;
const TAB = 'visitorTab1';
/** Events of one change: 60 nodes of a listing, about 6 kB. */
const CHANGE = Array.from({ length: 60 }, (_, at) => ({
  type: 3,
  data: { source: 0, texts: [{ id: at, value: `A line of the listing with the number ${at}` }] },
  timestamp: 1_700_000_000_000 + at,
}));

type Body = Readonly<Record<string, Json>>;

const okFrom = async (socket: TestSocket, o: string, body?: Json): Promise<Body> => {
  const { b, erred } = await socket.ask(o, body);
  if (erred) throw new Error(`${o}: ${JSON.stringify(b)}`);
  return b as Body;
};

interface Shown {
  readonly helped: AssistSocket;
  readonly helper: AssistSocket;
}

/** Opens a session of a person, whom the administrator acts as, and shows the page to the administrator. */
const openSession = async (url: string, { token, person }: { token: string; person: string }): Promise<Shown> => {
  const admin = await TestSocket.as(url, token);
  const acting = { ...targetOf(String((await okFrom(admin, 'getSessionUser'))['$id'])), targetUserID: person };
  const own = String((await okFrom(admin, 'act/masquerade', acting))['newToken']);
  admin.close();
  const page = await TestSocket.as(url, own);
  const { session } = await okFrom(page, 'act/askForHelp', { ...targetOf(person), tabId: TAB });
  page.close();
  const common = { url, session: String(session) };
  const helped = await AssistSocket.enter({ ...common, token: own, identity: 'session', tab: TAB });
  const helper = await AssistSocket.enter({ ...common, token, identity: 'agent', tab: 'agentTab1' });
  helper.send('request_view');
  await helped.untilEvent('request_view');
  helped.send('view_granted', { agent: helper.id });
  await helper.untilEvent('view_granted');
  helped.send('mask_for', { mask: 1, agents: [helper.id] });
  return { helped, helper };
};

/** Sends the changes of all pages until it is stopped. Returns the number of batches that were sent. */
const showPages = (sessions: readonly Shown[]) => {
  let batch = 0;
  const timer = setInterval(() => {
    batch += 1;
    for (const { helped } of sessions) helped.send('messages', { mask: 1, batch, events: CHANGE });
  }, FRAME_MS);
  return (): number => {
    clearInterval(timer);
    return batch;
  };
};

export const run = async (): Promise<void> => {
  const { server, socket: open, stop } = await openProduct();
  const staff = await open('staff');
  const { ids } = await okFrom(staff, 'search/ids', { must: { _t: ['ArchiveEntry'] }, max: 200 });
  const found = await Promise.all(
    (ids as readonly string[]).map(async (id) => ({ id, ...(await okFrom(staff, `readAllowed/${id}`)) })),
  );
  const saved = found.find(({ allowed }: Body) => (allowed as Body)['update'] === true)?.id ?? '';
  let { _u } = await okFrom(staff, `read/${saved}`);
  const save = async (at: number): Promise<number> => {
    staff.received.length = 0;
    const started = performance.now();
    ({ _u = 0 } = await okFrom(staff, 'update', { $id: saved, _u: _u ?? 0, title: `Saved for the ${at}th time` }));
    return performance.now() - started;
  };

  const token = await tokenOf(server.url, 'admin');
  const admin = await TestSocket.as(server.url, token);
  const sessions: Shown[] = [];
  // A person has one open request for help.
  for (let at = 0; at < SESSIONS; at += 1) {
    const { $id } = await okFrom(admin, 'create/User', { name: `Helped ${at}`, email: `helped${at}@sample.test` });
    sessions.push(await openSession(server.url, { token, person: String($id) }));
  }
  admin.close();

  const [quiet, busy]: [number[], number[]] = [[], []];
  let sent = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const times of [quiet, busy]) {
      const end = times === busy ? showPages(sessions) : undefined;
      await pause(500);
      for (let at = 0; at < SAVES; at += 1) times.push(await save(at));
      sent += end?.() ?? 0;
    }
  const delivered = sessions.map(({ helper }) => helper.frames.filter(([event]) => event === 'messages').length);
  const [without, beside] = [timesOf(quiet), timesOf(busy)];
  console.log(
    `${sessions.length} sessions, ${sent} batches each, delivered ${Math.min(...delivered)} to ${Math.max(...delivered)}; p95 of a save ${milliseconds(without.p95)} ms without, ${milliseconds(beside.p95)} ms beside them (medians ${milliseconds(without.median)}, ${milliseconds(beside.median)})`,
  );
  report({
    name: `p95 of a save beside ${sessions.length} sessions of help, 30 changes a second each`,
    unit: 'ms',
    value: beside.p95,
    baseline: { name: 'p95 of a save without them', value: without.p95 },
    limit: { of: 'ratio', atMost: LIMIT },
  });
  for (const { helped, helper } of sessions) {
    helped.close();
    helper.close();
  }
  await stop();
};

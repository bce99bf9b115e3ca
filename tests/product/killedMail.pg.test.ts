// The server killed (kill -9) while a letter leaves by email: before the mail server has taken it, while it takes it, and after it did but
// before the server learned of it. The next process ends what was begun: the addressee has one letter, and its delivery is settled.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { askingOf, productProcesses } from 'tests/product/productProcess.ts';
import { STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';

/** The links in emails need an address that is known before a process listens on it. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
};

let server: MailServer;
let port: number;
const letters = useLetterWorld(async () => {
  server = await startMailServer();
  port = await freePort();
  return server.url;
});
const processes = productProcesses(
  () => letters.world,
  () => ({
    ...{ SMTP_URL: server.url, MAIL_FROM: 'records@example.org' },
    ...{ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
  }),
);
afterAll(async () => {
  processes.stop();
  await server.stop();
});
const { add, read, move, newResponse, ready, find } = letters;

const WITHIN = 240_000;
/** Progress of the mail server when the process is killed. `late`: it has the letter and has not said so. */
const STAGES = ['rcpt', 'data', 'late'] as const;

interface Leaving {
  readonly id: ItemId;
  readonly address: string;
}

/** An approved letter about a request with one contact. */
const approved = async (stage: string): Promise<Leaving> => {
  const address = `${stage}@example.org`;
  const contact = await add('Contact', {
    ...{ _related: letters.proponent, firstName: 'Ida', lastName: 'Dale', email: address, blocked: null },
  });
  const asked = await add('Consultation', {
    ...{ projectName: 'Pier', primaryOrg: letters.proponent, communities: [letters.world.own] },
    primaryContacts: [contact],
  });
  const id = await ready(await newResponse(asked));
  await letters.world.change(id, { toContacts: null });
  okOf(await move(STAFF, id, 'approve'));
  return { id, address };
};

/** An attempt holds its email for minutes, so that no other process sends it meanwhile. These have passed. */
const leaseRunsOut = async (): Promise<void> => {
  const { database } = letters.world.services;
  await database.query('update mail set leased_until = now() where leased_until is not null');
  await database.query(`update graphile_worker._private_jobs set run_at = now()
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'sendMail')`);
};

/** The process that sends it is killed at the stage. */
const sendAndKill = async (stage: (typeof STAGES)[number]): Promise<Leaving> => {
  const leaving = await approved(stage);
  const { id, address } = leaving;
  server.slow.set(address, stage);
  const running = await processes.start();
  const body: Body = { ...targetOf(id), by: 'EMAIL' };
  const ask = askingOf(letters.world, running);
  expect(await ask(STAFF, '/api/item', { o: 'act/sendLetter/async', b: body, key: randomUUID() })).not.toBe('');
  await (stage === 'late' ? server.emailTo(address) : server.holding(address));
  await running.kill();
  expect(await read(id)).toMatchObject({ state: 'SENDING', deliveries: [{ address, state: 'WAITING' }] });
  server.slow.delete(address);
  return leaving;
};

it(
  '[WF-02] [CONS-02] a letter by email whose server is killed while it leaves arrives, once, and counts as sent',
  async () => {
    const all: Leaving[] = [];
    for (const stage of STAGES) all.push(await sendAndKill(stage));
    await leaseRunsOut();
    const last = await processes.start();
    const isSent = async ({ id }: Leaving): Promise<boolean> => (await read(id))['state'] === 'SENT';
    await expect
      .poll(async () => (await Promise.all(all.map(isSent))).every(Boolean), { timeout: WITHIN / 2 })
      .toBe(true);
    const due = `select 1 from graphile_worker.jobs where run_at <= now()`;
    await expect.poll(() => letters.world.services.database.query(due), { timeout: WITHIN / 2 }).toEqual([]);
    await last.kill();
    for (const { id, address } of all) {
      const arrived = server.emails.filter(({ to }) => to.includes(address));
      // A copy that the mail server took without saying so is the same email to it and to its reader.
      expect(new Set(arrived.map(({ mail }) => mail.messageId)).size).toBe(1);
      expect(arrived.length).toBeLessThanOrEqual(address.startsWith('late') ? 2 : 1);
      const sent = await read(id);
      expect(sent).toMatchObject({ state: 'SENT', by: 'EMAIL', sentBy: letters.world.idOf(STAFF) });
      expect(sent['deliveries']).toMatchObject([{ address, state: 'TAKEN' }]);
      expect(await find('administrator', { _t: ['Event'], kind: ['letterSent'], context: [id] })).toHaveLength(1);
    }
  },
  WITHIN,
);

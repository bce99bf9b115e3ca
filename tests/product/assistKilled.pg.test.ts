// kill -9 of the server in the middle of a session of help. Both sides come back to the same session, and nothing that was permitted before is
// permitted without a new consent. Two processes: an agent finds the process of the visitor.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AssistSocket } from 'tests/product/AssistSocket.ts';
import { assistWorld, CONTROL, TAB, VIEW } from 'tests/product/assistWorld.ts';
import { productProcesses, type ProductProcess } from 'tests/product/productProcess.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const WITHIN = 300_000;

let world: ProductWorld;
let server: ProductProcess;
let settings = '';
const processes = productProcesses(
  () => world,
  () => ({ SITE_CONFIG: settings }),
);
const { addressOf, askForHelp, visitor, agent, consent, sessionItem } = assistWorld(
  () => world,
  () => server.url,
);

beforeAll(async () => {
  world = await openProductWorld({ assist: true });
  settings = join(world.dataDir, 'site.json');
  await writeFile(settings, JSON.stringify({ site: { assist: true } }));
  server = await processes.start();
}, WITHIN);
afterAll(async () => {
  processes.stop();
  await world.stop();
});

it(
  '[ASSIST-01] a killed server loses every consent, and both sides come back to the session',
  async () => {
    const session = await askForHelp();
    const [helped, helper] = [await visitor(session), await agent(session)];
    await consent({ helped, helper }, VIEW);
    await consent({ helped, helper }, CONTROL);
    await server.kill();
    expect(await helped.closed).toMatchObject({ code: 1006 });
    server = await processes.start();
    const [back, again] = [await visitor(session), await agent(session)];
    expect(again.id).toBe(helper.id);
    again.send('click', { x: 1, y: 1 });
    back.send('mask_for', { mask: 1, agents: [again.id] });
    back.send('messages', { mask: 1, batch: 1, events: [] });
    await back.handled();
    await again.handled();
    expect(back.events()).not.toContain('click');
    expect(again.events()).not.toContain('messages');
    await consent({ helped: back, helper: again }, VIEW);
    back.send('messages', { mask: 1, batch: 2, events: [] });
    expect(await again.untilEvent('messages')).toMatchObject(['messages', { batch: 2 }, 'visitor']);
  },
  WITHIN,
);

it(
  '[ASSIST-01] another process sends an agent to the process of the visitor, also when the visitor moves',
  async () => {
    const session = await askForHelp();
    const helped = await visitor(session);
    const other = await processes.start();
    const address = { ...addressOf('administrator', session), url: other.url };
    const lost = await AssistSocket.open(address);
    lost.send('tokenAuth', { token: address.token });
    expect(await lost.closed).toMatchObject({ code: 4412 });
    const helper = await agent(session);
    await consent({ helped, helper }, VIEW);

    helped.socket.terminate();
    const moved = { ...addressOf('member', session, { identity: 'session', tab: TAB }), url: other.url };
    const there = await AssistSocket.enter(moved);
    expect(await helper.closed).toMatchObject({ code: 4412 });
    const followed = await AssistSocket.enter(address);
    await consent({ helped: there, helper: followed }, VIEW);
    expect((await sessionItem(session))['state']).toBe('ACTIVE');
    await other.kill();
  },
  WITHIN,
);

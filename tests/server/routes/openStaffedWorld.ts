// The toy world with its people signed in on sockets and its jobs running, for tests of the effects of one person on the rights or items of
// another.

import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { migrateJobQueue, startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const PEOPLE = ['admin', 'keeper', 'member', 'stranger'];

export interface StaffedWorld extends World {
  /** Socket of the person with that name. */
  socket(who: string): TestSocket;
  ask(who: string, o: string, b?: Json): Promise<Envelope>;
}

export const openStaffedWorld = async (): Promise<StaffedWorld> => {
  const world = await openWorld();
  await migrateJobQueue(world.connection);
  const { connection, jobs: handlers } = world;
  const { database } = world.services;
  const queue = await startJobQueue({ connection, database, handlers, log: () => undefined });
  const sockets = new Map<string, TestSocket>();
  for (const name of PEOPLE) sockets.set(name, await TestSocket.as(world.url, await signIn(world.url, name)));
  const socket = (who: string): TestSocket => {
    const found = sockets.get(who);
    if (!found) throw new Error(who);
    return found;
  };
  return {
    ...world,
    socket,
    ask: (who, o, b) => socket(who).ask(o, b),
    async stop() {
      for (const each of sockets.values()) each.close();
      await queue.stop();
      await world.stop();
    },
  };
};

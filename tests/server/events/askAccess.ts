// The administrator asks for access to a book, and the administrators of its shelf get the notice at once, without a job queue.

import { signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

export const askAccess = async (world: World, name: string): Promise<void> => {
  const admin = await TestSocket.as(world.url, await signIn(world.url, 'admin'));
  const [type = '', number] = world.ids[name]?.split('-') ?? [];
  await admin.ask('act/askAccess', { _t: type, _i: Number(number), reason: 'To read it.' });
  admin.close();
  const [event] = await world.services.database.query<{ i: number }>('select max(i) as i from item where t = 2');
  await world.jobs['notifyEvent']?.({ event: `Event-${event?.i ?? 0}` }, new AbortController().signal);
};

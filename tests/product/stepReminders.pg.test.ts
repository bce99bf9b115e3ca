// A step that is due, and the letters about it, sent by a real SMTP server: to who is asked, then also to who administers the community;
// by the days of the community's own place, over closures and the change of its clocks; and none while the clock of the law stands.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { createRemindOfSteps } from 'src/server/workflow/remindOfSteps.ts';
import { ORGANISATION_ZONE, organisationDay } from 'tests/clock/organisationDay.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';

type Body = Readonly<Record<string, Json>>;

const ASKED = 'protected.reader@example.org';
const OWNER = 'owner.administrator@example.org';

let smtp: MailServer;
let world: ProductWorld;
let response: ItemId;

const okOf = (answer: Answer): Body => {
  if ('ok' in answer) return answer.ok as Body;
  throw new Error(JSON.stringify(answer));
};
const act = async (name: string, id: ItemId, input: Body = {}): Promise<Body> => {
  const [_t = '', _i = ''] = id.split('-');
  return okOf(await world.ask('capability holder', `act/${name}`, { _t, _i: Number(_i), ...input }));
};
const dueOf = async (): Promise<string> => {
  const { _wf } = okOf(await world.ask('capability holder', `read/${response}`));
  return String((_wf as Body)['$assignedDue']);
};
/** Recipients of the emails up to then. */
const remindedAt = async (instant: string): Promise<readonly string[]> => {
  const before = smtp.emails.length;
  const clock = { now: () => new Date(instant) };
  await createRemindOfSteps({ ...world.services, clock })({}, new AbortController().signal);
  await world.runJobs();
  return smtp.emails
    .slice(before)
    .flatMap(({ to }) => to)
    .toSorted();
};

beforeAll(async () => {
  smtp = await startMailServer();
  world = await openProductWorld({ smtpUrl: smtp.url });
  const closures = [{ from: organisationDay(1), to: organisationDay(20) }];
  await world.change(world.own, {
    calendar: { timeZone: ORGANISATION_ZONE, weekdays: [1, 2, 3, 4, 5, 6, 7], closures },
  });
  const consultation = await world.newItem({
    ...{ type: 'Consultation', level: 'COMMUNITY', mark: 'road' },
    more: { projectName: 'Road', communities: [world.own] },
  });
  response = await world.newItem({
    ...{ type: 'ConsultResponse', level: 'PROTECTED', mark: 'answer' },
    more: { consultation, community: world.own, state: 'PENDING', requestedResponseDate: '2031-05-01' },
  });
  const steps = [{ key: 'look', kind: 'RWF_SIMPLE', label: 'Look', group: 1, days: 1, working: true }];
  const assign = { users: [world.idOf('protected reader')] };
  const template = await world.newItem({
    ...{ type: 'Workflow', level: 'PROTECTED', mark: 'look' },
    more: {
      ...{ label: 'Look', owner: world.own, of: 'ConsultResponse', version: 1, state: 'ACTIVE' },
      steps: steps.map((step) => ({ ...step, assign })),
    },
  });
  await act('setWorkflow', response, { workflow: template });
});
afterAll(async () => {
  await world.stop();
  await smtp.stop();
});

it('[WF-01] [NTFY-02] a step that is due is asked for by mail, and its owner hears of it when it stays undone', async () => {
  // Notices about the beginning.
  await world.runJobs();
  // The closed days do not count.
  expect(await dueOf()).toBe(organisationDay(21));
  // The clocks of the place go forward on 14 March 2027: its 15th begins an hour earlier than its 13th did.
  await act('applyStepProps', response, { step: 'look', props: { $assignedDue: '2027-03-15' } });
  expect(await remindedAt('2027-03-13T07:30:00Z')).toEqual([]);
  expect(await remindedAt('2027-03-13T08:30:00Z')).toEqual([ASKED]);
  expect(await remindedAt('2027-03-15T06:30:00Z')).toEqual([]);
  expect(await remindedAt('2027-03-15T07:30:00Z')).toEqual([ASKED]);
  expect(await remindedAt('2027-03-15T19:00:00Z')).toEqual([]);
  await act('stopClock', response, { reason: 'Waits for the map' });
  expect(await remindedAt('2027-03-16T19:00:00Z')).toEqual([]);
  await act('restartClock', response);
  expect(await dueOf()).toBe('2027-03-15');
  expect(await remindedAt('2027-03-16T19:00:00Z')).toEqual([ASKED]);
  expect(await remindedAt('2027-03-18T19:00:00Z')).toEqual([ASKED, OWNER].toSorted());
  await act('setStepState', response, { step: 'look', state: 'COMPLETE' });
  expect(await remindedAt('2027-03-26T19:00:00Z')).toEqual([]);
}, 120_000);

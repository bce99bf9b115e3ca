// The zip of the attachments of consultations: the path of each file in it, by the declaration of its type, with only those folder names
// that the person may read.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { okOf, operationsOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

const [SUBMITTER, OURS] = ['stranger', 'capability holder'] as const;

let world: ProductWorld;
let submitter: ItemId;
/** The files, by what a test calls them. */
const files = new Map<string, ItemId>();
const { organizationOf } = operationsOf(() => world);

const add = (type: string, more: Body): Promise<ItemId> =>
  world.newItem({ type, level: 'PROTECTED', mark: `${type} ${JSON.stringify(more).slice(0, 60)}`, more });

/** A file of the item, chosen as consult.attachments chooses it. */
const attach = async (id: ItemId, originalName: string): Promise<void> => {
  const file = await world.attach(id, { originalName, bytes: Buffer.from(originalName) });
  await world.change(file, { relType: id.split('-')[0] ?? '' });
  files.set(originalName, file);
};

/** Without the list, in the order of their names. */
const zipped = async (actor: string, names: readonly string[]): Promise<readonly string[]> => {
  const ids = names.map((name) => files.get(name) ?? '');
  const { key } = okOf(await world.ask(actor, 'act/downloadAttachments/async', { ids }));
  await world.runJobs();
  const result = await world.get(actor, `/task-result/${String(key)}`);
  const entries = readZip(Buffer.from(await result.arrayBuffer()));
  okOf(await world.ask(actor, `activeTask/${String(key)}/dismiss`));
  return entries.flatMap(({ name }) => (name === 'contents.csv' ? [] : [name])).toSorted();
};

const TODAY = organisationDay();

beforeAll(async () => {
  world = await openProductWorld();
  submitter = await organizationOf(SUBMITTER);
  await world.change(world.own, { displayName: 'Own: North/South', type: 'COMMUNITY' });
  const road = async (communities: readonly Json[], mark: string): Promise<void> => {
    const more = { projectName: 'Road', primaryOrg: submitter, communities, state: 'CONSULTING' };
    const consultation = await add('Consultation', more);
    const response = await add('ConsultResponse', { consultation, community: world.own, state: 'PENDING' });
    const concern = await add('ConsultResponseConcern', { response, subject: 'Herring' });
    const section = await add('ConsultResponseSection', { response, title: 'What we found' });
    await attach(consultation, `${mark} plan.pdf`);
    await attach(response, `${mark} answer.pdf`);
    await attach(concern, `${mark} proof.jpg`);
    await attach(section, `${mark} map.png`);
  };
  await road([world.own], 'first');
  await road([world.own], 'second');
  await road([], 'unread');
});
afterAll(() => world.stop());

it('[FILE-02] [CONS-02] a file stands under its project and its community, with the day on which it came', async () => {
  const own = 'Own_ North_South';
  expect(await zipped(OURS, ['first plan.pdf', 'first answer.pdf', 'first proof.jpg', 'first map.png'])).toEqual([
    `Road/${TODAY} - first plan.pdf`,
    `Road/${own}/${TODAY} - first answer.pdf`,
    `Road/${own}/${TODAY} - first map.png`,
    `Road/${own}/${TODAY} - first proof.jpg`,
  ]);
  // Two projects of one name are two folders.
  expect(await zipped(OURS, ['first answer.pdf', 'second answer.pdf', 'second plan.pdf'])).toEqual([
    `Road (2)/${TODAY} - second plan.pdf`,
    `Road (2)/${own}/${TODAY} - second answer.pdf`,
    `Road/${own}/${TODAY} - first answer.pdf`,
  ]);
});

it('[FILE-02] [PERM-01] a project that the creator of the zip may not read is no folder, and its name is hidden', async () => {
  expect(await zipped(OURS, ['unread answer.pdf', 'unread proof.jpg', 'unread plan.pdf'])).toEqual([
    `Own_ North_South/${TODAY} - unread answer.pdf`,
    `Own_ North_South/${TODAY} - unread proof.jpg`,
  ]);
  expect(await zipped(SUBMITTER, ['first plan.pdf', 'first answer.pdf', 'first map.png'])).toEqual([
    `Road/${TODAY} - first plan.pdf`,
  ]);
});

// The kinds of the papers of a request: chosen with the upload, changed later, of the value list, and named by the question before submitting.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, operationsOf, requestBody, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';

const [SUBMITTER, OURS] = ['stranger', 'capability holder'] as const;

let world: ProductWorld;
let body: Body;
let request: ItemId;
const { read, move, save, organizationOf } = operationsOf(() => world);

const upload = (name: string, actor: string = SUBMITTER): Promise<string> =>
  uploadTo(world, { actor, name, content: 'What is planned.' });
const create = (documents: Json): Promise<Body> =>
  world.ask(SUBMITTER, 'create/Consultation', { ...body, documents }).then(okOf);
const paperOf = async (actor: string): Promise<Body> => {
  const [paper = ''] = (await read(actor, request))['documents'] as ItemId[];
  return await read(actor, paper);
};
const warnings = async (): Promise<readonly Json[]> => {
  const { lines } = okOf(await world.ask(SUBMITTER, 'act/previewSubmission', targetOf(request)));
  return (lines as Body[]).filter(({ warning }) => warning === true).map(({ message }) => message ?? null);
};

beforeAll(async () => {
  world = await openProductWorld();
  await world.change(world.own, { displayName: 'Own', type: 'COMMUNITY' });
  const submitter = await organizationOf(SUBMITTER);
  const contact = await world.newItem({
    ...{ type: 'Contact', level: 'COMMUNITY', mark: 'engineer' },
    more: { _related: submitter },
  });
  body = requestBody({ submitter, contact, communities: [world.own] });
});
afterAll(() => world.stop());

it('[CONS-01] the kind of a paper comes with its upload, is of the list, and can be changed later', async () => {
  const wrong = await world.ask(SUBMITTER, 'create/Consultation', {
    ...body,
    documents: [`${await upload('odd.txt')}?PIGEON#A%20pigeon`],
  });
  expect(JSON.stringify(wrong)).toContain('errors.invalidChoice');
  request = String((await create([`${await upload('plan.txt')}?MAP#The%20plan`]))['$id']);
  const paper = await paperOf(SUBMITTER);
  expect(paper).toMatchObject({ originalName: 'plan.txt', category: 'MAP', caption: 'The plan' });
  const id = String(paper['$id']);
  expect(JSON.stringify(await save(SUBMITTER, id, { category: 'PIGEON' }))).toContain('errors.invalidChoice');
  okOf(await save(SUBMITTER, id, { category: 'PERMIT' }));
  expect(await paperOf(SUBMITTER)).toMatchObject({ category: 'PERMIT', caption: 'The plan' });
  okOf(await save(SUBMITTER, id, { category: null }));
  expect(await paperOf(SUBMITTER)).not.toHaveProperty('category');
});

it('[CONS-01] a file where no kinds are declared takes none', async () => {
  const entry = await world.newBody({ type: 'CommLog', level: 'COMMUNITY', mark: 'call' });
  const attachments = [`${await upload('call.txt', 'administrator')}?MAP`];
  const refused = await world.ask('administrator', 'create/CommLog', { ...entry, attachments });
  expect(JSON.stringify(refused)).toContain('"/attachments/0"');
});

it('[CONS-01] a request without a project description is warned about, and not refused', async () => {
  expect(await warnings()).toContain('consult.preview.noPaper');
  const id = String((await paperOf(SUBMITTER))['$id']);
  okOf(await save(SUBMITTER, id, { category: 'DESCRIPTION' }));
  expect(await warnings()).not.toContain('consult.preview.noPaper');
  okOf(await save(SUBMITTER, id, { category: 'OTHER' }));
  expect(await warnings()).toContain('consult.preview.noPaper');
  okOf(await move(SUBMITTER, request, 'submit'));
  await world.runJobs();
  expect(await paperOf(OURS)).toMatchObject({ category: 'OTHER' });
});

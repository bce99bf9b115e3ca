// The typed client for programs, over HTTP against the product's server: it signs in, creates, finds, changes and deletes with the rights of
// its account, and receives refusals as problems.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSiteClient, signIn, SiteProblem } from 'src/generated/programClient.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

let world: ProductWorld;
beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

it('[EXCHANGE] a program works with records by their declared types', async () => {
  const token = await signIn(world.url, 'capability.holder@example.org', 'a good password');
  const site = createSiteClient({ url: world.url, token });
  for (const title of ['First of three', 'Second of three', 'Third of three'])
    await site.Source.create({ owner: world.own, title, $access: 'COMMUNITY' });

  const titles: string[] = [];
  const question = { must: { owner: [world.own] }, sort: [{ key: 'created', order: 'asc' }], max: 2 } as const;
  for await (const source of site.Source.each(question)) titles.push(source.title ?? '');
  expect(titles).toEqual(['First of three', 'Second of three', 'Third of three']);

  const [first] = await site.Source.find(question);
  if (!first) throw new Error('nothing was found');
  const { _u } = await site.Source.update(first, { description: 'From a program', title: 'First' });
  expect(await site.Source.read(first.$id)).toMatchObject({ _t: 'Source', _u, title: 'First' });
  await expect(site.Source.update(first, { title: 'Too late' })).rejects.toMatchObject({ key: 'conflict' });

  const member = createSiteClient({ url: world.url, token: world.tokenOf('member') });
  await expect(member.Source.delete({ $id: first.$id, _u })).rejects.toBeInstanceOf(SiteProblem);
  await site.Source.delete({ $id: first.$id, _u });
  await expect(site.Source.read(first.$id)).rejects.toMatchObject({ key: 'notFound' });
});

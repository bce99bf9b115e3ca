// The contract of every item type, over the toy world; see contractSuite.ts.

import type { OperationName } from 'src/model/wire/endpointAt.ts';
import { contractSuite } from 'tests/contract/contractSuite.ts';
import { toyWorld } from 'tests/server/harness/toyWorld.ts';
import { fixtures } from 'tests/toy/generated/fixtures.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

contractSuite({
  registry,
  fixtures,
  instead: { LOVValue: { list: 'GENRES' } },
  // The owner of a file decides the list of its category.
  kept: { Attachment: ['category'] },
  async open() {
    const world = await toyWorld();
    const book = await world.seed('Book', { title: 'There before', shelf: world.shelf, $access: 'PUBLIC' });
    const file = await world.seed('Attachment', { originalName: 'a.png', filetype: 'image/png', rel: book.id });
    return {
      admin: world.people.admin.userId ?? '',
      stand: { Shelf: world.shelf, Book: book.id, Attachment: file.id, User: 'User-2' },
      ask(who, operation, body) {
        const [name = '', ...args] = operation.split('/');
        return world.run(who, { name: name as OperationName }, args, body);
      },
      stop: world.stop,
    };
  },
});

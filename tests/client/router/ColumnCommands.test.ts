// Commands of keys: the active column first, else the last column that has the key.
import { expect, it } from 'vitest';
import { ColumnCommands } from 'src/client/router/ColumnCommands.ts';

const command = (key: string, title: string) => ({ key, icon: 'edit', title, run: () => undefined });

it('[ROUTE-06] finds the command of the active column, otherwise that of the last one, until it is taken away', () => {
  const commands = new ColumnCommands();
  const removeFirst = commands.add(0, [command('c', 'create in the list'), command('e', 'edit the first')]);
  commands.add(1, [command('e', 'edit the second')]);
  commands.add(2, [command('e', 'edit the third'), command('j', 'next')]);
  expect(commands.find('e', 1)?.title).toBe('edit the second');
  expect(commands.find('e', 5)?.title).toBe('edit the third');
  expect(commands.find('c', 2)?.title).toBe('create in the list');
  expect(commands.find('x', 0)).toBeUndefined();
  expect(commands.all(0).map(({ title }) => title)).toEqual(['create in the list', 'edit the first', 'next']);
  removeFirst();
  expect(commands.find('c', 2)).toBeUndefined();
});

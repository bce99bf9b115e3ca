// Columns and the address over a real router in memory: opening, closing, gates, back and forward, redirects.
import { describe, expect, it, vi } from 'vitest';
import type { CellGate } from 'src/client/router/Gates.ts';
import { problem } from 'src/model/problems.ts';
import { historyAddress } from 'src/client/router/historyAddress.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { signedInClient, startClient } from 'tests/client/startClient.ts';

const shown = (client: { navigation: { cells: readonly { segment: string }[] } }) =>
  client.navigation.cells.map(({ segment }) => segment);
const eventually = (check: () => void) => vi.waitFor(check);
/** The history in memory moves at once; what follows from a move is over when the event loop turns. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('NavigationStore', () => {
  it('[ROUTE-01] opens a column after another and closes those behind', async () => {
    const { navigation } = await signedInClient({ path: '/library.books?c0=q' });
    expect(await navigation.open(0, 'i-Book-1')).toBe(true);
    expect(navigation.address).toBe('/library.books/i-Book-1?c0=q');
    expect(navigation.active).toBe(1);
    await navigation.open(1, 'i-Shelf-1', 'p');
    expect(navigation.address).toBe('/library.books/i-Book-1/i-Shelf-1?c0=q&c2=p');
    await navigation.open(0, 'i-Book-2');
    expect(navigation.address).toBe('/library.books/i-Book-2?c0=q');
    await navigation.close(1);
    expect(navigation.address).toBe('/library.books?c0=q');
    await navigation.close(0);
    expect(navigation.address).toBe('/');
  });

  it('goes to an open column instead of opening it again', async () => {
    const { navigation } = await signedInClient({ path: '/library.books/i-Book-1/i-Shelf-1' });
    await navigation.open(0, 'i-Book-1');
    expect(navigation.cells).toHaveLength(3);
    expect(navigation.active).toBe(1);
  });

  it('[ROUTE-04] opens from home in place of home', async () => {
    const { navigation } = await signedInClient();
    await navigation.open(0, 'i-Book-1');
    expect(navigation.address).toBe('/i-Book-1');
    expect(await navigation.go('/home/i-Book-2')).toBe(true);
    expect(navigation.address).toBe('/i-Book-2');
  });

  it('[ROUTE-06] goes through its stages', async () => {
    const { navigation } = await signedInClient({ path: '/library.books/i-Book-1' });
    expect(navigation.stage).toBe('APPLY_FOCUS');
    navigation.focusApplied();
    expect(navigation.stage).toBe('READY');
    navigation.focus(0);
    expect(navigation.stage).toBe('ACTIVE_CHANGED');
    navigation.focusApplied();
    await navigation.open(0, 'i-Book-2');
    expect(navigation.stage).toBe('APPLY_FOCUS');
  });

  it('[ROUTE-07] warns of unknown views and malformed items', async () => {
    const client = await signedInClient({ path: '/nowhere' });
    await client.navigation.go('/library.books/i-Book');
    await client.navigation.open(0, 'i-Book-1');
    expect(client.alerts.alerts.map(({ message, values }) => [message, values?.key])).toEqual([
      ['errors.cellKeyNotValid', 'i-Book'],
    ]);
    expect(shown(client)).toEqual(['library.books', 'i-Book-1']);
  });

  it('[ROUTE-07] shows a view without columns on its own', async () => {
    const { navigation } = await signedInClient({ path: '/library.books/i-Book-1' });
    await navigation.open(1, 'set-pass');
    expect(navigation.address).toBe('/set-pass');
    await navigation.open(0, 'i-Book-1');
    expect(navigation.address).toBe('/i-Book-1');
  });

  it('[CELL-03] asks the gates of every closing column, first all whether they are valid', async () => {
    const { navigation } = await signedInClient({ path: '/library.books/i-Book-1/i-Shelf-1' });
    const asked: string[] = [];
    const gate =
      (name: string, answer: boolean | Promise<boolean> = true): CellGate =>
      (stage) => {
        asked.push(`${name} ${stage}`);
        return answer;
      };
    const remove = navigation.addGate(1, gate('a'));
    navigation.addGate(1, gate('b'));
    navigation.addGate(2, gate('c', Promise.resolve(false)));
    navigation.addGate(0, gate('kept'));
    expect(await navigation.open(0, 'i-Book-2')).toBe(false);
    expect(asked).toEqual(['a VALIDATE', 'b VALIDATE', 'a CLOSE', 'b CLOSE', 'c VALIDATE']);
    expect(navigation.address).toBe('/library.books/i-Book-1/i-Shelf-1');
    asked.length = 0;
    remove();
    expect(await navigation.pass(1, 'SAVE')).toBe(true);
    expect(asked).toEqual(['b VALIDATE', 'b SAVE']);
  });

  it('[CELL-03] stops when a gate fails, and says so', async () => {
    const client = await signedInClient({ path: '/i-Book-1' });
    client.navigation.addGate(0, () => {
      throw problem('generalFailure');
    });
    expect(await client.navigation.go('/')).toBe(false);
    expect(client.alerts.alerts).toMatchObject([{ type: 'ERROR', message: 'errors.generalFailure' }]);
  });

  it('[CELL-02] asks once at a time', async () => {
    const { navigation } = await signedInClient({ path: '/i-Book-1' });
    let answer: (value: boolean) => void = () => {};
    const asked = vi.fn((stage: string) =>
      stage === 'VALIDATE' ? true : new Promise<boolean>((resolve) => (answer = resolve)),
    );
    navigation.addGate(0, asked);
    const first = navigation.go('/library.books');
    await eventually(() => expect(asked).toHaveBeenCalledTimes(2));
    expect(await navigation.go('/search')).toBe(false);
    answer(true);
    expect(await first).toBe(true);
    expect(navigation.address).toBe('/library.books');
  });

  it('[ROUTE-03] changes a parameter without asking gates', async () => {
    const { navigation } = await signedInClient({ path: '/library.books/i-Book-1?c1=x' });
    navigation.addGate(0, () => false);
    navigation.setParam(0, 'a b', true);
    navigation.setParam(1, undefined);
    expect(navigation.address).toBe('/library.books/i-Book-1?c0=a+b');
    expect(navigation.cells[0]?.param).toBe('a b');
  });

  it('tells where a link leads', async () => {
    const { navigation } = await signedInClient({ path: '/library.books/i-Book-1?c0=q' });
    expect(navigation.href(0, 'i-Book-2')).toBe('/library.books/i-Book-2?c0=q');
    expect(navigation.href(1, 'i-Book-0-x y')).toBe('/library.books/i-Book-1/i-Book-0-x%20y?c0=q');
  });

  it('[SRCH-07] remembers the results an item was opened from', async () => {
    const { navigation } = await signedInClient({ path: '/library.books/i-Book-2' });
    expect(navigation.results(1)).toBeUndefined();
    navigation.noteResults(0, ['Book-1', 'Book-2', 'Book-3'], 70);
    expect(navigation.results(1)).toEqual({ id: 'Book-2', previous: 'Book-1', next: 'Book-3', total: 70, at: 1 });
    await navigation.open(0, 'i-Book-3');
    expect(navigation.results(1)?.at).toBe(2);
    await navigation.go('/');
    navigation.noteResults(0, ['Book-5'], 1);
    await navigation.open(0, 'i-Book-5');
    expect(navigation.results(0)?.at).toBe(0);
  });

  it('[SRCH-07] keeps the results around the open item, and none when the item is closed', async () => {
    const { navigation } = await signedInClient({ path: '/library.books' });
    const ids = Array.from({ length: 100_000 }, (_, at): ItemId => `Book-${at + 1}`);
    const steps = async (way: 'previous' | 'next'): Promise<number> => {
      let count = 0;
      for (let to = navigation.results(1)?.[way]; to !== undefined; to = navigation.results(1)?.[way]) {
        // oxlint-disable-next-line no-await-in-loop -- one step after the other
        await navigation.open(0, `i-${to}`);
        count += 1;
      }
      return count;
    };
    navigation.noteResults(0, ids, ids.length);
    await navigation.open(0, 'i-Book-50000');
    expect(navigation.results(1)).toMatchObject({ previous: 'Book-49999', next: 'Book-50001', at: 49_999 });
    expect(await steps('next')).toBe(500);
    expect(navigation.results(1)).toMatchObject({ at: 50_499, total: 100_000 });
    await navigation.close(1);
    await navigation.open(0, 'i-Book-50499');
    expect(navigation.results(1)).toBeUndefined();
  });

  it('[ROUTE-13] has several columns where the reader wants them and the screen is wide', async () => {
    let notify: (matches: boolean) => void = () => {};
    const media = (query: string, handle: (matches: boolean) => void) => {
      expect(query).toBe('(min-width: 960px)');
      notify = handle;
      return { matches: true, stop: () => {} };
    };
    const client = await signedInClient({ path: '/library.books/i-Shelf-1', environment: { media } });
    const { navigation } = client;
    expect(navigation.multiColumns).toBe(true);
    expect([navigation.width(0), navigation.width(1)]).toEqual(['HALF', 'THIRD']);
    notify(false);
    expect(navigation.multiColumns).toBe(false);
    expect(navigation.width(1)).toBe('FULL');
    notify(true);
    await client.session.setPreference('multiColumns', false);
    expect(navigation.multiColumns).toBe(false);
  });

  it('[ROUTE-13] keeps widths on this device, by kind of column', async () => {
    const { navigation } = await signedInClient({ path: '/library.books/i-Shelf-1' });
    navigation.setWidth(1, 'TWO_THIRDS');
    await navigation.open(0, 'i-Shelf-2');
    expect(navigation.width(1)).toBe('TWO_THIRDS');
    expect(navigation.width(0)).toBe('HALF');
  });

  it('[ROUTE-10] sends a visitor to sign in, and back after it', async () => {
    const client = startClient({ path: '/library.books?c0=q', environment: { storage: undefined } });
    expect(client.navigation.address).toBe('/sign-in?next=%2Flibrary.books%3Fc0%3Dq');
    expect(new URLSearchParams(client.navigation.address.split('?')[1]).get('next')).toBe('/library.books?c0=q');
    await client.session.signIn('robin@sample.test', 'right');
    await eventually(() => expect(client.navigation.address).toBe('/library.books?c0=q'));
  });

  it('[ROUTE-11] sends a visitor to sign in for an item that is not open to all', async () => {
    const client = startClient({ user: null, items: [], path: '/i-Book-1' });
    client.items.get('Book-1');
    await eventually(() => expect(client.navigation.address).toBe('/sign-in?next=%2Fi-Book-1'));
  });

  it('[ROUTE-09] finds the item behind a legacy address', async () => {
    const client = await signedInClient({
      path: '/node/12',
      site: { migratedFromCKK1: true },
      operations: {
        getLegacyPath: (body) => ({ itemId: JSON.stringify(body).includes('/node/12') ? 'Book-2' : 'Book-3' }),
      },
    });
    await eventually(() => expect(client.navigation.address).toBe('/i-Book-2'));
  });

  it('[ROUTE-09] stays with a warning when the legacy address is unknown', async () => {
    const client = await signedInClient({ path: '/node', site: { migratedFromCKK1: true } });
    await eventually(() => expect(client.server.operations).toContain('getLegacyPath'));
    expect(client.navigation.address).toBe('/node');
    expect(client.alerts.alerts).toMatchObject([{ message: 'errors.cellKeyNotValid' }]);
  });
});

describe('invented addresses', () => {
  it.each(['/i-Book-1/sign-in', '/sign-in/i-Book-1', '/terms/sign-in/i-Book-1/i-Shelf-1'])(
    '[ROUTE-07] do not change a view without columns: %s',
    (path) => {
      const client = startClient({ path, user: null });
      expect(shown(client)).toEqual(['sign-in']);
      expect(client.navigation.address).toBe('/sign-in');
    },
  );

  it.each(['/i-Nothing-0', '/i-toString-1', '/i-', '/i-Book-1e3', '/constructor', '/library.books/__proto__'])(
    '[ROUTE-07] are warned of: %s',
    async (path) => {
      const { alerts } = await signedInClient({ path });
      expect(alerts.alerts.map(({ message }) => message)).toEqual(['errors.cellKeyNotValid']);
    },
  );

  it('[ROUTE-07] are shortened in messages', async () => {
    const { alerts } = await signedInClient({ path: `/${'a'.repeat(3000)}` });
    expect(String(alerts.alerts[0]?.values?.key)).toMatch(/^a{60}…$/);
  });
});

describe('NavigationStore with the browser’s own buttons', () => {
  it('[CELL-02] follows back and forward, through the gates of the columns that close', async () => {
    const address = historyAddress('/library.books');
    const { navigation } = await signedInClient({ address });
    await navigation.open(0, 'i-Book-1');
    await navigation.open(1, 'i-Shelf-1');
    await eventually(() => expect(address.current).toBe('/library.books/i-Book-1/i-Shelf-1'));
    let pass = false;
    const stages: string[] = [];
    const remove = navigation.addGate(2, (stage) => {
      stages.push(stage);
      return pass;
    });
    address.go(-1);
    await turn();
    expect(stages).toEqual(['VALIDATE']);
    expect(navigation.cells).toHaveLength(3);
    pass = true;
    address.go(-1);
    await eventually(() => expect(navigation.address).toBe('/library.books/i-Book-1'));
    expect(stages).toEqual(['VALIDATE', 'VALIDATE', 'CLOSE']);
    remove();
    expect(navigation.active).toBe(1);
    address.go(1);
    await eventually(() => expect(navigation.cells).toHaveLength(3));
  });
});

describe('historyAddress', () => {
  const history = async (path: string) => {
    const address = historyAddress(path);
    const told = vi.fn();
    address.listen(told);
    return { address, told };
  };

  it('keeps every step of the history, however fast they come', async () => {
    const { address, told } = await history('/a');
    address.push('/b');
    address.push('/c');
    address.replace('/d');
    await eventually(() => expect(address.current).toBe('/d'));
    address.go(-1);
    await eventually(() => expect(address.current).toBe('/b'));
    address.go(-1);
    await eventually(() => expect(address.current).toBe('/a'));
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('[CELL-02] asks before going back, and stays when the user chooses to', async () => {
    const { address } = await history('/a');
    address.push('/b');
    await eventually(() => expect(address.current).toBe('/b'));
    let pass = false;
    const asked: string[] = [];
    address.guard((to) => {
      asked.push(to);
      return Promise.resolve(pass);
    });
    address.go(-1);
    await eventually(() => expect(asked).toEqual(['/a']));
    await turn();
    expect(address.current).toBe('/b');
    pass = true;
    address.go(-1);
    await eventually(() => expect(address.current).toBe('/a'));
  });

  it('asks once however often back is pressed', async () => {
    const { address } = await history('/a');
    address.push('/b');
    address.push('/c');
    await eventually(() => expect(address.current).toBe('/c'));
    let answer: (passed: boolean) => void = () => {};
    const ask = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
    address.guard(ask);
    address.go(-1);
    address.go(-1);
    answer(true);
    await eventually(() => expect(address.current).toBe('/b'));
    expect(ask).toHaveBeenCalledOnce();
  });
});

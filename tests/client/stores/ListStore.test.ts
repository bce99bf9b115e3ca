import { when } from 'mobx';
import { describe, expect, it } from 'vitest';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import { ListStore } from 'src/client/stores/ListStore.ts';
import type { LovAnswer } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';

const value = (key: string, label: string) => ({ key, label, state: 'ACTIVE' as const });
const ANSWER: LovAnswer = {
  system: [value('MAP', 'Map')],
  'Shelf-1': [value('MAP', 'Chart'), value('BARK', 'Bark')],
  'Shelf-2': [value('MAP', 'Plan'), value('BARK', 'Birch bark'), value('CLAY', 'Clay')],
};

const openLists = async (): Promise<{ readonly lists: ListStore; readonly asked: readonly string[] }> => {
  const asked: string[] = [];
  const fetchJson = (path: string): Promise<Json> =>
    Promise.resolve(void asked.push(path)).then(() => ANSWER as unknown as Json);
  const lists = new ListStore({ connection: { fetchJson } as unknown as ServerConnection, locale: () => 'en' });
  await when(() => lists.values('GENRES', 'system') !== undefined);
  return { lists, asked };
};

describe('labels of list values of several owners', () => {
  it("come from one's own owners first, then from the site, then from any owner that has the key", async () => {
    const { lists, asked } = await openLists();
    const label = (key: string, ...own: string[]) => lists.labelAmong('GENRES', own, key);
    expect([label('MAP'), label('MAP', 'Shelf-2', 'Shelf-1')]).toEqual(['Map', 'Plan']);
    expect([label('BARK'), label('BARK', 'Shelf-2')]).toEqual(['Bark', 'Birch bark']);
    expect([label('CLAY', 'Shelf-1'), label('OLD_WOOD')]).toEqual(['Clay', 'Old wood']);
    expect(asked).toEqual(['/lov/en/GENRES']);
  });

  it('come in the order of all keys: those of the site first, each once', async () => {
    const { lists } = await openLists();
    expect(lists.keys('GENRES')).toEqual(['MAP', 'BARK', 'CLAY']);
  });
});

// Two tabs of one browser with the same entries: each shows what the other has stored, and no change of either is lost.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FieldEntries } from 'src/domain/geokeeper/fieldApp/FieldEntries.client.ts';
import { type FieldVault, openFieldVault } from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';
import { fieldEntry } from 'tests/domain/fieldApp/sampleEntry.ts';

/** The name of the person's database. Files of one worker share the databases, so each file has its own names. */
const userId = (): string => `User-Entries${user}`;
let user = 0;
let vault: FieldVault;
let tabs: readonly FieldEntries[];

const openTab = async (): Promise<FieldEntries> => {
  const entries = new FieldEntries((thrown) => {
    throw thrown;
  });
  await entries.open(userId(), vault);
  return entries;
};

beforeEach(async () => {
  user += 1;
  vault = await openFieldVault(userId(), 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE');
  tabs = [await openTab(), await openTab()];
});

afterEach(() => {
  for (const tab of tabs) tab.close();
  vault.close();
});

const bothTabs = (): readonly [FieldEntries, FieldEntries] => {
  const [first, second] = tabs;
  if (!first || !second) throw new Error('two tabs are open');
  return [first, second];
};

describe('[GEO-01] FieldEntries', () => {
  it('shows an entry, its changes and its removal in the other tab', async () => {
    const [first, second] = bothTabs();
    await first.add(fieldEntry());
    await expect.poll(() => second.get('uuid:one')?.title).toBe('Heron at the weir');
    await first.put(fieldEntry({ revision: 2, title: 'Two herons' }));
    await expect.poll(() => second.get('uuid:one')?.title).toBe('Two herons');
    await second.remove('uuid:one');
    await expect.poll(() => first.get('uuid:one')).toBeUndefined();
  });

  it('keeps the later content when one tab sends what another one changes meanwhile', async () => {
    const [first, second] = bothTabs();
    const file = { name: 'a.jpg', type: 'image/jpeg', size: 3, sha256: 'x', upload: 'k', sent: false };
    const entry = fieldEntry({ files: [file], state: 'waiting' });
    await first.add(entry);
    await expect.poll(() => second.get('uuid:one')).toBeDefined();
    await second.put({ ...entry, revision: 2, title: 'Corrected', state: 'draft' });
    await first.put({ ...entry, files: [{ ...file, sent: true }], state: 'sent', sentRevision: 1 });
    const stored = await vault.entry('uuid:one');
    expect(stored).toMatchObject({ title: 'Corrected', revision: 2, state: 'draft', files: [{ sent: true }] });
    await expect.poll(() => first.get('uuid:one')?.title).toBe('Corrected');
  });

  it('does not bring back an entry that another tab has removed', async () => {
    const [first, second] = bothTabs();
    await first.add(fieldEntry());
    await expect.poll(() => second.get('uuid:one')).toBeDefined();
    await vault.removeEntry('uuid:one');
    await second.put(fieldEntry({ revision: 2 }));
    expect(await vault.entries()).toEqual([]);
  });

  it('stores quick changes together, the last one in full', async () => {
    const [first] = bothTabs();
    await first.add(fieldEntry());
    const revisions = Array.from({ length: 50 }, (_, at) => at + 2);
    await Promise.all(revisions.map((revision) => first.put(fieldEntry({ revision, title: `Heron ${revision}` }))));
    expect((await vault.entry('uuid:one'))?.title).toBe('Heron 51');
  });
});

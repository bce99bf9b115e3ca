// The storage of field data on a device: encrypted in a real database engine, complete after a killed tab.
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  DeviceFullError,
  type FieldVault,
  lastFieldUser,
  openFieldVault,
  removeFieldVault,
  setLastFieldUser,
} from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';
import { exportEntry } from 'src/domain/geokeeper/fieldApp/entryExport.client.ts';
import { type FieldEntry, needsSending, trackOf } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';

export const fieldEntry = (changes: Partial<FieldEntry> = {}): FieldEntry => ({
  instanceId: 'uuid:one',
  formType: 'record',
  program: 'GeoKeeperProgram-1',
  formDef: 'GeoKeeperFormDef-1',
  version: 1,
  form: {
    title: { en: 'Sightings' },
    machineName: 'sightings',
    languages: ['en'],
    defaultLanguage: 'en',
    formType: 'record',
    lists: {},
    questions: [],
  },
  title: 'Heron at the weir',
  collected: '2026-05-01T10:00:00.000Z',
  answers: { species: 'heron' },
  files: [],
  state: 'draft',
  revision: 1,
  sendKey: 'key-1',
  changed: '2026-05-01T10:00:00.000Z',
  ...changes,
});

let vault: FieldVault;
let user = 0;

beforeEach(async () => {
  user += 1;
  vault = await openFieldVault(`User-${user}`);
});

/** Returns all bytes of the user's database as text. */
const storedText = async (): Promise<string> => {
  const database = await openDB(`knowledge-keeper-field-User-${user}`);
  const values = await Promise.all(
    ['facts', 'entries', 'pieces', 'points'].map(async (store) => (await database.getAll(store)) as Uint8Array[]),
  );
  database.close();
  return values
    .flat()
    .map((bytes) => new TextDecoder('latin1').decode(bytes))
    .join('\n');
};

describe('[GEO-01] FieldVault', () => {
  it('reads entries, files and positions again after the page has ended, and stores nothing that can be read', async () => {
    const photo = new Blob(['heron '.repeat(900_000)], { type: 'image/jpeg' });
    await vault.putEntry(fieldEntry());
    await vault.putFile('uuid:one', 'heron.jpg', photo);
    await vault.putPoints('uuid:one', 0, [{ lat: 50, lon: -120 }, null, { lat: 51, lon: -121 }]);
    await vault.setFact('package', { programs: ['heron'] });
    expect(await storedText()).not.toContain('heron');
    vault.close();
    const again = await openFieldVault(`User-${user}`);
    expect(await again.entries()).toEqual([fieldEntry()]);
    expect(await (await again.file('uuid:one', 'heron.jpg'))?.text()).toBe(await photo.text());
    expect(trackOf(await again.points('uuid:one'))).toEqual({
      segments: [[{ lat: 50, lon: -120 }], [{ lat: 51, lon: -121 }]],
    });
    expect(await again.fact('package')).toEqual({ programs: ['heron'] });
  });

  it('removes an entry with its files and positions, and no other entry', async () => {
    for (const instanceId of ['uuid:one', 'uuid:two']) {
      await vault.putEntry(fieldEntry({ instanceId }));
      await vault.putFile(instanceId, 'a.jpg', new Blob([instanceId]));
      await vault.putPoints(instanceId, 0, [{ lat: 1, lon: 2 }]);
    }
    await vault.removeEntry('uuid:one');
    expect((await vault.entries()).map(({ instanceId }) => instanceId)).toEqual(['uuid:two']);
    expect(await vault.file('uuid:one', 'a.jpg')).toBeUndefined();
    expect(await vault.points('uuid:one')).toEqual([]);
    expect(await (await vault.file('uuid:two', 'a.jpg'))?.text()).toBe('uuid:two');
    expect(await vault.points('uuid:two')).toHaveLength(1);
  });

  it('reports a full device, keeps what was stored before and leaves no part of the file', async () => {
    await vault.putEntry(fieldEntry());
    const put = IDBObjectStore.prototype.put;
    let pieces = 0;
    IDBObjectStore.prototype.put = function full(this: IDBObjectStore, ...given: Parameters<typeof put>) {
      if (this.name === 'pieces' && (pieces += 1) > 1) throw new DOMException('no space', 'QuotaExceededError');
      return put.apply(this, given);
    };
    try {
      await expect(vault.putFile('uuid:one', 'a.jpg', new Blob(['x'.repeat(5_000_000)]))).rejects.toThrow(
        DeviceFullError,
      );
    } finally {
      IDBObjectStore.prototype.put = put;
    }
    expect(await vault.file('uuid:one', 'a.jpg')).toBeUndefined();
    expect(await vault.entries()).toHaveLength(1);
  });

  it('opens for the last person until that person leaves the device', async () => {
    await setLastFieldUser({ id: `User-${user}`, name: 'Ada' });
    expect(await lastFieldUser()).toEqual({ id: `User-${user}`, name: 'Ada' });
    await vault.putEntry(fieldEntry());
    vault.close();
    await removeFieldVault(`User-${user}`);
    await setLastFieldUser(undefined);
    expect(await lastFieldUser()).toBeUndefined();
    expect(await (await openFieldVault(`User-${user}`)).entries()).toEqual([]);
  });

  it('exports an entry with the content of its files', async () => {
    const files = [{ name: 'a.jpg', type: 'image/jpeg', size: 3, sha256: 'x', upload: 'k', sent: false }];
    await vault.putFile('uuid:one', 'a.jpg', new Blob(['abc']));
    const exported = JSON.parse(await (await exportEntry(vault, fieldEntry({ files }))).text()) as Record<
      string,
      unknown
    >;
    expect(exported['answers']).toEqual({ species: 'heron' });
    expect(exported['contents']).toEqual({ 'a.jpg': btoa('abc') });
  });

  it('sends a draft once per change and a finished entry until it is sent', () => {
    expect(needsSending(fieldEntry())).toBe(true);
    expect(needsSending(fieldEntry({ sentRevision: 1 }))).toBe(false);
    expect(needsSending(fieldEntry({ state: 'waiting', sentRevision: 1 }))).toBe(true);
    expect(needsSending(fieldEntry({ state: 'refused' }))).toBe(false);
  });
});

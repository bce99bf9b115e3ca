// The storage of field data on a device: encrypted in a real database engine, complete after a killed tab.
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fieldEntry } from 'tests/domain/fieldApp/sampleEntry.ts';
import { fieldDeviceData, followClosedData } from 'src/domain/geokeeper/fieldApp/fieldDeviceData.client.ts';
import { closedEntriesOfOthers, lastFieldUser, setFieldUser } from 'src/domain/geokeeper/fieldApp/fieldUsers.client.ts';
import {
  DeviceFullError,
  type FieldVault,
  openFieldVault,
  VaultClosedError,
} from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';
import { exportEntry } from 'src/domain/geokeeper/fieldApp/entryExport.client.ts';
import {
  entryClockOffset,
  type FieldEntry,
  knownClockOffset,
  mergedEntry,
  awaitsTrip,
  entriesToSend,
  needsSending,
  trackOf,
} from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';

let vault: FieldVault;
let user = 0;

/** Keys as the server makes them for two people. */
const ownerKey = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE';
const otherKey = 'AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI';

beforeEach(async () => {
  user += 1;
  vault = await openFieldVault(`User-${user}`, ownerKey);
});

afterEach(() => vault.close());

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
  it('reads what another page has written after the own last write', async () => {
    const entry = fieldEntry();
    const other = await openFieldVault(`User-${user}`, ownerKey);
    await vault.putEntry(entry);
    expect(await vault.entry(entry.instanceId)).toBe(entry);
    await other.putEntry({ ...entry, title: 'By the other page' });
    expect((await vault.entry(entry.instanceId))?.title).toBe('By the other page');
    await other.removeEntry(entry.instanceId);
    other.close();
    expect(await vault.entry(entry.instanceId)).toBeUndefined();
  });

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

  it('closes what is not sent at a sign-out, until its person signs in again, and opens for no other', async () => {
    const id = `User-${user}`;
    await setFieldUser({ id, name: 'Ada' });
    await vault.putEntry(fieldEntry());
    await vault.putEntry(fieldEntry({ instanceId: 'uuid:two', state: 'sent' }));
    expect(await lastFieldUser()).toEqual({ id, name: 'Ada' });
    expect(await fieldDeviceData.unsent()).toBe(1);
    const closed = new Promise((resolve) => {
      const stop = followClosedData((data) => {
        stop();
        resolve(data);
      });
    });
    await fieldDeviceData.leave('close');
    expect(await closed).toEqual({ userId: id, ended: false });
    expect(await lastFieldUser()).toBeUndefined();
    expect(await closedEntriesOfOthers('User-other')).toBe(1);
    expect(await closedEntriesOfOthers(id)).toBe(0);
    await expect(openFieldVault(id)).rejects.toThrow(VaultClosedError);
    await expect(openFieldVault(id, otherKey)).rejects.toThrow(VaultClosedError);
    const again = await openFieldVault(id, ownerKey);
    expect((await again.entries()).map(({ title }) => title)).toContain('Heron at the weir');
    again.close();
    await fieldDeviceData.leave('clear');
    expect(await closedEntriesOfOthers(undefined)).toBe(0);
  });

  it('removes everything at a sign-out when the server has all of it, or when the person asks for it', async () => {
    const id = `User-${user}`;
    await setFieldUser({ id, name: 'Ada' });
    await vault.putEntry(fieldEntry({ state: 'sent' }));
    await fieldDeviceData.leave('close');
    const empty = await openFieldVault(id, otherKey);
    expect(await empty.entries()).toEqual([]);
    await setFieldUser({ id, name: 'Ada' });
    await empty.putEntry(fieldEntry());
    await fieldDeviceData.leave('remove');
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`knowledge-keeper-field-${id}`);
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
    const now = new Date('2026-05-01T10:10:00.000Z');
    const isSent = (changes: Partial<FieldEntry>): boolean => needsSending(fieldEntry(changes), now);
    expect(isSent({})).toBe(false);
    expect(isSent({ revision: 2 })).toBe(true);
    expect(isSent({ revision: 2, sentRevision: 2 })).toBe(false);
    expect(isSent({ state: 'waiting', sentRevision: 1 })).toBe(true);
    expect(isSent({ state: 'refused' })).toBe(false);
  });

  it('sends a trip that the server does not have before its records, which wait for it', () => {
    const now = new Date('2026-05-01T10:10:00.000Z');
    const record = fieldEntry({ instanceId: 'uuid:record', trip: 'uuid:trip', state: 'waiting' });
    const trip = fieldEntry({ instanceId: 'uuid:trip', formType: 'trip' });
    const idsOf = (entries: readonly FieldEntry[]): readonly string[] =>
      entriesToSend(entries, now).map(({ instanceId }) => instanceId);
    expect(idsOf([record, trip])).toEqual(['uuid:trip', 'uuid:record']);
    expect(awaitsTrip(record, [record, trip])).toBe(true);
    const known = { ...trip, sentRevision: 1 };
    expect(idsOf([record, known])).toEqual(['uuid:record']);
    expect(awaitsTrip(record, [record, known])).toBe(false);
    // A trip that was deleted, or that the server refused, does not keep its records back.
    expect([[record], [record, { ...trip, state: 'refused' as const }]].map(idsOf)).toEqual(
      Array.from({ length: 2 }, () => ['uuid:record']),
    );
    expect(idsOf([trip])).toEqual([]);
  });

  it('sends the growing track of a draft every five minutes, not with each position', () => {
    const progress = { state: 'recording', metres: 100, points: 40 } as const;
    const at = (minute: number): Date => new Date(Date.parse('2026-05-01T10:00:00.000Z') + minute * 60_000);
    const trip = fieldEntry({ formType: 'trip', revision: 2, sentRevision: 2, progress });
    expect([1, 6].map((minute) => needsSending(trip, at(minute)))).toEqual([false, true]);
    const sent = { ...trip, sentPoints: 40, trackSent: at(6).toISOString() };
    expect(needsSending(sent, at(30))).toBe(false);
    const further = { ...sent, progress: { ...progress, points: 60 } };
    expect([10, 11].map((minute) => needsSending(further, at(minute)))).toEqual([false, true]);
  });

  it('merges what two tabs know: the later content, and each file that has arrived', () => {
    const file = { name: 'a.jpg', type: 'image/jpeg', size: 3, sha256: 'x', upload: 'k', sent: false };
    const mine = fieldEntry({ revision: 5, files: [file], title: 'Later' });
    const stored = fieldEntry({ revision: 4, sentRevision: 4, files: [{ ...file, sent: true }], state: 'waiting' });
    for (const merged of [mergedEntry(mine, stored), mergedEntry(stored, mine)])
      expect(merged).toMatchObject({ title: 'Later', revision: 5, sentRevision: 4, files: [{ sent: true }] });
  });

  it('corrects times by one offset: that of the moment of the entry, or the present one for an impossible time', () => {
    const now = new Date('2026-05-02T00:00:00.000Z');
    const year = 31_536_000_000;
    expect(entryClockOffset({ collected: '2025-05-01T10:00:00.000Z', clockOffset: year }, 0, now)).toBe(year);
    // The clock was set a year ahead after the last measure: the entry would be from the future.
    const ahead = { collected: '2027-05-01T10:00:00.000Z', clockOffset: 0 };
    expect(entryClockOffset(ahead, -year, new Date('2027-05-02'))).toBe(-year);
    expect(entryClockOffset({ collected: '2026-05-01T10:00:00.000Z' }, 90_000, now)).toBe(90_000);
    const measure = { offset: 5, at: '2026-05-01T00:00:00.000Z' };
    expect(knownClockOffset(measure, now)).toBe(5);
    expect(knownClockOffset(measure, new Date('1970-01-02'))).toBeUndefined();
  });
});

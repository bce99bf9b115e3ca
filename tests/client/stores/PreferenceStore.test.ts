// Choices of the interface: on the device for a visitor, on the server for a person, together when many change in a row.

import { describe, expect, it, vi } from 'vitest';
import { problem } from 'src/model/problems.ts';
import { signedInClient, startClient } from 'tests/client/startClient.ts';

const values = new Map<string, string>();
const storage = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
};

describe('[EXPERIENCE] PreferenceStore', () => {
  it('keeps the choices of a visitor on the device, also for the next visit', () => {
    const { preferences } = startClient({ user: null, environment: { storage } });
    preferences.set('columns.Book', 'label-240');
    expect(preferences.get('columns.Book')).toBe('label-240');
    expect(startClient({ user: null, environment: { storage } }).preferences.get('columns.Book')).toBe('label-240');
  });

  it('shows a choice of a person at once and sends what changed in a row together', async () => {
    const { preferences, server } = await signedInClient({ environment: { storage } });
    // Another person's choice as a visitor is not this one's.
    expect(preferences.get('columns.Book')).toBeUndefined();
    for (const width of [200, 210, 220]) preferences.set('columns.Book', `label-${width}`);
    preferences.set('density', 'compact');
    expect(preferences.get('columns.Book')).toBe('label-220');
    await vi.waitFor(() =>
      expect(server.user?.preferences).toEqual({ 'columns.Book': 'label-220', density: 'compact' }),
    );
    expect(server.received.filter(({ o }) => o === 'act/setPreferences')).toHaveLength(1);
    preferences.set('columns.Book', null);
    expect(preferences.get('columns.Book')).toBeUndefined();
    // Before the server has said who it is, the device shows how close its rows stood.
    expect(startClient({ user: null, environment: { storage } }).preferences.get('density')).toBe('compact');
  });

  it('sends a choice that the server refuses as invalid once, not on each visit', async () => {
    const operations = {
      'act/setPreferences': (): never => {
        throw problem('invalid', { errors: [] });
      },
    };
    const first = await signedInClient({ environment: { storage }, operations });
    first.preferences.set('colour', 'red');
    await first.preferences.save();
    const second = await signedInClient({ environment: { storage }, operations });
    await second.preferences.save();
    expect(second.server.received.filter(({ o }) => o === 'act/setPreferences')).toEqual([]);
  });

  it('goes back, and says so, when the server refuses', async () => {
    const refuse = (): never => {
      throw problem('generalFailure');
    };
    const { preferences, alerts } = await signedInClient({ operations: { 'act/setPreferences': refuse } });
    preferences.set('home', 'mine|');
    await preferences.save();
    expect([preferences.get('home'), alerts.alerts.length]).toEqual([undefined, 1]);
  });
});

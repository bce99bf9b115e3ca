// The whole client over a scripted server: who signs in, what is read, what is saved.
import { describe, expect, it, vi } from 'vitest';
import { startClient } from 'tests/client/startClient.ts';

describe('createClient', () => {
  it('[AUTH-01] connects with the token of an earlier visit', async () => {
    const client = startClient();
    expect(client.session.state).toBe('TOKEN_LOCAL');
    await vi.waitFor(() => expect(client.session.state).toBe('USER_VALID'));
    expect(client.session.user?.name).toBe('Robin Sample');
    expect(client.server.received[0]).toMatchObject({ o: 'tokenAuth', v: '1.0.0' });
  });

  it('[AUTH-06] signs in by the door, and a wrong password rejects', async () => {
    const client = startClient({ path: '/sign-in?next=%2Fi-Book-1', environment: { storage: undefined } });
    await expect(client.session.signIn('robin@sample.test', 'wrong')).rejects.toMatchObject({ key: 'signInFailed' });
    expect(client.session.state).toBe('NONE');
    await client.session.signIn('robin@sample.test', 'right');
    expect(client.session.state).toBe('TOKEN_SIGN_IN');
    await vi.waitFor(() => expect(client.navigation.address).toBe('/i-Book-1'));
  });

  it('reads, changes and saves an item', async () => {
    const client = startClient({ path: '/i-Book-1' });
    client.items.get('Book-1');
    await vi.waitFor(() => expect(client.items.get('Book-1').state).toBe('ready'));
    const draft = client.drafts.of('Book-1');
    draft.set({ ...draft.values, title: 'Amber atlas, second edition' });
    expect(draft.changed).toEqual(['title']);
    const saved = await draft.save();
    expect(saved).toMatchObject({ title: 'Amber atlas, second edition', _u: 2 });
    expect(draft.dirty).toBe(false);
  });
});

// The session: tokens and their storage, other tabs, the dialog, preferences, versions.
import { autorun } from 'mobx';
import { describe, expect, it, vi } from 'vitest';
import type { Environment } from 'src/client/connection/environment.ts';
import { TOKEN_KEY } from 'src/client/connection/environment.ts';
import { problem } from 'src/model/problems.ts';
import { memoryStorage } from 'stories/scripted/scriptedEnvironment.ts';
import { scriptedToken } from 'stories/scripted/ScriptedServer.ts';
import type { ScriptedClient } from 'stories/scripted/createScriptedClient.ts';
import { signedInClient, startClient } from 'tests/client/startClient.ts';

const until = (client: ScriptedClient, state: string) => vi.waitFor(() => expect(client.session.state).toBe(state));

const cookieJar = (start = ''): Environment['cookies'] & { written: string[] } => {
  const written: string[] = [];
  return { written, read: () => start, write: (cookie) => void written.push(cookie) };
};

/** Another tab writes to the shared storage. */
const tabs = () => {
  const handlers = new Set<(key: string | null, value: string | null) => void>();
  const onStorage: Environment['onStorage'] = (handle) => {
    handlers.add(handle);
    return () => handlers.delete(handle);
  };
  const notify = (value: string | null): void => handlers.forEach((handle) => handle(TOKEN_KEY, value));
  return { onStorage, notify };
};

describe('SessionStore', () => {
  it('[AUTH-07] keeps a new token in local storage and a session cookie', async () => {
    const storage = memoryStorage();
    const cookies = cookieJar();
    const client = startClient({ user: {}, environment: { storage, cookies } });
    await client.session.signOut();
    await client.session.signIn('robin@sample.test', 'right');
    expect(storage.getItem('Access-Token')).toBe(scriptedToken('User-1'));
    expect(cookies.written.at(-1)).toBe(`Access-Token=${scriptedToken('User-1')}; Path=/; SameSite=Strict`);
  });

  it('[AUTH-07] uses the cookie of the host site and stores nothing', async () => {
    const storage = memoryStorage();
    const cookies = cookieJar(`other=1; HostToken=${scriptedToken('User-1', 'host')}`);
    const client = startClient({ site: { tokenCookie: 'HostToken' }, environment: { storage, cookies } });
    await until(client, 'USER_VALID');
    expect(client.session.token).toBe(scriptedToken('User-1', 'host'));
    expect(cookies.written).toEqual([]);
    client.server.push('newToken', scriptedToken('User-1', 'renewed'));
    expect(client.session.token).toBe(scriptedToken('User-1', 'renewed'));
    expect(cookies.written).toEqual([]);
  });

  it('[AUTH-04] leaves no message about a record when the session ends, and the notice of a new version', async () => {
    const client = await signedInClient();
    client.alerts.sticky('app.newVersion', { message: 'app.reload', run: () => {} });
    client.alerts.success('workflow.moved', { name: 'A closed record' });
    client.alerts.error('no connection');
    client.alerts.announce('A closed record');
    await client.session.signOut();
    expect(client.alerts.alerts.map(({ message }) => message)).toEqual(['app.newVersion']);
    expect(client.alerts.announcement).toBe('');
  });

  it('[AUTH-04] ignores the warning where the token came from a cookie', async () => {
    const cookies = cookieJar(`HostToken=${scriptedToken('User-1')}`);
    const client = await signedInClient({ site: { tokenCookie: 'HostToken' }, environment: { cookies } });
    client.server.push('tokenWarning', { expires: '2024-05-06T07:08:09Z' });
    expect(client.session.state).toBe('USER_VALID');
  });

  it('[AUTH-03] [AUTH-04] warns, and the button brings a new token', async () => {
    const client = await signedInClient();
    client.server.push('tokenWarning', { expires: '2024-05-06T07:08:09Z' });
    expect(client.session.state).toBe('TOKEN_WARNING');
    expect(client.session.signedIn).toBe(true);
    await client.session.answerDialog();
    expect(client.session.state).toBe('USER_VALID');
    expect(client.session.token).toBe(scriptedToken('User-1', 'next'));
  });

  it('[AUTH-03] [AUTH-04] renews the token silently for an active user', async () => {
    const client = await signedInClient({ environment: { lastActive: () => Date.now() - 9 * 60_000 } });
    const states: string[] = [];
    const stop = autorun(() => states.push(client.session.state));
    client.server.push('tokenWarning', { expires: '2024-05-06T07:08:09Z' });
    await vi.waitFor(() => expect(client.session.token).toBe(scriptedToken('User-1', 'next')));
    expect(states).toEqual(['USER_VALID']);
    stop();
  });

  it('[AUTH-04] warns when the token of an active user cannot be renewed', async () => {
    const client = await signedInClient({
      environment: { lastActive: () => Date.now() },
      operations: {
        nextToken: () => {
          throw problem('generalFailure');
        },
      },
    });
    client.server.push('tokenWarning', { expires: '2024-05-06T07:08:09Z' });
    await until(client, 'TOKEN_WARNING');
  });

  it.each([
    [4401, 'IDENT_FAILED'],
    [4402, 'CONNECT_EXPIRY'],
    [4403, 'TOKEN_EXPIRY'],
    [4404, 'SIGNOUT'],
  ])('[AUTH-02] close %i clears the user and gives %s', async (code, state) => {
    const storage = memoryStorage();
    const client = await signedInClient({ environment: { storage } });
    client.server.close(code);
    expect(client.session.state).toBe(state);
    expect(client.session.user).toBeUndefined();
    expect(client.session.token).toBeUndefined();
    expect(storage.getItem(TOKEN_KEY)).toBeNull();
  });

  it('[AUTH-02] any other close is a lost connection: the user stays', async () => {
    const client = await signedInClient();
    client.server.close(1006);
    expect(client.session.state).toBe('CONNECTION_LOST');
    expect(client.session.user?.$id).toBe('User-1');
    client.connection.retryNow();
    await until(client, 'USER_VALID');
    expect(client.alerts.alerts.map(({ message }) => message)).toContain('app.networkRetry.connected');
  });

  it('[ERR-01] warns of an expiry found at connect', async () => {
    const client = await signedInClient();
    client.server.close(4402);
    expect(client.alerts.alerts).toMatchObject([{ type: 'WARNING', message: 'errors.tokenExpired' }]);
  });

  it('[ERR-01] a request over HTTP finds an old token too', async () => {
    const client = startClient({
      environment: {
        openSocket: () => ({
          onOpen: () => {},
          onMessage: () => {},
          onClose: () => {},
          send: () => {},
          close: () => {},
        }),
      },
    });
    client.server.fetch = async () =>
      Response.json({ erred: true, b: { userMessage: 'tokenExpired' } }, { status: 401 });
    client.items.get('Book-1');
    await until(client, 'CONNECT_EXPIRY');
  });

  it('[AUTH-02] knows who it is before the socket says so, and forgets it when the socket is refused', async () => {
    const told = { ...(await signedInClient()).session.user, preferences: {} };
    const earlyAnswer: Environment['earlyAnswer'] = async (o) =>
      o === 'getSessionUser' ? { o, b: JSON.parse(JSON.stringify(told)) } : undefined;
    let refuse = (_code: number, _reason: string): void => {};
    const silent = {
      onOpen: () => {},
      onMessage: () => {},
      send: () => {},
      close: () => {},
      set onClose(handle: (code: number, reason: string) => void) {
        refuse = handle;
      },
    };
    const client = startClient({ environment: { earlyAnswer, openSocket: () => silent } });
    await vi.waitFor(() => expect(client.session.user?.$id).toBe('User-1'));
    expect([client.session.state, client.connection.live]).toEqual(['TOKEN_LOCAL', false]);
    refuse(4401, 'identFailed');
    expect([client.session.state, client.session.user]).toEqual(['IDENT_FAILED', undefined]);
  });

  it('[AUTH-04] the button of an expired session dismisses it', async () => {
    const client = await signedInClient();
    client.server.close(4403);
    await client.session.answerDialog();
    expect(client.session.state).toBe('NONE');
  });

  it('[AUTH-03] another tab that removes the token signs this one out', async () => {
    const { onStorage, notify } = tabs();
    const client = await signedInClient({ environment: { onStorage } });
    notify(null);
    expect(client.session.state).toBe('OTHER_TAB_SIGNOUT');
    expect(client.session.token).toBeUndefined();
    expect(client.session.user).toBeUndefined();
  });

  it('[AUTH-03] says that another tab signed out also when the server closed the socket first', async () => {
    const { onStorage, notify } = tabs();
    const client = await signedInClient({ environment: { onStorage } });
    client.server.close(4404);
    notify(null);
    expect(client.session.state).toBe('OTHER_TAB_SIGNOUT');
  });

  it('[AUTH-03] a token of another user reloads, one of the same user is taken over', async () => {
    const { onStorage, notify } = tabs();
    const reload = vi.fn();
    const client = await signedInClient({ environment: { onStorage, reload } });
    notify(scriptedToken('User-1', 'renewed'));
    expect(reload).not.toHaveBeenCalled();
    expect(client.session.token).toBe(scriptedToken('User-1', 'renewed'));
    const authenticated = () => client.server.received.filter(({ o }) => o === 'tokenAuth').map(({ b }) => b);
    await vi.waitFor(() => expect(authenticated().at(-1)).toBe(scriptedToken('User-1', 'renewed')));
    notify(scriptedToken('User-2'));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('[AUTH-03] [SHELL-12] reloads once for a newer server, then leaves it to the person', async () => {
    const storage = memoryStorage();
    const reload = vi.fn();
    const options = { user: { $version: '2.0.0' }, environment: { storage, reload } };
    await signedInClient(options);
    expect(reload).toHaveBeenCalledOnce();
    const again = await signedInClient(options);
    expect(reload).toHaveBeenCalledOnce();
    expect(again.alerts.alerts).toMatchObject([{ message: 'app.newVersion', action: { message: 'app.refresh' } }]);
    expect(again.alerts.alerts[0]).not.toHaveProperty('timeout');
  });

  it('[AUTH-03] never reloads in a circle where nothing can be remembered', async () => {
    const reload = vi.fn();
    const cookies = cookieJar(`Access-Token=${scriptedToken('User-1')}`);
    const client = await signedInClient({
      user: { $version: '2.0.0' },
      environment: { storage: undefined, cookies, reload },
    });
    expect(reload).not.toHaveBeenCalled();
    expect(client.alerts.alerts.map(({ message }) => message)).toContain('app.newVersion');
  });

  it('[AUTH-05] signing out tells the server and ends everything here', async () => {
    const client = await signedInClient({ path: '/library.books/i-Book-1' });
    client.items.get('Book-1');
    await vi.waitFor(() => expect(client.items.get('Book-1').state).toBe('ready'));
    client.navigation.noteResults(0, ['Book-1'], 1);
    await client.session.signOut();
    expect(client.server.operations).toContain('signout');
    expect(client.session.state).toBe('SIGNOUT');
    expect(client.navigation.address).toBe('/sign-in');
    expect(client.items.peek('Book-1')).toBeUndefined();
    expect(client.navigation.results(1)).toBeUndefined();
  });

  it('signs out also while offline', async () => {
    const client = await signedInClient();
    client.server.goOffline();
    await client.session.signOut();
    expect(client.session.state).toBe('SIGNOUT');
  });

  it('[ERR-01] says that local storage is unavailable, and works in memory', async () => {
    const client = startClient({ environment: { storage: undefined } });
    expect(client.alerts.alerts).toMatchObject([{ message: 'localStorageNotAvailable' }]);
    await client.session.signIn('robin@sample.test', 'right');
    await until(client, 'USER_VALID');
  });

  it('[FORM-04] a preference shows at once, and goes back when the save fails', async () => {
    const client = await signedInClient({
      operations: {
        'act/setPreferences': () => {
          throw problem('generalFailure');
        },
      },
    });
    const saving = client.session.setPreference('dark', true);
    expect(client.session.user?.dark).toBe(true);
    await expect(saving).rejects.toMatchObject({ key: 'generalFailure' });
    expect(client.session.user?.dark).toBe(false);
  });

  it('[SHELL-07] a preference is saved separately from the user, not as a change of the item', async () => {
    const client = await signedInClient();
    await client.session.setPreference('multiColumns', false);
    expect(client.server.received.at(-1)).toMatchObject({
      o: 'act/setPreferences',
      b: { _t: 'User', _i: 1, values: { multiColumns: false } },
    });
    expect(client.session.user?.multiColumns).toBe(false);
  });

  it('[MASQ-01] acts as another user: new token, reload, the latest five remembered', async () => {
    const reload = vi.fn();
    const newToken = scriptedToken('User-7');
    const client = await signedInClient({
      environment: { reload },
      operations: { 'act/masquerade': () => ({ newToken }) },
    });
    for (const target of ['User-2', 'User-3', 'User-4', 'User-5', 'User-6', 'User-3'])
      await client.session.masquerade(target);
    expect(client.session.token).toBe(newToken);
    expect(reload).toHaveBeenCalledTimes(6);
    expect(client.session.recentTargets).toEqual(['User-3', 'User-6', 'User-5', 'User-4', 'User-2']);
  });
});

import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { App } from 'src/client/App.tsx';
import { NO_COMPONENT, NO_MESSAGE } from 'src/client/shell/DialogHost.tsx';
import { cycleRegion } from 'src/client/shell/regionKeys.ts';
import { readSiteConfiguration } from 'src/client/shell/siteConfiguration.ts';
import { problem } from 'src/model/problems.ts';
import { createScriptedClient } from 'stories/scripted/createScriptedClient.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems, toySite } from 'stories/scripted/toyItems.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('header', () => {
  it('[SHELL-02] shows the site name and its subtitle with the product word', async () => {
    await renderApp();
    expect(screen.getByRole('heading', { level: 1, name: 'Sample library' })).toBeTruthy();
    expect(screen.getByText('Community Keeper')).toBeTruthy();
  });

  it('[SHELL-06] has menu, search, bell, system alerts, help and user menu', async () => {
    await renderApp();
    for (const name of ['Menu', 'Notices', 'System alerts', 'Help', 'Robin Sample'])
      expect(await button(name)).toBeTruthy();
  });

  it('[SHELL-13] hides system alerts on /imprint', async () => {
    await renderApp({ path: '/imprint' });
    expect(await button('Help')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'System alerts' })).toBeNull();
  });

  it('[SHELL-07] offers a visitor to sign in and to register only', async () => {
    await renderApp({ user: null, path: '/terms' });
    fireEvent.click(await button('Account'));
    const entries = within(await screen.findByRole('menu')).getAllByRole('menuitem');
    expect(entries.map((entry) => [entry.textContent, entry.getAttribute('href')])).toEqual([
      ['Sign in', '/sign-in'],
      ['How to get an account', '/register'],
    ]);
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  });

  it('[SHELL-06] gives a visitor search, alerts and help, and a bell that says why it is disabled', async () => {
    const open = scriptedItem('SystemAlert-1', { title: 'Power cut', message: 'On Sunday.' });
    const client = await renderApp({ user: null, path: '/terms', items: [...toyItems, open] });
    const bell = await button('Notices: sign in to see yours');
    expect((bell as HTMLButtonElement).disabled).toBe(true);
    expect(bell.parentElement?.title).toBe('Notices: sign in to see yours');
    fireEvent.click(await button('System alerts, 1 new'));
    expect(await screen.findByText('On Sunday.')).toBeTruthy();
    fireEvent.click(await button('Search'));
    const box = await screen.findByRole('combobox', { name: 'Search everything' });
    fireEvent.change(box, { target: { value: 'Book-1' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(client.navigation.address).toBe('/i-Book-1'));
  });

  it('[SRCH-02] the toggle opens the search and takes the focus there; Esc closes it and gives the focus back', async () => {
    await renderApp();
    const toggle = await button('Search');
    fireEvent.click(toggle);
    const box = await screen.findByRole('combobox', { name: 'Search everything' });
    expect(document.activeElement).toBe(box);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(document.activeElement).toBe(toggle);
  });

  it('[SHELL-17] names an icon button after half a second under the pointer', async () => {
    await renderApp();
    const menu = await button('Menu');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // A tap, and a button that comes to be under a pointer at rest.
    fireEvent.pointerMove(menu, { pointerType: 'touch' });
    fireEvent.mouseEnter(menu);
    act(() => void vi.advanceTimersByTime(600));
    expect(document.querySelector('.kk-tooltip')).toBeNull();
    fireEvent.pointerMove(menu, { pointerType: 'mouse' });
    act(() => void vi.advanceTimersByTime(499));
    expect(document.querySelector('.kk-tooltip')).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(document.querySelector('.kk-tooltip')?.textContent).toBe('Menu');
    vi.useRealTimers();
  });

  it('[SHELL-07] offers nothing but the way out while it is not yet known who is signed in', async () => {
    const client = createScriptedClient();
    client.server.goOffline();
    render(<App client={client} />);
    expect(client.session.signedIn).toBe(true);
    fireEvent.click(await button('Account'));
    const entries = within(await screen.findByRole('menu')).getAllByRole('menuitem');
    expect(entries.map((entry) => entry.textContent)).toEqual(['Sign out']);
    client.dispose();
  });

  it('[SHELL-07] opens the own profile, switches and signs out', async () => {
    const client = await renderApp();
    fireEvent.click(await button('Robin Sample'));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Dark mode', checked: false }));
    await waitFor(() => expect(client.session.user?.dark).toBe(true));
    await waitFor(() => expect(document.body.classList.contains('bp6-dark')).toBe(true));
    fireEvent.click(await button('Robin Sample'));
    expect((await screen.findByRole('menuitem', { name: 'Profile, as others see it' })).getAttribute('href')).toBe(
      '/i-User-1',
    );
    fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    await heading('Sign in');
    expect(client.session.state).toBe('SIGNOUT');
  });

  it.each([{ creatable: ['Book'] }, { creatable: [] }])(
    '[CELL-04] offers what was deleted to a person who may create and so delete, and to no other: %j',
    async ({ creatable }) => {
      await renderApp({ user: { admin: false, adminOrg: null, creatable } });
      fireEvent.click(await button('Robin Sample'));
      await screen.findByRole('menuitem', { name: 'Sign out' });
      const links = screen.queryAllByRole('menuitem', { name: 'Deleted' }).map((each) => each.getAttribute('href'));
      expect(links).toEqual(creatable.length > 0 ? ['/deleted'] : []);
    },
  );

  it('[FORM-04] a switch that the server refuses goes back and is reported', async () => {
    const client = await renderApp({
      operations: {
        'act/setPreferences': () => {
          throw problem('notAllowed');
        },
      },
    });
    fireEvent.click(await button('Robin Sample'));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Hide guidance' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(client.session.user?.hideGuidance).toBe(false);
  });

  it('[SHELL-08] help tells connection, tasks, version and route', async () => {
    const client = await renderApp();
    act(() =>
      client.server.push('taskUpdate', {
        key: 't1',
        asyncKey: null,
        started: '2024-05-06T07:08:09.000Z',
        percentageComplete: 40,
        resultURI: null,
        errorKey: null,
        keyAction: 'stamp',
        keyItem: null,
      }),
    );
    fireEvent.click(await button('Help'));
    expect(await screen.findByText('Version 1.0.0')).toBeTruthy();
    expect(screen.getByText('Route: /home')).toBeTruthy();
    expect(await screen.findByRole('progressbar', { name: /^stamp, 40 percent done/i })).toBeTruthy();
    expect(screen.queryByLabelText(/debug/)).toBeNull();
    fireEvent.click(await button(/^End now: /));
    const sure = within(await screen.findByRole('alertdialog', { name: 'End this task now?' }));
    expect(client.server.operations).not.toContain('activeTask');
    fireEvent.click(sure.getByRole('button', { name: 'End now' }));
    await waitFor(() => expect(client.server.received.at(-1)?.o).toBe('activeTask/t1/killTask'));
  });

  it('[SHELL-08] asks for support with name, e-mail, page and version; without an address the text can be copied', async () => {
    const written: string[] = [];
    const writeText = (text: string): Promise<void> => Promise.resolve(void written.push(text));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    await renderApp();
    fireEvent.click(await button('Help'));
    fireEvent.click(await button('Ask for support'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for support' }));
    const text = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your request' });
    for (const fact of ['Robin Sample', 'robin@sample.test', '/', '1.0.0']) expect(text.value).toContain(fact);
    expect(dialog.queryByRole('link')).toBeNull();
    fireEvent.change(text, { target: { value: 'It broke.' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Copy the text' }));
    expect(await dialog.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(written).toEqual(['It broke.']);
    Reflect.deleteProperty(navigator, 'clipboard');
  });

  it('[SHELL-08] writes to the address that the site names for support', async () => {
    await renderApp({ user: null, path: '/terms', site: { supportEmail: 'help@sample.test' } });
    fireEvent.click(await button('Help'));
    fireEvent.click(await button('Ask for support'));
    const link = await screen.findByRole('link', { name: 'Write an email' });
    expect(link.getAttribute('href')).toMatch(/^mailto:help@sample\.test\?subject=Support%20request%20from/);
  });

  it('[CONN-05] shows the countdown and "retry now" while the connection is bad', async () => {
    const client = await renderApp();
    act(() => client.server.goOffline());
    expect((await screen.findAllByText(/next try in \d+ s/)).length).toBeGreaterThan(0);
    fireEvent.click(await button('Help'));
    expect(await screen.findByText(/^The connection is poor/)).toBeTruthy();
    fireEvent.click(await button('Help'));
    act(() => client.server.goOnline());
    fireEvent.click(await button('Try now'));
    expect(await screen.findByText('Connected')).toBeTruthy();
  });
});

describe('page', () => {
  it('[SHELL-05] is titled by the cell and the site', async () => {
    await renderApp({ path: '/library.books/i-Book-1' });
    await waitFor(() => expect(document.title).toBe('Amber atlas – Sample library'));
  });

  it('[SHELL-03] gets its colours from the site configuration', async () => {
    const colours = { ...toySite.colours, light: { ...toySite.colours.light, header: '#102030' } };
    await renderApp({ site: { colours } });
    expect(document.body.style.getPropertyValue('--kk-header')).toBe('#102030');
  });

  it('[SHELL-10] shows the cookie banner until it is accepted', async () => {
    await renderApp();
    expect(screen.getByRole('link', { name: 'More about cookies' }).getAttribute('href')).toBe(
      '/privacy-policy?c0=cookies',
    );
    fireEvent.click(await button('OK'));
    expect(screen.queryByRole('button', { name: 'OK' })).toBeNull();
    expect(localStorage.getItem('Cookies-Accepted')).toBe('true');
  });

  it('F6 and Shift+F6 go from region to region', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
    await renderApp({ path: '/library.books/i-Book-1' });
    await heading('Amber atlas');
    await heading('Books');
    const title = (): string | null | undefined =>
      document.activeElement?.closest('[data-kk-region]')?.getAttribute('data-kk-region');
    act(() => document.body.focus());
    fireEvent.keyDown(document, { key: 'F6' });
    expect(title()).toBe('header');
    fireEvent.keyDown(document, { key: 'F6' });
    expect(document.activeElement?.textContent).toBe('Books');
    fireEvent.keyDown(document, { key: 'F6' });
    expect(document.activeElement?.textContent).toBe('Amber atlas');
    act(() => cycleRegion(true));
    expect(document.activeElement?.textContent).toBe('Books');
  });

  it('[SHELL-09] opens the drawer with what this person may enter', async () => {
    await renderApp({ user: { capabilities: {} } });
    fireEvent.click(await button('Menu'));
    const drawer = await screen.findByRole('navigation', { name: 'Menu' });
    await within(drawer).findByRole('link', { name: 'Library' });
    const links = within(drawer).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Home', 'Notices', 'Starred', 'Library']);
    fireEvent.click(within(drawer).getByRole('button', { name: 'Show the pages of Library' }));
    expect(within(drawer).getByRole('link', { name: 'Books' })).toBeTruthy();
    expect(within(drawer).getByRole('link', { name: 'Open books' })).toBeTruthy();
    fireEvent.click(within(drawer).getByRole('button', { name: 'Hide the pages of Library' }));
    expect(within(drawer).queryByRole('link', { name: 'Books' })).toBeNull();
  });
});

describe('messages', () => {
  it('[SHELL-16] keeps errors until closed', async () => {
    const client = await renderApp();
    act(() => client.alerts.error(problem('notAllowed')));
    const alert = await screen.findByRole('alert');
    fireEvent.click(within(alert).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('announces through one polite live region', async () => {
    const client = await renderApp();
    act(() => client.alerts.announce('12 results'));
    expect((await screen.findByText('12 results')).getAttribute('aria-live')).toBe('polite');
  });

  it('[SHELL-14] shows confirm, info and the stated fallbacks', async () => {
    const client = await renderApp();
    let answer: Promise<boolean> | undefined;
    act(() => {
      answer = client.dialogs.confirm({ title: 'deleted.confirmTitle' });
    });
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this record?' });
    expect(within(dialog).getByText(NO_MESSAGE)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    expect(await answer).toBe(true);
    act(() => void client.dialogs.fullScreen({ title: 'views.search' }));
    expect(await screen.findByText(NO_COMPONENT)).toBeTruthy();
  });

  it('[ERR-01] shows the server text of an error in a details dialog', async () => {
    const client = await renderApp();
    act(() => void client.dialogs.systemMessage('disk full'));
    const dialog = await screen.findByRole('dialog', { name: 'Details of the problem' });
    expect(within(dialog).getByText('Message from the server:')).toBeTruthy();
    expect(within(dialog).getByText('disk full')).toBeTruthy();
  });

  it('[SHELL-11] blocks on a token warning and refreshes the token', async () => {
    const client = await renderApp();
    act(() => client.server.push('tokenWarning', { expires: '2030-01-01T00:00:00Z' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Your session ends soon' });
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(client.session.state).toBe('TOKEN_WARNING');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(client.session.state).toBe('USER_VALID'));
  });
});

describe('start', () => {
  it('[SHELL-02] reads the embedded site configuration, and nothing else', () => {
    const page = document.implementation.createHTMLDocument();
    expect(readSiteConfiguration(page)).toBeUndefined();
    page.body.innerHTML = '<script type="application/json" id="site-configuration">{"siteName":"\\u003cb>"}</script>';
    expect(readSiteConfiguration(page)?.siteName).toBe('<b>');
    page.body.innerHTML = '<script type="application/json" id="site-configuration">{</script>';
    expect(readSiteConfiguration(page)).toBeUndefined();
  });
});

describe('[SHELL-13] system alerts', () => {
  const alert = (number: number, title: string, modal = false) =>
    scriptedItem(`SystemAlert-${number}`, { title, message: `${title} in full.`, modal });
  const alerts = [alert(1, 'Power cut'), alert(2, 'New rules', true), alert(3, 'Read this', true), alert(4, 'Feast')];
  const items = [...toyItems, ...alerts];
  const dismiss = async (dialog: string): Promise<void> =>
    void fireEvent.click(
      within(await screen.findByRole('alertdialog', { name: dialog })).getByRole('button', { name: 'Dismiss' }),
    );

  it('show modal ones one at a time, and never again on this device', async () => {
    await renderApp({ items, environment: { storage: localStorage } });
    await screen.findByRole('alertdialog', { name: 'Read this' });
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
    expect(screen.getByText('Read this in full.')).toBeTruthy();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await dismiss('Read this');
    await dismiss('New rules');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    cleanup();
    await renderApp({ items, environment: { storage: localStorage } });
    await button('System alerts, 2 new');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('keep the others in a side panel 432 px wide until they are dismissed', async () => {
    const client = await renderApp({ items: [...toyItems, alert(1, 'Power cut'), alert(4, 'Feast')] });
    fireEvent.click(await button('System alerts, 2 new'));
    const panel = within(await screen.findByRole('region', { name: 'System alerts' }));
    expect(document.querySelector<HTMLElement>('.bp6-drawer.bp6-position-right')?.style.width).toBe('432px');
    expect(panel.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
      'Feast',
      'Power cut',
    ]);
    fireEvent.click(panel.getByRole('button', { name: 'Dismiss Feast' }));
    fireEvent.click(panel.getByRole('button', { name: 'Dismiss Power cut' }));
    expect(await panel.findByText('No alerts')).toBeTruthy();
    expect(client.systemAlerts.waiting).toEqual([]);
  });

  it('arrive while one works, and are announced', async () => {
    const client = await renderApp();
    await button('System alerts');
    const { $id, _u } = alert(9, 'Storm');
    client.server.items.set($id, alert(9, 'Storm'));
    act(() => client.server.push('item/update', { $id, _u, created: true, changed: {} }));
    expect(await button('System alerts, 1 new')).toBeTruthy();
    expect(client.alerts.announcement).toContain('Storm');
    expect(client.server.watched.has('SystemAlert-0')).toBe(true);
  });

  it('stay away from the imprint, and go with the session', async () => {
    const client = await renderApp({ items, path: '/imprint' });
    await waitFor(() => expect(client.systemAlerts.waiting).toHaveLength(4));
    expect(await button('Help')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await act(() => client.session.signOut());
    expect(client.systemAlerts.waiting).toEqual([]);
  });

  it('[SHELL-13] shows an alert from its beginning to its end, by the clock', async () => {
    const at = (ms: number): string => new Date(Date.now() + ms).toISOString();
    const timed = (number: number, dates: Record<string, string>) =>
      scriptedItem(`SystemAlert-${number}`, { title: `Alert ${number}`, modal: false, ...dates });
    const items = [timed(1, { from: at(60_000) }), timed(2, { to: at(-1) }), timed(3, { from: at(400) }), timed(4, {})];
    const client = await renderApp({ items });
    const ids = (): string[] => client.systemAlerts.waiting.map(({ $id }) => $id).toSorted();
    await waitFor(() => expect(ids()).toEqual(['SystemAlert-3', 'SystemAlert-4']));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(String(items[2]?.['from'])));
  });
});

describe('[MASQ-01] acting as another user', () => {
  const users = [
    ...toyItems,
    scriptedItem('User-2', { name: 'Kim Sample', email: 'kim@sample.test' }),
    scriptedItem('User-3', { name: 'Lee Sample', email: 'lee@sample.test' }),
  ];

  it('is not offered to others than administrators', async () => {
    await renderApp();
    fireEvent.click(await button('Robin Sample'));
    await screen.findByRole('menuitem', { name: 'Sign out' });
    expect(screen.queryByRole('menuitem', { name: /Act as another/ })).toBeNull();
  });

  it('picks a user in a full-screen dialog', async () => {
    const client = await renderApp({ user: { admin: true }, items: users });
    fireEvent.click(await button('Robin Sample'));
    fireEvent.click(await screen.findByRole('menuitem', { name: /Act as another/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Choose a user to act as' });
    expect(await within(dialog).findByText('2 users')).toBeTruthy();
    fireEvent.click(await within(dialog).findByRole('button', { name: /^Kim Sample/ }));
    await waitFor(() =>
      expect(client.server.received.find(({ o }) => o === 'act/masquerade')?.b).toMatchObject({
        targetUserID: 'User-2',
      }),
    );
  });

  it('says so on every view, and can be stopped', async () => {
    const client = await renderApp({ user: { masquerading: true }, path: '/i-Book-1' });
    const banner = await screen.findByRole('region', { name: 'Acting as another user' });
    expect(banner.textContent).toContain('Robin Sample');
    fireEvent.click(within(banner).getByRole('button', { name: 'Back to my own account' }));
    await waitFor(() =>
      expect(client.server.received.find(({ o }) => o === 'act/masquerade')?.b).toMatchObject({ stop: true }),
    );
  });
});

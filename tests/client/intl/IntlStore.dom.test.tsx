// The words of the interface: shipped, overridden, and shown by the real IntlProvider.
import { render, screen } from '@testing-library/react';
import { observer } from 'mobx-react-lite';
import { FormattedMessage, IntlProvider } from 'react-intl';
import { describe, expect, it, vi } from 'vitest';
import { systemTimers } from 'src/base/timers.ts';
import { addMessages } from 'src/client/intl/arrivedMessages.ts';
import { TEXTS_POLL_MS, type IntlStore } from 'src/client/intl/IntlStore.ts';
import { signedInClient, startClient } from 'tests/client/startClient.ts';

const Messages = observer(({ intl, id }: { readonly intl: IntlStore; readonly id: string }) => (
  <IntlProvider locale={intl.locale} messages={intl.messages} onError={intl.onError}>
    <FormattedMessage id={id} />
  </IntlProvider>
));

describe('IntlStore', () => {
  it('[SHELL-04] shows the shipped words, and the site’s own over them', async () => {
    const { intl } = startClient({ messages: { a: 'Shipped' }, overrides: { a: 'Our own' } });
    render(<Messages intl={intl} id="a" />);
    screen.getByText('Shipped');
    await screen.findByText('Our own');
  });

  it('[SHELL-04] falls back key by key', async () => {
    const { intl } = startClient({ messages: { a: 'Shipped', b: 'Kept' }, overrides: { a: 'Our own' } });
    await vi.waitFor(() => expect(intl.messages.a).toBe('Our own'));
    expect(intl.messages.b).toBe('Kept');
    expect(Object.isFrozen(intl.messages)).toBe(true);
  });

  it('[SHELL-04] receives changed words also on the page of a visitor, and stops polling after sign-in', async () => {
    let look: (() => void) | undefined;
    const timers = {
      after: (milliseconds: number, run: () => void) => {
        if (milliseconds !== TEXTS_POLL_MS) return systemTimers.after(milliseconds, run);
        look = run;
        return () => (look = undefined);
      },
    };
    const overrides: Record<string, string> = { a: 'Our own' };
    let hidden = false;
    const environment = { timers, isHidden: () => hidden };
    const client = startClient({ messages: { a: 'Shipped' }, overrides, user: null, environment });
    await vi.waitFor(() => expect(client.intl.messages.a).toBe('Our own'));
    const before = client.intl.messages;
    look?.();
    overrides['a'] = 'Changed';
    // A hidden page sends no requests.
    hidden = true;
    const asked = vi.spyOn(client.connection, 'fetchJson');
    look?.();
    expect(asked).not.toHaveBeenCalled();
    hidden = false;
    look?.();
    await vi.waitFor(() => expect(client.intl.messages.a).toBe('Changed'));
    expect(before.a).toBe('Our own');
    const { intl } = startClient({ environment: { timers: { after: timers.after } } });
    look = undefined;
    await vi.waitFor(() => expect(Object.keys(intl.messages).length).toBeGreaterThan(0));
    expect(look).toBeUndefined();
    // A page that is open all day costs the site a few requests an hour.
    expect(TEXTS_POLL_MS).toBeGreaterThanOrEqual(300_000);
  });

  it('[SHELL-04] reads the texts once, and again with a push and after a lost connection', async () => {
    const overrides: Record<string, string> = { a: 'Our own' };
    const client = await signedInClient({ messages: { a: 'Shipped' }, overrides });
    const asked = vi.spyOn(client.connection, 'fetchJson');
    await vi.waitFor(() => expect(client.intl.messages.a).toBe('Our own'));
    expect(asked).not.toHaveBeenCalled();
    overrides['a'] = 'Changed';
    client.server.close(1006);
    client.connection.retryNow();
    await vi.waitFor(() => expect(client.intl.messages.a).toBe('Changed'));
    expect(asked.mock.calls).toEqual([['/locale-overrides/en']]);
  });

  it('[SHELL-04] shows words that come later, the site’s own over them, and not one that cannot be formatted', async () => {
    const overrides = { a: 'Our own', 'late.sound': 'Our own, late', 'late.faulty': 'Our own {' };
    const { intl } = startClient({ messages: { a: 'Shipped' }, overrides });
    await vi.waitFor(() => expect(intl.messages.a).toBe('Our own'));
    render(<Messages intl={intl} id="late.sound" />);
    addMessages({ 'late.sound': 'Late', 'late.faulty': 'Late as well', 'late.other': 'Another' });
    await screen.findByText('Our own, late');
    expect(intl.messages).toMatchObject({ a: 'Our own', 'late.faulty': 'Late as well', 'late.other': 'Another' });
    expect([intl.shippedText('late.sound'), intl.ids.includes('late.other')]).toEqual(['Late', true]);
  });

  it('tells of a missing word once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { intl } = startClient();
    const { rerender } = render(<Messages intl={intl} id="nowhere.said" />);
    rerender(<Messages intl={intl} id="nowhere.said" />);
    render(<Messages intl={intl} id="nowhere.said" />);
    expect(warn.mock.calls.filter(([text]) => String(text).includes('nowhere.said'))).toHaveLength(1);
    warn.mockRestore();
  });
});

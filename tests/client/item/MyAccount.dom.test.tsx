import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

const account = (): Json => ({
  sessions: [
    { session: 'one', begun: '2026-01-01T00:00:00Z', seen: '2026-01-01T00:00:00Z', device: null, current: true },
  ],
  ...{ passkeys: [], totp: false, recoveryCodes: 0, languages: ['fr'] },
});
const operations = { 'act/ownAccount': account };

describe('[AUTH-08] my account', () => {
  it('keeps the text size as a choice of the person, which the page shows at once', async () => {
    const client = await renderApp({ path: '/my-account', operations });
    fireEvent.change(await screen.findByLabelText('Text size'), { target: { value: 'larger' } });
    await waitFor(() => expect(document.documentElement.classList.contains('kk-text-larger')).toBe(true));
    await client.preferences.save();
    expect(client.session.user?.preferences['textSize']).toBe('larger');
    fireEvent.change(screen.getByLabelText('Text size'), { target: { value: 'standard' } });
    await waitFor(() => expect(document.documentElement.classList.contains('kk-text-larger')).toBe(false));
  });

  it('[SHELL-04] writes the language to the person’s item, and speaks it as soon as the session says so', async () => {
    const overrides = { 'myAccount.password': 'Mot de passe' };
    const client = await renderApp({ path: '/my-account', operations, overrides });
    const language = await screen.findByLabelText('Language');
    expect(
      within(language)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['English', 'French']);
    fireEvent.change(language, { target: { value: 'fr' } });
    await waitFor(() =>
      expect(client.server.received.findLast(({ o }) => o === 'update')?.b).toMatchObject({ language: 'fr' }),
    );
    client.server.push('authed', { ...client.session.user, language: 'fr' } as unknown as Json);
    await waitFor(() => expect(document.documentElement.lang).toBe('fr'));
    expect(client.intl.locale).toBe('fr');
    await screen.findByRole('heading', { name: 'Mot de passe' });
  });

  it('[SHELL-04] promises further languages only where administrators can add them', async () => {
    const english = (): Json => ({ ...(account() as Readonly<Record<string, Json>>), languages: [] });
    const options = { path: '/my-account', operations: { 'act/ownAccount': english } };
    await renderApp({ ...options, site: { dedicated: false } });
    const hint = await screen.findByText(/in English only/);
    expect(hint.textContent).toMatch(/Several communities share this installation/);
    expect(hint.textContent).not.toMatch(/can add/);
  });

  it('shows refusals of the server at their fields', async () => {
    const refuse = (): Json => {
      throw problem('invalid', { errors: [{ path: '/current', message: 'errors.passwordNotRight' }] });
    };
    await renderApp({ path: '/my-account', operations: { ...operations, 'act/changePassword': refuse } });
    fireEvent.change(await screen.findByLabelText(/^Your current password/), { target: { value: 'a' } });
    fireEvent.change(screen.getByLabelText(/^New password/), { target: { value: 'b' } });
    fireEvent.click(screen.getByRole('button', { name: 'Change the password' }));
    const current = screen.getByLabelText(/^Your current password/);
    await waitFor(() => expect(document.activeElement).toBe(current));
    const described = document.getElementById(current.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toMatch(/password/);
  });

  it('[MASQ-01] cannot be opened while an administrator acts as the person', async () => {
    const client = await renderApp({ path: '/my-account', operations, user: { masquerading: true } });
    await waitFor(() => expect(screen.queryByLabelText('Language')).toBeNull());
    expect(client.server.received.map(({ o }) => o)).not.toContain('act/ownAccount');
  });
});

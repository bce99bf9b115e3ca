// The words of the interface: shipped, overridden, and shown by the real IntlProvider.
import { render, screen } from '@testing-library/react';
import { observer } from 'mobx-react-lite';
import { FormattedMessage, IntlProvider } from 'react-intl';
import { describe, expect, it, vi } from 'vitest';
import type { IntlStore } from 'src/client/intl/IntlStore.ts';
import { startClient } from 'tests/client/startClient.ts';

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

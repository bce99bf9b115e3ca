// Days as people say them, over headings of lists, notices and conversations.
import { render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { ClientContext } from 'src/client/useClient.ts';
import { useDayTitle } from 'src/client/navigation/useDayTitle.ts';
import messages from 'tests/toy/generated/messages.en.json' with { type: 'json' };
import { startClient } from 'tests/client/startClient.ts';

const Titles = ({ days }: { readonly days: readonly Date[] }) => {
  const dayTitle = useDayTitle();
  return days.map((day) => <p key={day.toISOString()}>{dayTitle(day.toISOString())}</p>);
};

it('[EXPERIENCE] a day is today, yesterday, a weekday, then a date, with its year where that is another', () => {
  const client = startClient({ environment: { clock: { now: () => new Date(2026, 4, 20, 15) } } });
  const days = [
    new Date(2026, 4, 20, 23, 59),
    new Date(2026, 4, 19, 0, 1),
    new Date(2026, 4, 21, 9),
    new Date(2026, 4, 14, 9),
    new Date(2026, 4, 13, 9),
    new Date(2025, 11, 31, 9),
  ];
  render(
    <ClientContext value={client}>
      <IntlProvider locale="en" messages={messages}>
        <Titles days={days} />
      </IntlProvider>
    </ClientContext>,
  );
  expect(screen.getAllByText(/./, { selector: 'p' }).map((line) => line.textContent)).toEqual([
    'Today',
    'Yesterday',
    'Tomorrow',
    'Thursday',
    'Wednesday, May 13',
    'Wednesday, December 31, 2025',
  ]);
});

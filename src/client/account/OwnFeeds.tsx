// The addresses at which calendar programs read for the person, on the page of the own account.

import { AccountFailure } from 'src/client/forms/AccountFailure.tsx';
import type { AskOwn, OwnAccount } from 'src/client/account/MyAccountView.tsx';
import { useAccountForm } from 'src/client/forms/useAccountForm.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { When } from 'src/client/ui/When.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface OwnFeedsProps {
  readonly feeds: NonNullable<OwnAccount['feeds']>;
  readonly ask: AskOwn;
  readonly refresh: () => Promise<void>;
}

export const OwnFeeds = ({ feeds, ask, refresh }: OwnFeedsProps) => {
  const messages = useMessages();
  const form = useAccountForm();
  if (feeds.length === 0) return null;
  const end = (feed: number): void =>
    void form.run(async () => {
      await ask('endCalendarFeed', { feed });
      await refresh();
    });
  return (
    <section className="kk-panel-card">
      <h3>{messages.format('calendarFeeds.list')}</h3>
      <p>{messages.format('calendarFeeds.hint')}</p>
      <AccountFailure failure={form.failure} />
      <ul className="kk-account-list">
        {feeds.map(({ feed, name, used }) => (
          <li key={feed}>
            <span>
              {name}{' '}
              <span className="kk-soft">
                {messages.format(used === null ? 'calendarFeeds.never' : 'calendarFeeds.used')}{' '}
                {used !== null && <When at={used} />}
              </span>
            </span>
            <Button size="small" disabled={form.busy} onClick={() => end(feed)}>
              {messages.format('calendarFeeds.end', { name })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};

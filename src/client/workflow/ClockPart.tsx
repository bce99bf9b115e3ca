// The statutory time of an item: days used, stopped and left, the reason of the stop, and actions to stop and to resume it.

import { observer } from 'mobx-react-lite';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { formatDate } from 'src/client/ui/dates.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Question } from 'src/client/forms/useAskDialog.tsx';
import { REASON } from 'src/client/workflow/askedFields.ts';
import { ownerCalendar } from 'src/client/fields/display/ownerCalendar.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import type { Item, Values } from 'src/model/item/Item.ts';
import type { WorkflowSubject } from 'src/model/schema/Workflows.ts';
import { readItemClock, type ItemClock } from 'src/model/workflow/readItemClock.ts';

interface ClockPartProps {
  readonly item: Item;
  readonly subject: WorkflowSubject;
  /** Calls an action; undefined for people who may not stop the clock. */
  readonly act: ((name: string, input: Values) => Promise<void>) | undefined;
  readonly ask: (question: Question) => void;
}

const Stops = ({ stops, zone }: Pick<ItemClock, 'stops'> & { readonly zone: string }) => {
  const messages = useMessages();
  return (
    <ul className="kk-clock-stops">
      {stops.map(({ from, until, reason, by }) => (
        <li key={from}>
          {messages.format(until === undefined ? 'workflow.clock.since' : 'workflow.clock.span', {
            from: formatDate(messages.intl, dayIn(new Date(from), zone)),
            until: until === undefined ? '' : formatDate(messages.intl, dayIn(new Date(until), zone)),
          })}
          {reason !== undefined && <q>{reason}</q>}
          {by !== undefined && <ItemLink id={by} />}
        </li>
      ))}
    </ul>
  );
};

export const ClockPart = observer(({ item, subject, act, ask }: ClockPartProps) => {
  const client = useClient();
  const { alerts } = client;
  const messages = useMessages();
  const calendar = ownerCalendar(client, subject, item);
  const clock = readItemClock(item, subject, { calendar, now: client.day.now });
  if (!clock) return null;
  const { start, asked, due, stops, stands, left, ended } = clock;
  const stop = (): void =>
    ask({
      title: messages.format('workflow.clock.stop'),
      text: <p>{messages.format('workflow.clock.stopHint')}</p>,
      apply: messages.format('workflow.clock.stop'),
      intent: 'warning',
      fields: [REASON],
      submit: (answers) => act?.('stopClock', answers) ?? Promise.resolve(),
    });
  const goOn = (): void => void act?.('restartClock', {}).catch((thrown: unknown) => alerts.error(thrown));
  return (
    <section className="kk-clock" aria-label={messages.property(item._t, '_clock')}>
      <h4>
        {messages.property(item._t, '_clock')}{' '}
        {stands && (
          <span className="kk-late">
            <Icon name="time" /> {messages.format('workflow.clock.stands')}
          </span>
        )}
      </h4>
      <dl className="kk-clock-facts">
        {asked !== undefined && (
          <div>
            <dt>{messages.format('workflow.clock.asked')}</dt>
            <dd>{formatDate(messages.intl, asked)}</dd>
          </div>
        )}
        {start !== undefined && (
          <div>
            <dt>{messages.format('workflow.clock.used')}</dt>
            <dd>{messages.format('workflow.clock.days', { count: clock.used })}</dd>
          </div>
        )}
        <div>
          <dt>{messages.format('workflow.clock.stopped')}</dt>
          <dd>{messages.format('workflow.clock.days', { count: clock.stopped })}</dd>
        </div>
        {left !== undefined && !ended && (
          <div>
            <dt>{messages.format(left < 0 ? 'workflow.clock.late' : 'workflow.clock.left')}</dt>
            <dd className={left < 0 ? 'kk-late' : undefined}>
              {messages.format('workflow.clock.days', { count: Math.abs(left) })}
            </dd>
          </div>
        )}
        {due !== undefined && due !== asked && !ended && (
          <div>
            <dt>{messages.format('workflow.clock.ends')}</dt>
            <dd>{formatDate(messages.intl, due)}</dd>
          </div>
        )}
      </dl>
      {stops.length > 0 && <Stops stops={stops} zone={calendar.timeZone} />}
      {act && !ended && (
        <Button size="small" icon="time" onClick={stands ? goOn : stop}>
          {messages.format(stands ? 'workflow.clock.restart' : 'workflow.clock.stop')}
        </Button>
      )}
    </section>
  );
});

// The time that the law gives an item: days used, stopped and left, why it was stopped, and what stops it and lets it go on.

import { observer } from 'mobx-react-lite';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { formatDate } from 'src/client/ui/dates.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { ownTimeZone, todayBy } from 'src/client/workflow/today.ts';
import type { Question } from 'src/client/workflow/AskDialog.tsx';
import { clockOf, type ShownClock } from 'src/client/workflow/stepValues.ts';
import { PLAIN_CALENDAR, readClock } from 'src/model/calendar/workingDays.ts';
import type { Item, Values } from 'src/model/item/Item.ts';
import type { WorkflowSubject } from 'src/model/schema/Workflows.ts';

interface ClockPartProps {
  readonly item: Item;
  readonly subject: WorkflowSubject;
  /** Of somebody who may stop it. */
  readonly act: ((name: string, input: Values) => Promise<void>) | undefined;
  readonly ask: (question: Question) => void;
}

const Stops = ({ stops }: Pick<ShownClock, 'stops'>) => {
  const messages = useMessages();
  return (
    <ul className="kk-clock-stops">
      {stops.map(({ from, until, reason, by }) => (
        <li key={from}>
          {messages.format(until === undefined ? 'workflow.clock.since' : 'workflow.clock.span', {
            from: formatDate(messages.intl, from),
            until: until === undefined ? '' : formatDate(messages.intl, until),
          })}
          {reason !== undefined && <q>{reason}</q>}
          {by !== undefined && <ItemLink id={by} />}
        </li>
      ))}
    </ul>
  );
};

export const ClockPart = observer(({ item, subject, act, ask }: ClockPartProps) => {
  const { alerts, day } = useClient();
  const messages = useMessages();
  const clock = clockOf(item, subject);
  if (!clock) return null;
  const { start, due, stops } = clock;
  const now = new Date();
  const calendar = { ...PLAIN_CALENDAR, timeZone: ownTimeZone() };
  const reading = readClock(calendar, { start: start ?? todayBy(day), due, stops, now });
  const stands = stops.some(({ until }) => until === undefined);
  const { left } = reading;
  const stop = (): void =>
    ask({
      title: messages.format('workflow.clock.stop'),
      text: <p>{messages.format('workflow.clock.stopHint')}</p>,
      apply: messages.format('workflow.clock.stop'),
      intent: 'warning',
      fields: [{ name: 'reason', label: messages.format('workflow.reason'), kind: 'lines', required: true }],
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
        {start !== undefined && (
          <div>
            <dt>{messages.format('workflow.clock.used')}</dt>
            <dd>{messages.format('workflow.clock.days', { count: reading.used })}</dd>
          </div>
        )}
        <div>
          <dt>{messages.format('workflow.clock.stopped')}</dt>
          <dd>{messages.format('workflow.clock.days', { count: reading.stopped })}</dd>
        </div>
        {left !== undefined && (
          <div>
            <dt>{messages.format(left < 0 ? 'workflow.clock.late' : 'workflow.clock.left')}</dt>
            <dd className={left < 0 ? 'kk-late' : undefined}>
              {messages.format('workflow.clock.days', { count: Math.abs(left) })}
            </dd>
          </div>
        )}
      </dl>
      {stops.length > 0 && <Stops stops={stops} />}
      {act && (
        <Button size="small" icon="time" onClick={stands ? goOn : stop}>
          {messages.format(stands ? 'workflow.clock.restart' : 'workflow.clock.stop')}
        </Button>
      )}
    </section>
  );
});

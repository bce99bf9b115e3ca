// Shows the progress of several items on the page of the item that stores it: how many are finished, and each with its state and the time
// of that. Reads only the page's item, not the others.

import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import {
  ItemLink,
  PropertyValue,
  When,
  formatDate,
  type Client,
  useClient,
  useMessages,
  type PagePartProps,
} from 'src/client/extend.ts';
import 'src/domain/consult/progressPart.css';
import { isRecord } from 'src/base/isRecord.ts';
import { CALENDAR, calendarFrom } from 'src/model/calendar/calendarFrom.ts';
import { dayIn, type Day } from 'src/model/calendar/dayIn.ts';
import { daysBetween } from 'src/model/calendar/localDay.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { ProgressView } from 'src/model/schema/TypeView.ts';

interface ProgressProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly progress: ProgressView;
}

interface WaitingProps extends ProgressProps {
  /** Ids of the responses that have not ended. */
  readonly open: readonly string[];
}

/**
 * Returns the days left until a day, as the organizations that are waited for count them: the day ends when it ends where the last of them
 * works. The page of their own work says the same number at every hour.
 */
const daysLeft = ({ items, day: clock, site }: Client, open: readonly string[], day: Day): number =>
  Math.max(
    ...open.map((id) => {
      const entry = items.get(id);
      const calendar = entry.state === 'ready' ? entry.item[CALENDAR] : undefined;
      return daysBetween(dayIn(clock.now, calendarFrom(calendar, site.timeZone).timeZone), day);
    }),
  );

/** Names the parties whose answer is still open and the days left, or says why the item waits for no party now. */
const Waiting = observer(({ item, type, progress: { due = '', held = [] }, open }: WaitingProps) => {
  const client = useClient();
  const { items } = client;
  const messages = useMessages();
  const day = item[due];
  if (open.length === 0) return null;
  const state = item[type.states?.property ?? ''];
  if (typeof state === 'string' && held.includes(state))
    return <p className="kk-progress-waiting">{messages.format(`types.${type.name}.held`)}</p>;
  const names = open.map((id) => items.label(id) ?? messages.format('cells.hiddenItem'));
  const left = typeof day === 'string' ? daysLeft(client, open, day) : undefined;
  return (
    <p className="kk-progress-waiting">
      <span>{messages.format('wizard.waitsFor', { names: messages.intl.formatList(names) })}</span>
      {left !== undefined && (
        <span className={left < 0 ? 'kk-fact kk-late' : 'kk-fact'}>
          {messages.property(type.name, due)}: {formatDate(messages.intl, String(day))},{' '}
          {messages.format(left < 0 ? 'workflow.clock.daysLate' : 'workflow.clock.daysLeft', { count: Math.abs(left) })}
        </span>
      )}
    </p>
  );
});

const Progress = observer(({ item, type, progress }: ProgressProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const id = useId();
  const { path, done, left } = progress;
  const value = item[path];
  const entries = (Array.isArray(value) ? (value as unknown[]) : []).filter(isRecord).map((entry) => ({
    id: String(entry[progress.item]),
    state: String(entry[progress.state]),
    changed: entry[progress.changed],
    details: (progress.details ?? []).flatMap((name) => {
      const member = type.properties[path]?.properties?.[name];
      const held = entry[name] as Json | undefined;
      return member && held !== undefined ? [{ name, member, held }] : [];
    }),
  }));
  if (entries.length === 0) return null;
  const asked = entries.filter(({ state }) => !left.includes(state));
  const ended = asked.filter(({ state }) => done.includes(state));
  const heading = (name: string): string => messages.property(type.name, `${path}.${name}`);
  return (
    <section className="kk-progress" aria-labelledby={id}>
      <h4 id={id}>{messages.property(type.name, path)}</h4>
      {asked.length > 0 && (
        <p className="kk-progress-facts">
          <progress max={asked.length} value={ended.length} aria-labelledby={id} />
          <span role="status">{messages.format('wizard.ended', { done: ended.length, count: asked.length })}</span>
        </p>
      )}
      <Waiting
        {...{ item, type, progress }}
        open={asked.filter(({ state }) => !done.includes(state)).map((entry) => entry.id)}
      />
      <table className="kk-progress-table">
        <thead>
          <tr>
            {[progress.item, progress.state, progress.changed].map((name) => (
              <th key={name} scope="col">
                {heading(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} className={left.includes(entry.state) ? 'kk-soft' : undefined}>
              <th scope="row">
                {items.label(entry.id) === undefined ? messages.format('cells.hiddenItem') : <ItemLink id={entry.id} />}
              </th>
              <td>
                {messages.find(`types.${type.name}.enum.${path}.${progress.state}.${entry.state}`) ?? entry.state}
                {entry.details.map(({ name, member, held }, at) => (
                  <span key={name} className="kk-soft">
                    {at === 0 ? ': ' : ', '}
                    <PropertyValue type={type.name} property={member} value={held} item={item} compact />
                  </span>
                ))}
              </td>
              <td>{typeof entry.changed === 'string' && <When at={entry.changed} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
});

export const ProgressPart = ({ item, type }: PagePartProps) => {
  const progress = type.view.page?.progress;
  return progress ? <Progress {...{ item, type, progress }} /> : null;
};

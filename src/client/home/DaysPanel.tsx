// "My days" on home: meetings, deadlines and steps with their dates and the days that are left, the nearest first.

import { observer } from 'mobx-react-lite';
import { RowSummary } from 'src/client/displays/RowSummary.tsx';
import 'src/client/displays/displays.css';
import { entryTime } from 'src/client/displays/entryTime.ts';
import { itemIn } from 'src/client/fields/rules/ownerOf.ts';
import { dayGroupOf, type DayGroup, type DueEntry } from 'src/client/home/dayEntries.ts';
import { ListUnread } from 'src/client/home/ChangedLine.tsx';
import { DaysLeft } from 'src/client/home/DaysLeft.tsx';
import { useDays, useOwnEntries } from 'src/client/home/useDays.ts';
import 'src/client/intl/laterMessages.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMedia } from 'src/client/ui/useMedia.ts';
import { windowFrom } from 'src/client/ui/widths.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { DeclaredRow } from 'src/model/generated/declaredDisplays.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

const ENTRIES_SHOWN = 10;
/** Leaves space for the next panel on the first two screens of a phone. */
const ENTRIES_ON_PHONE = 4;
/** Facts of a list row without the day and the times that the entry already shows, and without the parts of its title. */
const untimedFacts = ({ view: { row, schedule, title } }: ItemType): DeclaredRow => {
  const timed = [schedule?.start, schedule?.from, schedule?.to];
  const isNew = (path: string): boolean => !timed.includes(path) && !title.includes(`{${path}}`);
  return { ...row, summary: row?.summary?.filter(isNew).slice(0, 2) ?? [] };
};

const DaysEntry = observer(({ entry, group }: { readonly entry: DueEntry; readonly group: DayGroup }) => {
  const { items, registry, day } = useClient();
  const messages = useMessages();
  const { id, first } = entry;
  const type = registry.types[typeOfId(id)];
  const item = itemIn(items.get(id));
  const { intl } = messages;
  const { from } = item && type ? entryTime(item, type, { intl, zone: day.zone }) : {};
  const isNamed = group === 'today' || group === 'tomorrow';
  const date = intl.formatDate(first, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return (
    <li className="kk-days-entry">
      <span className="kk-days-when">
        {group === 'week' && <span>{intl.formatDate(first, { weekday: 'short', timeZone: 'UTC' })}</span>}
        {!isNamed && (
          <time dateTime={first} className={group === 'week' ? 'kk-soft' : undefined}>
            {date}
          </time>
        )}
        {from !== undefined && <span className={isNamed ? undefined : 'kk-soft'}>{from}</span>}
      </span>
      <Icon name={type?.view.icon ?? 'calendar'} />
      <div className="kk-fill">
        <ItemLink id={id} />
        {item && type && (
          <div className="kk-days-facts">
            <RowSummary item={item} type={type} display={untimedFacts(type)} named />
          </div>
        )}
      </div>
      <DaysLeft entry={entry} />
    </li>
  );
});

const DAY_GROUPS: readonly DayGroup[] = ['overdue', 'today', 'tomorrow', 'week', 'later'];

export const DaysPanel = observer(() => {
  const messages = useMessages();
  const { entries, failure, isPartial, again, calendar } = useDays();
  const ownEntries = useOwnEntries(entries);
  const isWide = useMedia(windowFrom('tablet'));
  if (!entries || !ownEntries)
    return failure === undefined ? <Loading /> : <ListUnread again={again} failure={failure} />;
  const shown = ownEntries.slice(0, isWide ? ENTRIES_SHOWN : ENTRIES_ON_PHONE);
  const more = calendar?.entries.filter((entry) => !shown.includes(entry)).length ?? 0;
  return (
    <>
      {failure !== undefined && <ListUnread again={again} failure={failure} />}
      {shown.length === 0 && !isPartial && <p className="kk-soft">{messages.format('home.days.none')}</p>}
      {DAY_GROUPS.map((group) => {
        const within = shown.filter((entry) => dayGroupOf(entry) === group);
        if (within.length === 0) return null;
        return (
          <section key={group} aria-label={messages.format(`home.days.${group}`)}>
            <h4 className="kk-days-group">{messages.format(`home.days.${group}`)}</h4>
            <ul className="kk-plain-list kk-lines-list">
              {within.map((entry) => (
                <DaysEntry key={entry.id} entry={entry} group={group} />
              ))}
            </ul>
          </section>
        );
      })}
      {more > 0 && calendar && (
        <p className="kk-days-more">
          <ShellLink to={calendar.to}>{messages.format('home.days.more', { count: more })}</ShellLink>
        </p>
      )}
    </>
  );
});

// All notifications: who did what to which item and when, by day, filtered by kind, state and time; and the settings for notifications by
// email ([NTFY-01], [NTFY-02]).

import { HTMLSelect } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useCallback, useId, useMemo, useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import {
  noticeFilter,
  noticesChosen,
  noticesParam,
  NOTICE_STATES,
  NOTICE_TIMES,
  type ChosenNotices,
} from 'src/client/notices/noticeFilter.ts';
import type { ViewProps } from 'src/client/ClientDomain.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { ListFailed } from 'src/client/navigation/ListFailed.tsx';
import { NoticeSettings } from 'src/client/notices/NoticeSettings.tsx';
import { NoticeAnswer } from 'src/client/invitations/NoticeAnswer.tsx';
import { noticeDetails, noticeText } from 'src/client/ui/noticeText.ts';
import { notificationTarget } from 'src/client/stores/NotificationStore.ts';
import { noticeKindsOf } from 'src/model/schema/noticeKinds.ts';
import { useClient } from 'src/client/useClient.ts';
import { usePages, type Page, type Pages } from 'src/client/usePages.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useDayTitle } from 'src/client/navigation/useDayTitle.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';

const ANY_KIND = 'all';
/** Kinds of notices that ask the reader to answer an invitation. */
const INVITATIONS: ReadonlySet<string> = new Set(['invited', 'invitationChanged']);

const noticeKey = ({ $id }: Item): ItemId => $id;

/** Reads the notices again whenever the bell learns something. Observable. */
const useNotices = (chosen: ChosenNotices): Pages<Item> => {
  const { notifications, session } = useClient();
  const ask = useCallback(
    async (max: number, after: Item | undefined): Promise<Page<Item>> => {
      const rows = await notifications.page({ ...noticeFilter(chosen), ...(after && { before: after._i }), max });
      return { rows, more: rows.length === max };
    },
    [notifications, chosen],
  );
  const person = session.user?.$id;
  const version = notifications.notifications.map(({ $id, _u, unread }) => `${$id} ${_u} ${String(unread)}`).join();
  // Until the user is known, nothing is asked and the list is not shown as empty.
  return usePages({
    of: `${person ?? ''} ${noticesParam(chosen)}`,
    ask,
    keyOf: noticeKey,
    version,
    asks: person !== undefined,
  });
};

type Mark = (ids: readonly ItemId[], asUnread: boolean) => void;

const NoticeRow = observer(({ item, mark }: { readonly item: Item; readonly mark: Mark }) => {
  const { notifications } = useClient();
  const messages = useMessages();
  const unread = item.unread === true;
  const text = noticeText(messages, item);
  const description = item['description'];
  const details = noticeDetails(messages, item);
  return (
    <li className={`kk-notification${unread ? ' kk-notification-unread' : ''}`}>
      <span className="kk-notification-dot" aria-hidden />
      <div className="kk-fill">
        <ItemLink id={notificationTarget(item)} onFollow={() => unread && mark([item.$id], false)}>
          {unread && <span className="kk-unseen">{messages.format('notifications.unread')} </span>}
          {text}
        </ItemLink>
        {typeof description === 'string' && <p dir="auto">{description}</p>}
        {details !== '' && (
          <p className="kk-soft" dir="auto">
            {details}
          </p>
        )}
        {INVITATIONS.has(String(item['$kind'])) && <NoticeAnswer id={notificationTarget(item)} />}
        <p className="kk-soft">
          <When at={item.updated} />
        </p>
      </div>
      {notifications.mayMark && (
        <IconButton
          size="small"
          icon={unread ? 'tick' : 'envelope'}
          label={messages.format(unread ? 'notifications.markOneRead' : 'notifications.markOneUnread', { text })}
          onClick={() => mark([item.$id], !unread)}
        />
      )}
    </li>
  );
});

/** Newest day first, as the notices come. */
const noticesByDay = (items: readonly Item[]): readonly (readonly [string, readonly Item[]])[] => {
  const days = new Map<string, Item[]>();
  for (const item of items) {
    const day = new Date(item.updated).toDateString();
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days];
};

interface ChoiceProps {
  readonly name: keyof ChosenNotices;
  readonly options: readonly (readonly [string, string])[];
  /** Options of a group of their own, after the others. */
  readonly further?: readonly (readonly [string, string])[];
  readonly chosen: ChosenNotices;
  readonly choose: (chosen: ChosenNotices) => void;
}

const FilterOptions = ({ options }: Pick<ChoiceProps, 'options'>) =>
  options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));

const NoticeFilterChoice = ({ name, options, further = [], chosen, choose }: ChoiceProps) => {
  const messages = useMessages();
  const id = useId();
  return (
    <span className="kk-row">
      <label htmlFor={id}>{messages.format(`notifications.filter.${name}`)}</label>
      <HTMLSelect
        id={id}
        value={chosen[name] ?? ANY_KIND}
        onChange={({ target: { value } }) => choose({ ...chosen, [name]: value === ANY_KIND ? undefined : value })}
      >
        <FilterOptions options={options} />
        {further.length > 0 && (
          <optgroup label={messages.format('notifications.kind.others')}>
            <FilterOptions options={further} />
          </optgroup>
        )}
      </HTMLSelect>
    </span>
  );
};

/** Kinds by the names that the reader sees. */
type NamedKinds = readonly (readonly [kind: string, name: string])[];

/** Returns the kinds of the person's latest and unread notices with the chosen one, and all others. Observable. */
const useNoticeGroups = (chosen: string | undefined): readonly [own: NamedKinds, others: NamedKinds] => {
  const { registry, notifications } = useClient();
  const messages = useMessages();
  const latest = notifications.notifications.map((item) => String(item['$kind']));
  const known = new Set([chosen, ...latest]);
  const isOwn = ([kind]: NamedKinds[number]): boolean => known.has(kind) || notifications.unreadOf(kind) > 0;
  const named = Object.keys(noticeKindsOf(registry))
    .map((kind) => [kind, messages.format(`events.${kind}.name`)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, messages.intl.locale));
  return [named.filter(isOwn), named.filter((each) => !isOwn(each))];
};

const NoticeFilters = observer(({ chosen, choose }: Pick<ChoiceProps, 'chosen' | 'choose'>) => {
  const messages = useMessages();
  const named = (part: string, keys: readonly string[]) =>
    keys.map((key) => [key, messages.format(`notifications.${part}.${key}`)] as const);
  const [own, others] = useNoticeGroups(chosen.kind);
  const common = { chosen, choose };
  return (
    <div className="kk-row kk-notification-filters">
      <NoticeFilterChoice {...common} name="state" options={named('state', [ANY_KIND, ...NOTICE_STATES])} />
      <NoticeFilterChoice {...common} name="time" options={named('time', [ANY_KIND, ...NOTICE_TIMES])} />
      <NoticeFilterChoice
        {...common}
        name="kind"
        options={[[ANY_KIND, messages.format('notifications.kind.all')], ...own]}
        further={others}
      />
    </div>
  );
});

const NoticeList = observer(({ chosen }: { readonly chosen: ChosenNotices }) => {
  const { notifications, alerts, session } = useClient();
  const messages = useMessages();
  const dayTitle = useDayTitle();
  const { rows: items, more, failure, showMore, again } = useNotices(chosen);
  const mark: Mark = (ids, asUnread) => {
    notifications
      .mark(ids, asUnread)
      // The bell does not know notices of long ago.
      .then(again, (thrown: unknown) => alerts.error(thrown));
  };
  if (failure !== undefined && items === undefined) return <ListFailed failure={failure} again={again} />;
  if (items === undefined && session.signedIn) return <Loading />;
  if (items === undefined || items.length === 0)
    return (
      <Empty
        icon="notifications"
        title={messages.format(noticesParam(chosen) === '' ? 'notifications.none' : 'notifications.noneSuch')}
      >
        {messages.format('notifications.noneHint')}
      </Empty>
    );
  return (
    <>
      {noticesByDay(items).map(([day, ofDay]) => (
        <section key={day} aria-label={dayTitle(day)}>
          <h3 className="kk-notification-day">{dayTitle(day)}</h3>
          <ul className="kk-plain-list">
            {ofDay.map((item) => (
              <NoticeRow key={item.$id} item={item} mark={mark} />
            ))}
          </ul>
        </section>
      ))}
      {more && (
        <p className="kk-notification-day">
          <Button onClick={showMore}>{messages.format('app.showMore')}</Button>
        </p>
      )}
    </>
  );
});

export const NotificationsView = observer(({ param }: ViewProps) => {
  const { notifications, alerts, navigation, registry } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const chosen = useMemo(() => noticesChosen(param, Object.keys(noticeKindsOf(registry))), [param, registry]);
  const choose = (next: ChosenNotices): void => navigation.setParam(column, noticesParam(next) || undefined);
  const [settings, setSettings] = useState(false);
  return (
    <>
      <CellHead
        title={messages.format('notifications.title')}
        tools={
          <>
            {notifications.unread > 0 && notifications.mayMark && (
              <Button
                size="small"
                onClick={() => void notifications.markAllRead().catch((thrown: unknown) => alerts.error(thrown))}
              >
                {messages.format('notifications.markAllRead')}
              </Button>
            )}
            {notifications.mayMark && (
              <Button
                size="small"
                icon="settings"
                variant="minimal"
                active={settings}
                aria-pressed={settings}
                onClick={() => setSettings(!settings)}
              >
                {messages.format('notifications.settings')}
              </Button>
            )}
          </>
        }
      />
      <div className="kk-cell-scroll">
        {settings ? (
          <NoticeSettings />
        ) : (
          <>
            <NoticeFilters chosen={chosen} choose={choose} />
            <NoticeList chosen={chosen} />
          </>
        )}
      </div>
    </>
  );
});

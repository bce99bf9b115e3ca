// The lists and records of this device, which can be read without a connection. Shown on home while the server cannot be reached.

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import type { DeviceContents } from 'src/client/stores/OfflineCopies.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { DELAYS, useDelayed } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import { columnsOf } from 'src/model/listing/columnPath.ts';
import { openingOf, screenPlan } from 'src/model/listing/listingPlan.ts';
import { isNarrowed } from 'src/model/listing/listingState.ts';

const NO_CONTENTS: DeviceContents = { lists: [], records: [] };
const MOST_LISTS = 8;
const MOST_RECORDS = 12;

/** Observable. */
export const useIsOffline = (): boolean => {
  const { connection, session } = useClient();
  return useDelayed(session.signedIn && connection.health === 'BAD', DELAYS.notice);
};

const ListLine = observer(({ to, at }: DeviceContents['lists'][number]) => {
  const { registry, session, day } = useClient();
  const messages = useMessages();
  const [path = '', query = ''] = to.split('?', 2);
  const [column] = columnsOf(
    path,
    query,
    registry.screens.map((screen) => screen.path),
  );
  const screen = registry.screens.find((each) => each.path === column?.segment);
  if (!screen) return null;
  const plan = screenPlan(screen, { registry, user: session.user, today: day.today });
  const isFiltered = isNarrowed(openingOf(plan, column?.param).state);
  return (
    <li>
      <Icon name={screen.icon ?? 'list'} />
      <div className="kk-fill">
        <ShellLink to={to}>{messages.screen(screen.path)}</ShellLink>
        {isFiltered && <p className="kk-soft">{messages.format('offline.filtered')}</p>}
      </div>
      <span className="kk-line-side kk-line-who">
        <When at={at} />
      </span>
    </li>
  );
});

const RecordLine = ({ item, at }: DeviceContents['records'][number]) => {
  const { registry } = useClient();
  return (
    <li>
      <Icon name={registry.types[item._t]?.view.icon ?? 'document'} />
      <div className="kk-fill">
        <ItemLink id={item.$id}>{item.$label}</ItemLink>
      </div>
      <span className="kk-line-side kk-line-who">
        <When at={at} />
      </span>
    </li>
  );
};

/** Records that a person opens as a page: those of types that have a list of their own. */
const useRecords = (contents: DeviceContents | undefined): DeviceContents['records'] => {
  const { registry } = useClient();
  const listed = new Set(
    registry.screens
      .flatMap(({ admin, search }) => (admin ? [] : (search?.types ?? [])))
      .filter((type) => registry.types[type]?.excludeGeneralSearch !== true),
  );
  return contents?.records.filter(({ item }) => listed.has(item._t)) ?? [];
};

export const OnDevice = observer(() => {
  const { offline } = useClient();
  const messages = useMessages();
  const [contents, setContents] = useState<DeviceContents>();
  useEffect(() => {
    let isShown = true;
    void offline.ask((copies) => copies.contents()).then((found) => isShown && setContents(found ?? NO_CONTENTS));
    return () => {
      isShown = false;
    };
  }, [offline]);
  const records = useRecords(contents);
  const lists = contents?.lists.slice(0, MOST_LISTS) ?? [];
  const title = messages.format('offline.panel');
  const left = records.length - MOST_RECORDS;
  return (
    <section className="kk-panel-card kk-on-device" aria-label={title}>
      <header>
        <Icon name="offline" />
        <h3 className="kk-fill">{title}</h3>
      </header>
      {contents && lists.length + records.length === 0 && (
        <p className="kk-soft">{messages.format('offline.panelNone')}</p>
      )}
      {lists.length > 0 && (
        <>
          <h4>{messages.format('offline.lists')}</h4>
          <ul className="kk-plain-list kk-lines-list">
            {lists.map((list) => (
              <ListLine key={list.to} {...list} />
            ))}
          </ul>
        </>
      )}
      {records.length > 0 && (
        <>
          <h4>{messages.format('offline.records')}</h4>
          <ul className="kk-plain-list kk-lines-list">
            {records.slice(0, MOST_RECORDS).map((record) => (
              <RecordLine key={record.item.$id} {...record} />
            ))}
          </ul>
        </>
      )}
      {left > 0 && <p className="kk-soft">{messages.format('offline.more', { count: left })}</p>}
    </section>
  );
});

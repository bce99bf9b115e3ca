// The screen of administrators with the reads of private content: which person was shown which record, and how. It is filtered by person,
// organization, days and kind of record, and exported as a table. Accounts and what belongs to one person are listed on request.

import { observer } from 'mobx-react-lite';
import { useCallback, useMemo, useState } from 'react';
import {
  kindOfRead,
  readsCsv,
  readsQuestion,
  type PrivateRead,
  type ReadsFilter,
} from 'src/client/admin/readsTable.ts';
import 'src/client/admin/plainTable.css';
import 'src/client/admin/reads.css';
import { keepFile } from 'src/client/exchange/keepFile.ts';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import 'src/client/intl/laterMessages.ts';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { BandFailed, ListFailed } from 'src/client/navigation/ListFailed.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import { usePages, type Page } from 'src/client/usePages.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

const READS_FIELDS: readonly FormField[] = [
  { name: 'by', label: 'reads.by', kind: 'relation', rel: { to: ['User'], onDelete: 'null' } },
  { name: 'owner', label: 'reads.owner', kind: 'relation', rel: { to: ['$owner'], onDelete: 'null' }, sameRow: true },
  { name: 'from', label: 'reads.from', kind: 'date' },
  { name: 'until', label: 'reads.until', kind: 'date', sameRow: true },
];

const NO_READS_FILTER: ReadsFilter = {
  ...{ by: undefined, owner: undefined, from: undefined, until: undefined },
  ...{ type: undefined, personal: undefined },
};

const useReadsFields = (): readonly FormField[] => {
  const { registry } = useClient();
  const messages = useMessages();
  return useMemo(() => {
    const names = Object.keys(registry.types).map((name) => [name, messages.plural(name)] as const);
    const choices = names.toSorted(([, one], [, other]) => one.localeCompare(other));
    return [
      ...READS_FIELDS,
      { name: 'type', label: 'reads.kind', choices },
      { name: 'personal', label: 'reads.personal', kind: 'boolean', help: 'reads.personal.help' },
    ];
  }, [registry, messages]);
};

const entryNumber = ({ entry }: PrivateRead): number => entry;

const ReadRow = ({ read }: { readonly read: PrivateRead }) => {
  const messages = useMessages();
  const { at, by, asUser, channel, $id, owners } = read;
  const [way = ''] = channel.split('/', 1);
  return (
    <tr>
      <td>
        <When at={at} />
      </td>
      <th scope="row">
        {by === null ? messages.format('meta.audit.visitor') : <ItemLink id={by} />}
        {asUser !== null && (
          <>
            {' '}
            ({messages.format('history.as')} <ItemLink id={asUser} />)
          </>
        )}
      </th>
      <td>{messages.find(`meta.audit.channel.${way}`) ?? channel}</td>
      <td>{kindOfRead(messages, $id)}</td>
      <td>
        <ItemLink id={$id} />
      </td>
      <td>
        {owners.filter(isItemId).map((owner) => (
          <ItemLink key={owner} id={owner} />
        ))}
      </td>
    </tr>
  );
};

const ReadsTable = ({ rows }: { readonly rows: readonly PrivateRead[] }) => {
  const messages = useMessages();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls the table sideways
    <div className="kk-reads-frame" role="region" tabIndex={0} aria-label={messages.format('reads.table')}>
      <table className="kk-plain-table kk-reads">
        <thead>
          <tr>
            {(['at', 'by', 'how', 'kind', 'record', 'owner'] as const).map((name) => (
              <th key={name} scope="col">
                {messages.format(`reads.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((read) => (
            <ReadRow key={read.entry} read={read} />
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Reads all pages of the filter and saves them as a file. */
const useReadsExport = (filter: ReadsFilter) => {
  const { connection, alerts, day } = useClient();
  const messages = useMessages();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const file = await readsCsv(messages, (page) =>
        connection.send('act/privateReads', { ...readsQuestion(filter, day.zone), ...page }),
      );
      keepFile(new Blob([file.text], { type: 'text/csv' }), 'private-reads.csv');
      if (file.isCut) alerts.info('reads.cut');
    } catch (thrown) {
      alerts.error(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
};

const ReadsBody = observer(() => {
  const { connection, day } = useClient();
  const { zone } = day;
  const messages = useMessages();
  const [filter, setFilter] = useState(NO_READS_FILTER);
  const fields = useReadsFields();
  const { busy, save } = useReadsExport(filter);
  const ask = useCallback(
    async (max: number, after: PrivateRead | undefined): Promise<Page<PrivateRead>> => {
      const before = after && { before: after.entry };
      const { entries, more } = await connection.send('act/privateReads', {
        ...readsQuestion(filter, zone),
        max,
        ...before,
      });
      return { rows: entries, more };
    },
    [connection, filter, zone],
  );
  const { rows, more, failure, showMore, again } = usePages({
    of: JSON.stringify([filter, zone]),
    ask,
    keyOf: entryNumber,
  });
  return (
    <>
      <p className="kk-soft">{messages.format('reads.hint')}</p>
      <LiveForm
        className="kk-reads-filter"
        fields={fields}
        values={filter}
        set={(changes) => setFilter((before) => ({ ...before, ...changes }))}
      />
      <div className="kk-row">
        <Button
          icon="export"
          loading={busy}
          disabled={rows === undefined || rows.length === 0}
          onClick={() => void save()}
        >
          {messages.format('reads.export')}
        </Button>
      </div>
      {failure !== undefined && rows !== undefined && <BandFailed message="cells.stale" again={again} />}
      {failure !== undefined && rows === undefined && <ListFailed failure={failure} again={again} />}
      {failure === undefined && rows === undefined && <Loading />}
      {rows?.length === 0 && <Empty icon="eye-open" title={messages.format('reads.none')} />}
      {rows !== undefined && rows.length > 0 && <ReadsTable rows={rows} />}
      {more && (
        <p>
          <Button onClick={showMore}>{messages.format('app.showMore')}</Button>
        </p>
      )}
    </>
  );
});

export const PrivateReadsView = observer(({ screen }: { readonly screen: Screen }) => {
  const messages = useMessages();
  return (
    <>
      <CellHead title={messages.screen(screen.path)} />
      <div className="kk-cell-scroll">
        <div className="kk-cell-body kk-stack">
          <ReadsBody />
        </div>
      </div>
    </>
  );
});

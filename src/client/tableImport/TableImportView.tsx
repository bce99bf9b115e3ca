// The page `/import-table`: the person chooses a table, maps its columns, checks what would happen, and imports it. The address keeps the
// file, so that a reload continues with it. Nothing is written before the last button.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect } from 'react';
import type { ViewProps } from 'src/client/ClientDomain.ts';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import 'src/client/intl/laterMessages.ts';
import { CellHead, RefusedView } from 'src/client/navigation/CellHead.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { ListFailed } from 'src/client/navigation/ListFailed.tsx';
import { RunResult } from 'src/client/tableImport/ImportRuns.tsx';
import { MappedColumns, runTaskName } from 'src/client/tableImport/MappedColumns.tsx';
import { TableIntake, TableReading } from 'src/client/tableImport/TableIntake.tsx';
import { tableParam, tableParamText, type TableParam } from 'src/client/tableImport/tableParam.ts';
import { useTable } from 'src/client/tableImport/useTable.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import 'src/client/tableImport/tableImport.css';

type KnownKind = Endpoints['importKinds']['answer']['kinds'][number];

const kindName = (messages: Messages, { kind, type, declared }: KnownKind): string =>
  declared ? messages.format(`imports.${kind}.label`) : messages.plural(type);

interface KindProps {
  readonly kinds: readonly KnownKind[];
  readonly param: TableParam;
  readonly choose: (kind: string) => void;
}

/** The kinds of the types and of the collection that the import was opened for. */
const offeredKinds = (kinds: readonly KnownKind[], { types, places, into }: TableParam): readonly KnownKind[] => {
  const holder = tryParseItemId(into)?.type;
  return kinds.filter(
    ({ type, collections }) =>
      (types.length === 0 || types.includes(type)) &&
      (!places || collections.length > 0) &&
      (holder === undefined || collections.includes(holder)),
  );
};

const KindChoice = observer(({ kinds, param, choose }: KindProps) => {
  const messages = useMessages();
  if (kinds.length < 2) return null;
  const named = kinds.map((each) => [each.kind, kindName(messages, each)] as const);
  return (
    <LiveForm
      className="kk-geo-form"
      fields={[
        {
          ...{ name: 'kind', label: 'importTable.kind', required: true },
          choices: named.toSorted(([, one], [, other]) => one.localeCompare(other)),
        },
      ]}
      values={{ kind: param.kind }}
      set={({ kind }) => kind !== undefined && choose(kind)}
    />
  );
});

interface TableStepsProps {
  readonly param: TableParam;
  readonly kinds: readonly KnownKind[];
}

const TableSteps = observer(({ param, kinds }: TableStepsProps) => {
  const { navigation, session, tasks } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const owners = session.user?.readOrgs ?? [];
  const offered = offeredKinds(kinds, param);
  const kind = param.kind ?? (offered.length === 1 ? offered[0]?.kind : undefined);
  const table = useTable({
    ...{ kind, upload: param.upload, language: messages.intl.locale },
    owner: owners.length === 1 ? owners[0] : undefined,
  });
  const { key } = table.file;
  const isNew = key !== param.upload;
  const address = tableParamText({ ...param, upload: key });
  useEffect(() => {
    if (isNew) navigation.setParam(column, address, true);
  }, [navigation, column, isNew, address]);
  const task = key === undefined ? undefined : tasks.all.find(({ asyncKey }) => asyncKey === runTaskName(key));
  if (task)
    return (
      <section className="kk-stack">
        <h3>{messages.format('importTable.steps.run')}</h3>
        <RunResult task={task} sheet={table.sheet} another={table.forget} />
      </section>
    );
  return (
    <>
      <section className="kk-stack">
        <h3>{messages.format('importTable.steps.file')}</h3>
        <KindChoice
          kinds={offered}
          param={param}
          choose={(chosen) =>
            navigation.setParam(column, tableParamText({ ...param, kind: chosen, upload: key }), true)
          }
        />
        {kind !== undefined && <TableIntake table={table} />}
        {table.sheet && <TableReading table={table} sheet={table.sheet} />}
      </section>
      {table.sheet && <MappedColumns key={key} table={table} sheet={table.sheet} given={param.into} />}
    </>
  );
});

const useKinds = () => {
  const { connection, session } = useClient();
  const ask = useCallback(() => connection.send('act/importKinds', {}), [connection]);
  return useServerData({ of: session.user?.$id ?? '', ask });
};

export const TableImportView = observer(({ param }: ViewProps) => {
  const { session } = useClient();
  const messages = useMessages();
  const { user, signedIn } = session;
  const { answer, failure, again } = useKinds();
  const parsed = tableParam(param);
  const title = messages.format(parsed.places ? 'importPlaces.title' : 'views.import-table');
  if ((signedIn && !user) || (!answer && failure === undefined)) return <Loading />;
  if (!answer) return <ListFailed failure={failure} again={() => void again()} />;
  if (offeredKinds(answer.kinds, parsed).length === 0)
    return <RefusedView title={title}>{messages.format('importTable.notAllowed')}</RefusedView>;
  return (
    <>
      <CellHead title={title} />
      <div className="kk-cell-scroll">
        <div className="kk-cell-body kk-stack kk-table-import">
          <p className="kk-soft">{messages.format('importTable.hint')}</p>
          <TableSteps param={parsed} kinds={answer.kinds} />
        </div>
      </div>
    </>
  );
});

// The second half of an import: whose records they are, the mapping of the columns, the check of what would happen, and the button that
// imports. Only a check of the same columns can be imported.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { ownerField } from 'src/client/forms/ownerField.ts';
import { readFailureOf } from 'src/client/geoFiles/useGeoFile.ts';
import { isTaskOver } from 'src/client/stores/TaskStore.ts';
import { ColumnTable } from 'src/client/tableImport/ColumnTable.tsx';
import {
  mappedInput,
  mappingOfSheet,
  missingTargets,
  type TableMapping,
} from 'src/client/tableImport/columnTargets.ts';
import { CheckResult } from 'src/client/tableImport/ImportRuns.tsx';
import type { Table } from 'src/client/tableImport/useTable.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ImportSheet } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

type RunInput = Endpoints['runImport']['input'];

const checkTaskName = (upload: string): string => `importCheck.${upload}`;
export const runTaskName = (upload: string): string => `importTable.${upload}`;

interface SheetProps {
  readonly table: Table;
  readonly sheet: ImportSheet;
}

const RecordOwner = observer(({ table, sheet }: SheetProps) => {
  const client = useClient();
  const messages = useMessages();
  const { ownerPath, type } = sheet;
  const { choices, read } = table;
  if (ownerPath === undefined) return null;
  return (
    <LiveForm
      className="kk-geo-form"
      fields={[{ ...ownerField(client, messages), name: 'owner', label: `types.${type}.props.${ownerPath}` }]}
      values={{ owner: choices.owner }}
      set={({ owner }) => read({ ...choices, owner })}
    />
  );
});

/** Path of the relation to the collection, for types whose items are made of features. A column can fill it instead. */
const collectionPath = (registry: Registry, { type }: ImportSheet, mapping: TableMapping): string | undefined => {
  const path = registry.types[type]?.view.place?.fromFiles?.collection;
  return [...mapping.values()].some(({ to }) => to === path) ? undefined : path;
};

interface CollectionProps {
  readonly type: string;
  readonly path: string;
  readonly collection: ItemId | undefined;
  readonly choose: (collection: ItemId | undefined) => void;
}

const RecordCollection = observer(({ type, path, collection, choose }: CollectionProps) => {
  const { registry } = useClient();
  const to = registry.types[type]?.properties[path]?.rel?.to ?? [];
  return (
    <LiveForm
      className="kk-geo-form"
      fields={[
        {
          ...{ name: 'collection', label: `types.${type}.props.${path}` },
          ...{ kind: 'relation', rel: { to: [...to], onDelete: 'null' } },
        },
      ]}
      values={{ collection }}
      set={(changes) => choose(changes.collection)}
    />
  );
});

const EMPTY_CELLS = ['keep', 'clear'] as const;

interface Prepared {
  readonly input: RunInput;
  /** Why it cannot be checked yet. */
  readonly missing: string | undefined;
}

const preparedOf = (
  { table, sheet }: SheetProps,
  mapping: TableMapping,
  {
    empty,
    collection,
    invite,
    language,
    messages,
  }: Pick<RunInput, 'empty' | 'collection'> & { readonly invite: boolean } & {
    readonly language: string;
    readonly messages: Messages;
  },
): Prepared => {
  const { choices, file } = table;
  const { owner, ...reading } = choices;
  const columns = mappedInput(mapping);
  const isOwnerMapped = columns.some(({ to }) => to === sheet.ownerPath);
  const needed = missingTargets(sheet, mapping).filter(({ path }) => path !== sheet.ownerPath);
  const noOwner = sheet.ownerPath !== undefined && owner === undefined && !isOwnerMapped && !sheet.updates;
  const names = needed.map(({ caption }) => caption).join(', ');
  return {
    input: {
      ...{ upload: file.key ?? '', kind: sheet.kind, columns, language, ...reading },
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(owner !== undefined && sheet.ownerPath !== undefined && { owner }),
      ...(collection !== undefined && { collection }),
      ...(invite && sheet.invites === true && { invite: true as const }),
      ...(sheet.updates && empty !== undefined && { empty }),
    },
    missing:
      columns.length === 0
        ? messages.format('importTable.noColumns')
        : needed.length > 0
          ? messages.format('importTable.needed', { names })
          : noOwner
            ? messages.format('importTable.noOwner')
            : undefined,
  };
};

const SAME_FILE = 'import.sameFile';

/** Starts the check or the import. Asks before a file is imported a second time. */
const useStart = (): ((action: 'checkImport' | 'runImport', input: RunInput) => void) => {
  const { tasks, alerts, dialogs } = useClient();
  return (action, input) => {
    const asyncKey = action === 'checkImport' ? checkTaskName(input.upload) : runTaskName(input.upload);
    const run = (more: Pick<RunInput, 'again'> = {}): Promise<string> =>
      tasks.run(action, { ...input, ...more }, { asyncKey });
    const askAgain = async (thrown: unknown): Promise<void> => {
      if (readFailureOf(thrown).id !== SAME_FILE) throw thrown;
      const texts = { title: 'importTable.again.title', message: SAME_FILE, apply: 'importTable.again.apply' };
      if (await dialogs.confirm(texts)) await run({ again: true });
    };
    run()
      .catch(askAgain)
      .catch((thrown: unknown) => alerts.error(thrown));
  };
};

interface CheckedProps extends SheetProps {
  readonly prepared: Prepared;
}

/** Checks the table, and imports it after a check of the same columns. */
const CheckAndRun = observer(({ sheet, prepared }: CheckedProps) => {
  const { registry, tasks } = useClient();
  const messages = useMessages();
  const start = useStart();
  const { input, missing } = prepared;
  const [checked, setChecked] = useState<string>();
  const current = JSON.stringify(input);
  const task = tasks.all.find(({ asyncKey }) => asyncKey === checkTaskName(input.upload));
  const isChecked = task !== undefined && isTaskOver(task) && checked === current;
  const isChecking = task !== undefined && !isTaskOver(task);
  const isGood = isChecked && task.state === 'DONE';
  return (
    <section className="kk-stack">
      <h3>{messages.format('importTable.steps.check')}</h3>
      {missing !== undefined && <Band tone="warning">{missing}</Band>}
      <p>
        <Button
          icon="endorsed"
          {...(!isGood && { variant: 'solid', intent: 'primary' })}
          disabled={missing !== undefined || isChecking}
          onClick={() => {
            setChecked(current);
            start('checkImport', input);
          }}
        >
          {messages.format(checked === undefined ? 'importTable.check' : 'importTable.checkAgain')}
        </Button>
      </p>
      {task && checked !== undefined && <CheckResult task={task} type={registry.types[sheet.type]} sheet={sheet} />}
      {checked !== undefined && checked !== current && !isChecking && (
        <Band tone="warning">{messages.format('importTable.changedSince')}</Band>
      )}
      {isGood && (
        <p>
          <Button variant="solid" intent="primary" icon="import" onClick={() => start('runImport', input)}>
            {messages.format('importTable.run')}
          </Button>{' '}
          <span className="kk-soft">{messages.format('importTable.runHint')}</span>
        </p>
      )}
    </section>
  );
});

export const MappedColumns = observer(({ table, sheet }: SheetProps) => {
  const { registry } = useClient();
  const messages = useMessages();
  const [own, setOwn] = useState<{ readonly of: ImportSheet; readonly mapping: TableMapping }>();
  const [empty, setEmpty] = useState<RunInput['empty']>('keep');
  const [collection, setCollection] = useState<ItemId>();
  const [invite, setInvite] = useState(false);
  const mapping = own?.of === sheet ? own.mapping : mappingOfSheet(sheet);
  const path = collectionPath(registry, sheet, mapping);
  const prepared = preparedOf({ table, sheet }, mapping, {
    ...{ empty, invite, language: messages.intl.locale, messages },
    collection: path === undefined || sheet.updates ? undefined : collection,
  });
  return (
    <>
      <section className="kk-stack">
        <h3>{messages.format('importTable.steps.columns')}</h3>
        {sheet.updates && <Band>{messages.format('importTable.updates')}</Band>}
        {sheet.saved && <p className="kk-soft">{messages.format('importTable.saved')}</p>}
        <RecordOwner table={table} sheet={sheet} />
        {path !== undefined && !sheet.updates && (
          <RecordCollection type={sheet.type} path={path} collection={collection} choose={setCollection} />
        )}
        <ColumnTable sheet={sheet} mapping={mapping} change={(next) => setOwn({ of: sheet, mapping: next })} />
        {sheet.invites === true && (
          <LiveForm
            className="kk-geo-form"
            fields={[{ name: 'invite', label: 'importTable.invite', kind: 'boolean' }]}
            values={{ invite }}
            set={(changes) => setInvite(changes.invite === true)}
          />
        )}
        {sheet.updates && (
          <LiveForm
            className="kk-geo-form"
            fields={[
              {
                ...{ name: 'empty', label: 'importTable.empty', none: null },
                choices: EMPTY_CELLS.map((each) => [each, messages.format(`importTable.empty.${each}`)]),
              },
            ]}
            values={{ empty }}
            set={(changes) => setEmpty(changes.empty)}
          />
        )}
      </section>
      <CheckAndRun table={table} sheet={sheet} prepared={prepared} />
    </>
  );
});

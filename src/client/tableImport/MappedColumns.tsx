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
import {
  firstInto,
  intoInput,
  isIntoComplete,
  RecordCollection,
  type Into,
} from 'src/client/tableImport/RecordCollection.tsx';
import type { Table } from 'src/client/tableImport/useTable.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ImportSheet } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

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

/** Returns the collection that the person chooses; undefined for a table that changes records, or whose column names collections. */
const askedCollection = ({ collection, updates }: ImportSheet, mapping: TableMapping): ImportSheet['collection'] =>
  updates || [...mapping.values()].some(({ to }) => to === collection?.path) ? undefined : collection;

const EMPTY_CELLS = ['keep', 'clear'] as const;

interface Prepared {
  readonly input: RunInput;
  /** Message that says why the table cannot be checked yet; undefined when it can. */
  readonly missing: string | undefined;
}

interface PreparedOptions extends Pick<RunInput, 'empty'> {
  /** Undefined where no collection is asked for. */
  readonly into: Into | undefined;
  readonly invite: boolean;
  readonly existingOnly: boolean;
  readonly messages: Messages;
}

const preparedOf = (
  { table, sheet }: SheetProps,
  mapping: TableMapping,
  { empty, into, invite, existingOnly, messages }: PreparedOptions,
): Prepared => {
  const { choices, file } = table;
  const { owner, ...reading } = choices;
  const columns = mappedInput(sheet, mapping);
  const isOwnerMapped = columns.some(({ to }) => to === sheet.ownerPath);
  const needed = missingTargets(sheet, mapping).filter(({ path }) => path !== sheet.ownerPath);
  const isOwned = owner !== undefined || isOwnerMapped || (into?.way === 'existing' && into.id !== undefined);
  const noOwner = sheet.ownerPath !== undefined && !isOwned && !sheet.updates;
  const noCollection = into !== undefined && sheet.collection !== undefined && !isIntoComplete(into, sheet.collection);
  const names = needed.map(({ caption }) => caption).join(', ');
  return {
    input: {
      ...{ upload: file.key ?? '', kind: sheet.kind, columns, language: messages.intl.locale, ...reading },
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(owner !== undefined && sheet.ownerPath !== undefined && { owner }),
      ...(into && intoInput(into)),
      ...(existingOnly && sheet.places === true && { existing: 'only' as const }),
      ...(invite && sheet.invites === true && { invite: true as const }),
      ...(sheet.updates && empty !== undefined && { empty }),
    },
    missing:
      mapping.size === 0
        ? messages.format('importTable.noColumns')
        : needed.length > 0
          ? messages.format('importTable.needed', { names })
          : noOwner
            ? messages.format('importTable.noOwner')
            : noCollection
              ? messages.format('importTable.noCollection')
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
          {(task?.counts?.refused ?? 0) > 0 && (
            <span className="kk-soft">{messages.format('importTable.runHint')}</span>
          )}
        </p>
      )}
    </section>
  );
});

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly set: (isOn: boolean) => void;
}

const ImportSwitch = ({ label, isOn, set }: SwitchProps) => (
  <LiveForm
    className="kk-geo-form"
    fields={[{ name: 'isOn', label, kind: 'boolean' }]}
    values={{ isOn }}
    set={(changes) => set(changes.isOn === true)}
  />
);

interface MappedProps extends SheetProps {
  /** The collection from whose page the import was opened. */
  readonly given: ItemId | undefined;
}

export const MappedColumns = observer(({ table, sheet, given }: MappedProps) => {
  const messages = useMessages();
  const [own, setOwn] = useState<{ readonly of: ImportSheet; readonly mapping: TableMapping }>();
  const [empty, setEmpty] = useState<RunInput['empty']>('keep');
  const [chosen, setChosen] = useState(() => firstInto(sheet, given));
  const [invite, setInvite] = useState(false);
  const [createMissing, setCreateMissing] = useState(false);
  const mapping = own?.of === sheet ? own.mapping : mappingOfSheet(sheet);
  const collection = askedCollection(sheet, mapping);
  const into: Into | undefined =
    collection && (collection.creates === undefined ? { ...chosen, way: 'existing' } : chosen);
  const prepared = preparedOf({ table, sheet }, mapping, {
    ...{ empty, into, invite, existingOnly: !createMissing, messages },
  });
  return (
    <>
      <section className="kk-stack">
        <h3>{messages.format('importTable.steps.columns')}</h3>
        {sheet.updates && <Band>{messages.format('importTable.updates')}</Band>}
        {sheet.saved && <p className="kk-soft">{messages.format('importTable.saved')}</p>}
        <RecordOwner table={table} sheet={sheet} />
        {collection && into && (
          <RecordCollection sheet={sheet} collection={collection} into={into} change={setChosen} />
        )}
        <ColumnTable sheet={sheet} mapping={mapping} change={(next) => setOwn({ of: sheet, mapping: next })} />
        {sheet.places === true && (
          <ImportSwitch label="importPlaces.createMissing" isOn={createMissing} set={setCreateMissing} />
        )}
        {sheet.invites === true && <ImportSwitch label="importTable.invite" isOn={invite} set={setInvite} />}
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

// Maps the columns of a table: each with its first values, the property that it fills, and how its cells are read.

import { HTMLSelect } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import {
  hasSettings,
  withSettings,
  withTarget,
  type TableColumn,
  type TableMapping,
} from 'src/client/tableImport/columnTargets.ts';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import type { ImportColumn, ImportSheet, ImportTarget } from 'src/model/generated/wire.ts';
import 'src/client/ui/cellTable.css';

const DATE_ORDERS = ['DMY', 'MDY', 'YMD'] as const;
const MAX_SEPARATOR = 5;

interface ColumnTableProps {
  readonly sheet: ImportSheet;
  readonly mapping: TableMapping;
  readonly change: (mapping: TableMapping) => void;
}

const matchName = (messages: Messages, type: string, match: string): string =>
  match === 'id' || match === 'label' ? messages.format(`importTable.match.${match}`) : messages.property(type, match);

const settingFields = (target: ImportTarget, messages: Messages): readonly FormField[] => {
  const { date, many, unknown = [], match = [], missing = false } = target;
  return [
    ...(date
      ? [
          {
            ...{ name: 'dates', label: 'importTable.dates', none: 'importTable.dates.none' },
            choices: DATE_ORDERS.map((each) => [each, messages.format(`importTable.dates.${each}`)] as const),
          },
        ]
      : []),
    ...(many ? [{ name: 'separator', label: 'importTable.separator', maxLength: MAX_SEPARATOR }] : []),
    ...(unknown.length > 1
      ? [
          {
            ...{ name: 'unknown', label: 'importTable.unknown', none: null },
            choices: unknown.map((each) => [each, messages.format(`importTable.unknown.${each}`)] as const),
          },
        ]
      : []),
    ...(match.length > 1
      ? [
          {
            ...{ name: 'match', label: 'importTable.match', none: 'importTable.match.either' },
            choices: match.map((each) => [each, matchName(messages, target.path, each)] as const),
          },
        ]
      : []),
    ...(missing
      ? [
          {
            ...{ name: 'missing', label: 'importTable.missing', none: null },
            choices: (['refuse', 'create'] as const).map(
              (each) => [each, messages.format(`importTable.missing.${each}`)] as const,
            ),
          },
        ]
      : []),
  ];
};

interface SettingsProps {
  readonly mapped: ImportColumn;
  readonly target: ImportTarget;
  readonly set: (mapped: ImportColumn) => void;
}

const ColumnSettings = observer(({ mapped, target, set }: SettingsProps) => {
  const messages = useMessages();
  const { dates, separator = ';', unknown = 'refuse', match, missing = 'refuse' } = mapped;
  return (
    <details className="kk-column-settings" open={target.date}>
      <summary>{messages.format('importTable.settings')}</summary>
      <LiveForm
        fields={settingFields(target, messages)}
        values={{ dates, separator, unknown, match, missing }}
        set={(changes) => {
          const next = { ...mapped, ...changes };
          set(JSON.parse(JSON.stringify(next)) as ImportColumn);
        }}
      />
    </details>
  );
});

interface RowProps extends ColumnTableProps {
  readonly column: TableColumn;
}

/** Other columns can fill a target only once, except those that add to a list. */
const isTakenBy = (mapping: TableMapping, { column }: TableColumn, { path, many }: ImportTarget): boolean =>
  !many && [...mapping.values()].some((each) => each.to === path && each.column !== column);

const ColumnRow = observer(({ sheet, column, mapping, change }: RowProps) => {
  const messages = useMessages();
  const mapped = mapping.get(column.column);
  const target = sheet.targets.find(({ path }) => path === mapped?.to);
  const name = column.name === '' ? messages.format('importTable.unnamed', { letter: column.letter }) : column.name;
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>{' '}
        <span className="kk-soft">{messages.format('importTable.filled', { count: column.filled })}</span>
      </th>
      <td data-label={messages.format('importPlaces.firstValues')}>
        {/* The map shows the geometries of a geographic file. */}
        <bdi>{sheet.geographic && column.column === 0 ? '' : column.values.join(' · ')}</bdi>
      </td>
      <td data-label={messages.format('importPlaces.keptIn')}>
        <HTMLSelect
          fill
          value={mapped?.to ?? ''}
          aria-label={messages.format('importPlaces.keptInOf', { name })}
          onChange={(event) => change(withTarget(mapping, column, event.target.value))}
        >
          <option value="">{messages.format('importPlaces.notKept')}</option>
          {sheet.targets.map((each) => (
            <option key={each.path} value={each.path} disabled={isTakenBy(mapping, column, each)}>
              {each.caption}
            </option>
          ))}
        </HTMLSelect>
        {mapped && target && hasSettings(target) && (
          <ColumnSettings
            key={target.path}
            mapped={mapped}
            target={target}
            set={(next) => change(withSettings(mapping, next))}
          />
        )}
      </td>
    </tr>
  );
});

export const ColumnTable = observer((props: ColumnTableProps) => {
  const messages = useMessages();
  return (
    <table className="kk-cell-table kk-column-table">
      <caption className="kk-unseen">{messages.format('importTable.steps.columns')}</caption>
      <thead>
        <tr>
          <th scope="col">{messages.format('importPlaces.column')}</th>
          <th scope="col">{messages.format('importPlaces.firstValues')}</th>
          <th scope="col">{messages.format('importPlaces.keptIn')}</th>
        </tr>
      </thead>
      <tbody>
        {props.sheet.columns.map((column) => (
          <ColumnRow key={column.column} {...props} column={column} />
        ))}
      </tbody>
    </table>
  );
});

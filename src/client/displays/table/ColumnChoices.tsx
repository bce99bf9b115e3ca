// Chooses the columns of a table, their order and their widths by keyboard. Dragging in the table does the same.

import { observer } from 'mobx-react-lite';
import {
  columnLabel,
  columnPaths,
  LABEL,
  MAX_WIDTH,
  MIN_WIDTH,
  tableColumns,
  type TableColumn,
} from 'src/client/displays/tableColumns.ts';
import { columnChoice, useColumnChoice } from 'src/client/displays/useColumnChoice.ts';
import type { ListingPartProps } from 'src/client/listing/ListingStore.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/displays/table/columnMenu.css';

const WIDTH_STEP = 10;

interface RowProps {
  readonly name: string;
  readonly shown: TableColumn | undefined;
  readonly toggle: () => void;
  /** Absent where there is no place to go to. */
  readonly up?: (() => void) | undefined;
  readonly down?: (() => void) | undefined;
  readonly widen: (width: number) => void;
  readonly freeze: () => void;
}

const ColumnChoiceRow = ({ name, shown, toggle, up, down, widen, freeze }: RowProps) => {
  const messages = useMessages();
  return (
    <li className="kk-column-choice">
      <label className="kk-fill">
        <input type="checkbox" checked={shown !== undefined} onChange={toggle} /> {name}
      </label>
      {shown && (
        <>
          <input
            type="range"
            min={MIN_WIDTH}
            max={MAX_WIDTH}
            step={WIDTH_STEP}
            value={shown.width}
            aria-label={messages.format('table.width', { name })}
            onChange={(event) => widen(Number(event.target.value))}
          />
          <IconButton
            icon="lock"
            size="small"
            label={messages.format('table.freeze', { name })}
            aria-pressed={shown.frozen === true}
            className="kk-column-freeze"
            onClick={freeze}
          />
          <IconButton
            icon="arrow-up"
            size="small"
            label={messages.format('table.earlier', { name })}
            disabled={!up}
            onClick={() => up?.()}
          />
          <IconButton
            icon="arrow-down"
            size="small"
            label={messages.format('table.later', { name })}
            disabled={!down}
            onClick={() => down?.()}
          />
        </>
      )}
    </li>
  );
};

export const ColumnChoices = observer(({ store, change }: ListingPartProps) => {
  const messages = useMessages();
  const { types } = store.plan;
  const { chosen, choose } = useColumnChoice(store, change);
  const shown = tableColumns(types, chosen).slice(1);
  const paths = shown.map(({ path }) => path);
  const put = (next: readonly string[]): void => choose([LABEL, ...next].map((path) => columnChoice(chosen, path)));
  const swap = (at: number, other: number): (() => void) | undefined =>
    paths[other] === undefined
      ? undefined
      : () => put(paths.map((path, index) => paths[index === at ? other : index === other ? at : index] ?? path));
  const widen = (wide: string, width: number): void =>
    choose([LABEL, ...paths].map((path) => ({ ...columnChoice(chosen, path), ...(path === wide && { width }) })));
  const freeze = (path: string): void => {
    const { frozen: was = false, ...rest } = columnChoice(chosen, path);
    choose([LABEL, ...paths].map((each) => (each === path ? { ...rest, frozen: !was } : columnChoice(chosen, each))));
  };
  const row = (path: string, at: number) => (
    <ColumnChoiceRow
      key={path}
      name={columnLabel(types, messages, path)}
      shown={shown[at]}
      toggle={() => put(at < 0 ? [...paths, path] : paths.filter((each) => each !== path))}
      up={swap(at, at - 1)}
      down={swap(at, at + 1)}
      widen={(width) => widen(path, width)}
      freeze={() => freeze(path)}
    />
  );
  return (
    <div className="kk-column-menu" role="group" aria-label={messages.format('table.columns')}>
      <ul className="kk-plain-list">
        {paths.map(row)}
        {columnPaths(types)
          .filter((path) => !paths.includes(path))
          .map((path) => row(path, -1))}
      </ul>
      <Button size="small" variant="minimal" disabled={chosen === undefined} onClick={() => choose(undefined)}>
        {messages.format('table.columnsReset')}
      </Button>
    </div>
  );
});

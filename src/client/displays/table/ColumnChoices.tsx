// Chooses the columns of a table, their order by dragging or by buttons, and their widths. Dragging the edges of heads in the table changes
// widths, too.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type Ref } from 'react';
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
import { movedTo } from 'src/client/fields/widgets/Chosen.tsx';
import type { ListingPartProps } from 'src/client/listing/ListingStore.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { DragHandle, useOrderDrag } from 'src/client/ui/orderDrag.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { foldText } from 'src/model/text/foldText.ts';
import 'src/client/displays/table/columnMenu.css';

const WIDTH_STEP = 10;

/** Returns the box after or before the one that leaves its list. */
const neighbourOf = (path: string, list: readonly string[]): string | undefined => {
  const at = list.indexOf(path);
  return list[at + 1] ?? list[at - 1];
};

/** Moves the focus to the next box of a list when a box leaves the list, so that several can be ticked one after another by keyboard. */
const useBoxFocus = () => {
  const lists = useRef<HTMLDivElement>(null);
  const next = useRef<string>(undefined);
  useEffect(() => {
    const path = next.current;
    next.current = undefined;
    const boxes = lists.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [];
    if (path !== undefined) [...boxes].find(({ dataset }) => dataset['column'] === path)?.focus();
  });
  const leave = (path: string, list: readonly string[]): void => {
    next.current = neighbourOf(path, list);
  };
  return { lists, leave };
};

interface WidthProps {
  readonly name: string;
  readonly width: number;
  readonly widen: (width: number) => void;
}

const WidthInput = ({ name, width, widen }: WidthProps) => {
  const messages = useMessages();
  return (
    <input
      type="number"
      className="bp6-input kk-column-width"
      min={MIN_WIDTH}
      max={MAX_WIDTH}
      step={WIDTH_STEP}
      value={Math.round(width)}
      aria-label={messages.format('table.width', { name })}
      title={messages.format('table.width', { name })}
      onChange={(event) => event.target.value !== '' && widen(Number(event.target.value))}
    />
  );
};

interface ShownRowProps extends WidthProps {
  readonly shown: TableColumn;
  readonly hide: () => void;
  /** Absent where there is no place to go to. */
  readonly up?: (() => void) | undefined;
  readonly down?: (() => void) | undefined;
  readonly freeze: () => void;
  readonly drag: ReturnType<typeof useOrderDrag>;
  readonly at: number;
}

const ShownRow = ({ name, shown, hide, up, down, width, widen, freeze, drag, at }: ShownRowProps) => {
  const messages = useMessages();
  return (
    <li className="kk-column-choice" {...drag.placeAt(at)}>
      <DragHandle {...drag.handleAt(at)} />
      <label className="kk-fill">
        <input type="checkbox" data-column={shown.path} checked onChange={hide} /> {name}
      </label>
      <WidthInput {...{ name, width, widen }} />
      <IconButton
        icon="pin"
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
    </li>
  );
};

const useShownColumns = ({ store, change }: ListingPartProps) => {
  const { types } = store.plan;
  const { chosen, choose } = useColumnChoice(store, change);
  const [title, ...shown] = tableColumns(types, chosen);
  const paths = shown.map(({ path }) => path);
  const put = (next: readonly string[]): void => choose([LABEL, ...next].map((path) => columnChoice(chosen, path)));
  return {
    ...{ title, shown, paths, put },
    isChosen: chosen !== undefined,
    reset: () => choose(undefined),
    move: (from: number, to: number) => put(movedTo(paths, from, to)),
    widen: (wide: string, width: number) =>
      choose([LABEL, ...paths].map((path) => ({ ...columnChoice(chosen, path), ...(path === wide && { width }) }))),
    freeze: (path: string) => {
      const { frozen: was = false, ...rest } = columnChoice(chosen, path);
      choose([LABEL, ...paths].map((each) => (each === path ? { ...rest, frozen: !was } : columnChoice(chosen, each))));
    },
  };
};

interface ColumnSearchProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  readonly found: number;
}

const ColumnSearch = ({ ref, typed, setTyped, found }: ColumnSearchProps) => {
  const messages = useMessages();
  return (
    <>
      <input
        ref={ref}
        type="search"
        className="bp6-input"
        value={typed}
        placeholder={messages.format('table.columnSearch')}
        aria-label={messages.format('table.columnSearch')}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed !== '' && (
        <span className="kk-soft" role="status">
          {messages.format('table.columnsFound', { count: found })}
        </span>
      )}
    </>
  );
};

export const ColumnChoices = observer((props: ListingPartProps) => {
  const messages = useMessages();
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const { types } = props.store.plan;
  const { title, shown, paths, put, isChosen, reset, move, widen, freeze } = useShownColumns(props);
  const drag = useOrderDrag(move);
  const nameOf = (path: string): string => columnLabel(types, messages, path);
  const { lists, leave } = useBoxFocus();
  const isFound = (path: string): boolean => foldText(nameOf(path)).includes(foldText(typed));
  const step = (at: number, to: number) => (paths[to] === undefined ? undefined : () => move(at, to));
  const hidden = columnPaths(types).filter((path) => !paths.includes(path) && isFound(path));
  const foundShown = paths.filter(isFound);
  const found = foundShown.length + hidden.length;
  const hide = (path: string): void => {
    leave(path, foundShown);
    put(paths.filter((each) => each !== path));
  };
  const show = (path: string): void => {
    leave(path, hidden);
    put([...paths, path]);
  };
  return (
    <div className="kk-column-menu" role="group" aria-label={messages.format('table.columns')}>
      <ColumnSearch {...{ ref: search, typed, setTyped, found }} />
      <div className="kk-column-lists" ref={lists}>
        <h3>{messages.format('table.columnsShown')}</h3>
        <ul className="kk-plain-list">
          {title && typed === '' && (
            <li className="kk-column-choice kk-column-title">
              <span className="kk-fill">{nameOf(LABEL)}</span>
              <WidthInput name={nameOf(LABEL)} width={title.width} widen={(width) => widen(LABEL, width)} />
            </li>
          )}
          {shown.map(
            (column, at) =>
              isFound(column.path) && (
                <ShownRow
                  key={column.path}
                  {...{ drag, at, shown: column, name: nameOf(column.path), width: column.width }}
                  hide={() => hide(column.path)}
                  up={step(at, at - 1)}
                  down={step(at, at + 1)}
                  widen={(width) => widen(column.path, width)}
                  freeze={() => freeze(column.path)}
                />
              ),
          )}
        </ul>
        {hidden.length > 0 && <h3>{messages.format('table.columnsHidden')}</h3>}
        <ul className="kk-plain-list">
          {hidden.map((path) => (
            <li key={path} className="kk-column-choice">
              <label className="kk-fill">
                <input type="checkbox" data-column={path} checked={false} onChange={() => show(path)} /> {nameOf(path)}
              </label>
            </li>
          ))}
        </ul>
      </div>
      <Button
        size="small"
        variant="minimal"
        disabled={!isChosen}
        onClick={() => {
          reset();
          // The button is disabled now, which would lose the focus.
          search.current?.focus();
        }}
      >
        {messages.format('table.columnsReset')}
      </Button>
    </div>
  );
});

// The 48 px toolbar that every column has: back or close, title, parts of the cell, width.

import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { CELL_WIDTHS, nearestWidth } from 'src/client/navigation/cellWidths.ts';
import { columnId, headingId } from 'src/client/navigation/useColumnFocus.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { IconButton } from 'src/client/ui/Button.tsx';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { CellWidth } from 'src/model/schema/TypeView.ts';

interface CellHeadProps {
  /** The item that the title names. */
  readonly of?: string;
  readonly title: string;
  /** Part before the title. It stays in place when the title or the tools change. */
  readonly lead?: ReactNode;
  /** Buttons between the title and the menu. */
  readonly tools?: ReactNode;
  /** Entries before the widths in the cell's menu. */
  readonly parts?: readonly MenuPart[];
  /** A first column that is not left by closing, such as home. */
  readonly root?: boolean;
}

/** Returns the current width of the column, which may be narrower than requested. */
const shownWidth = (column: number): CellWidth | undefined => {
  const element = document.getElementById(columnId(column));
  const width = element?.parentElement?.clientWidth ?? 0;
  return element && width > 0 ? nearestWidth((element.offsetWidth / width) * 100) : undefined;
};

/** Asked when the menu opens. */
const useWidthParts = (): (() => readonly MenuPart[]) => {
  const { navigation } = useClient();
  const { formatMessage } = useIntl();
  const column = useColumn();
  const several = navigation.multiColumns && navigation.cells.length > 1;
  return () => {
    if (!several) return [];
    const shown = shownWidth(column) ?? navigation.width(column);
    return [
      { key: 'widths', divider: true, title: formatMessage({ id: 'cells.width' }) },
      ...CELL_WIDTHS.map((width) => ({
        key: width,
        text: formatMessage({ id: `widths.${width}` }),
        checked: shown === width,
        choice: 'one' as const,
        onClick: () => navigation.setWidth(column, width),
      })),
    ];
  };
};

const Expand = observer(() => {
  const { navigation } = useClient();
  const { formatMessage } = useIntl();
  const column = useColumn();
  const several = navigation.multiColumns && navigation.cells.length > 1;
  const full = several && navigation.width(column) === 'FULL';
  // Scrolls the whole column into the window once it has its size.
  useEffect(() => {
    const element = document.getElementById(columnId(column));
    if (!full || !element) return undefined;
    const sizes = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest', inline: 'start' }));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [full, column]);
  if (!several) return null;
  return (
    <IconButton
      icon={full ? 'minimize' : 'maximize'}
      label={formatMessage({ id: full ? 'cells.shrink' : 'cells.expand' })}
      onClick={() => {
        if (full) navigation.shrink(column);
        else navigation.setWidth(column, 'FULL');
      }}
    />
  );
});

export const CellHead = observer(({ title, of, lead, tools, parts = [], root }: CellHeadProps) => {
  const { navigation } = useClient();
  const { formatMessage } = useIntl();
  const column = useColumn();
  // The first column, and a single visible column, has a back button; a column next to others has a close button.
  const back = column === 0 || !navigation.multiColumns;
  const last = column === navigation.cells.length - 1;
  const widths = useWidthParts();
  const menu = parts.length > 0 || (navigation.multiColumns && navigation.cells.length > 1);
  return (
    <div className="kk-cell-head">
      {!root && (
        <IconButton
          icon={back ? 'arrow-left' : 'cross'}
          label={formatMessage({ id: back ? 'cells.back' : last ? 'cells.close' : 'cells.closeFrom' })}
          onClick={() => void navigation.close(column)}
        />
      )}
      {lead}
      <h2 id={headingId(column)} tabIndex={-1} className="kk-cell-title" data-shows={of}>
        {title}
      </h2>
      <div className="kk-cell-tools">
        {tools}
        <Expand />
        {menu && (
          <MenuButton
            label={formatMessage({ id: 'cells.more' })}
            parts={() => [...parts, ...widths()]}
            opener={(opener) => <IconButton {...opener} icon="more" label={formatMessage({ id: 'cells.more' })} />}
          />
        )}
      </div>
    </div>
  );
});

// A page that is there, but not for this person: says what it would take. A hidden item never comes here; it answers as an absent one.
interface RefusedViewProps {
  readonly title: string;
  /** A sentence that says what the person needs. */
  readonly children: string;
  /** Leads to what the person can do; a link to the home page by default. */
  readonly action?: ReactNode;
}

export const RefusedView = ({ title, children, action }: RefusedViewProps) => {
  const messages = useMessages();
  return (
    <>
      <CellHead title={title} />
      <Empty
        icon="lock"
        title={messages.format('refused.title')}
        action={action ?? <ShellLink to="/">{messages.format('app.goHome')}</ShellLink>}
      >
        {children}
      </Empty>
    </>
  );
};

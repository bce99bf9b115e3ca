// The 48 px toolbar that every column has: back or close, title, what the cell adds, width. Spec platform 2 and 9.

import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import { WIDTHS } from 'src/client/cells/Divider.tsx';
import { headingId } from 'src/client/cells/useColumnFocus.ts';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { IconButton } from 'src/client/ui/Button.tsx';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

interface CellHeadProps {
  readonly title: string;
  /** Buttons between the title and the menu. */
  readonly tools?: ReactNode;
  /** Entries before the widths in the cell's menu. */
  readonly parts?: readonly MenuPart[];
  /** A first column that is not left by closing, such as home. */
  readonly root?: boolean;
}

const useWidthParts = (): readonly MenuPart[] => {
  const { navigation } = useClient();
  const { formatMessage } = useIntl();
  const column = useColumn();
  if (!navigation.multiColumns || navigation.cells.length < 2) return [];
  return [
    { key: 'widths', divider: true, title: formatMessage({ id: 'cells.width' }) },
    ...WIDTHS.map((width) => ({
      key: width,
      text: formatMessage({ id: `widths.${width}` }),
      checked: navigation.width(column) === width,
      choice: 'one' as const,
      onClick: () => navigation.setWidth(column, width),
    })),
  ];
};

const Expand = observer(() => {
  const { navigation } = useClient();
  const { formatMessage } = useIntl();
  const column = useColumn();
  if (!navigation.multiColumns || navigation.cells.length < 2) return null;
  const full = navigation.width(column) === 'FULL';
  return (
    <IconButton
      icon={full ? 'minimize' : 'maximize'}
      label={formatMessage({ id: full ? 'cells.shrink' : 'cells.expand' })}
      onClick={() => navigation.setWidth(column, full ? 'HALF' : 'FULL')}
    />
  );
});

export const CellHead = observer(({ title, tools, parts = [], root }: CellHeadProps) => {
  const { navigation } = useClient();
  const { formatMessage } = useIntl();
  const column = useColumn();
  // The first column, and any column that stands alone, is left by going back; beside others it is closed.
  const back = column === 0 || !navigation.multiColumns;
  const menu = [...parts, ...useWidthParts()];
  return (
    <div className="kk-cell-head">
      {!root && (
        <IconButton
          icon={back ? 'arrow-left' : 'cross'}
          label={formatMessage({ id: back ? 'cells.back' : 'cells.close' })}
          onClick={() => void navigation.close(column)}
        />
      )}
      <h2 id={headingId(column)} tabIndex={-1} className="kk-cell-title">
        {title}
      </h2>
      <div className="kk-cell-tools">
        {tools}
        <Expand />
        {menu.length > 0 && (
          <MenuButton
            label={formatMessage({ id: 'cells.more' })}
            parts={menu}
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
  /** What it would take, as a sentence. */
  readonly children: string;
}

export const RefusedView = ({ title, children }: RefusedViewProps) => {
  const messages = useMessages();
  return (
    <>
      <CellHead title={title} />
      <Empty
        icon="lock"
        title={messages.format('refused.title')}
        action={<ShellLink to="/">{messages.format('app.goHome')}</ShellLink>}
      >
        {children}
      </Empty>
    </>
  );
};

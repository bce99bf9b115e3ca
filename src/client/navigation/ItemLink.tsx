// A link to an item: opens it in the next column; with Ctrl or Cmd as a single column, without the path before it ([ROUTE-12]). Shows the
// item's label; for an item that the reader may not see, shows only its id.

import { observer } from 'mobx-react-lite';
import type { MouseEvent, ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { isSystemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { absentText } from 'src/client/navigation/absentText.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { soloHref } from 'src/model/listing/columnPath.ts';
import { WordLoading } from 'src/client/ui/Loading.tsx';
import { useClient } from 'src/client/useClient.ts';

interface ItemLinkProps {
  readonly id: string;
  readonly className?: string;
  readonly current?: boolean;
  readonly tabIndex?: number;
  readonly onFollow?: () => void;
  readonly children?: ReactNode;
}

/** An id in hover display has two parts: the create marker is trimmed. */
export const shownId = (id: string): string => id.split('-').slice(0, 2).join('-');

/** For as long as the browser opens it, in its own way, the link leads to the item without the path before it. */
const leadAlone = (link: HTMLAnchorElement): void => {
  const href = link.getAttribute('href') ?? '';
  link.setAttribute('href', soloHref(href));
  setTimeout(() => link.setAttribute('href', href));
};

export const ItemLink = observer(({ id, className, current, tabIndex, onFollow, children }: ItemLinkProps) => {
  const { items, navigation } = useClient();
  const { formatMessage } = useIntl();
  const column = useColumn();
  if (isSystemId(id)) return <span>{formatMessage({ id: 'app.system' })}</span>;
  if (!tryParseItemId(id)) return <span>{formatMessage({ id: 'cells.hiddenItem' })}</span>;
  const shown = shownId(id);
  const label = children ?? items.label(shown);
  if (label === undefined && items.isAbsent(shown))
    return <span className="kk-soft">{formatMessage({ id: absentText(items.get(shown)) })}</span>;
  const segment = `i-${shown}`;
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (event.button !== 0 || event.shiftKey || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      leadAlone(event.currentTarget);
      return;
    }
    event.preventDefault();
    onFollow?.();
    void navigation.open(column, segment);
  };
  return (
    <a
      href={navigation.href(column, segment)}
      className={className}
      aria-current={current ? 'true' : undefined}
      title={shown}
      data-shows={children === undefined ? shown : undefined}
      tabIndex={tabIndex}
      onClick={follow}
    >
      {label ?? <WordLoading />}
    </a>
  );
});

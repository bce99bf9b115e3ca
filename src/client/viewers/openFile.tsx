// File of a column that is shown large: the one in its address within the tab, as in `files:Attachment-12`.

import { observer } from 'mobx-react-lite';
import { lazy } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { paramOfTab, paramWithin, tabFrom } from 'src/client/navigation/tabFrom.ts';
import { Later } from 'src/client/ui/Later.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const LazyFileViewer = lazy(() =>
  import('src/client/viewers/FileViewer.tsx').then((module) => ({ default: module.FileViewer })),
);

/** Returns undefined when the address contains none. */
export const fileWithin = (param: string | undefined): ItemId | undefined => {
  const within = paramWithin(param);
  return within !== undefined && tryParseItemId(within)?.type === SYSTEM_TYPES.file ? within : undefined;
};

interface OpenFile {
  readonly href: (id: ItemId) => string;
  readonly show: (id: ItemId, replace?: boolean) => void;
  readonly close: () => void;
}

/** Back leads to the page as it was; going to the next file adds no step to the history. */
export const useOpenFile = (): OpenFile => {
  const { navigation } = useClient();
  const column = useColumn();
  const tab = () => tabFrom(navigation.cells[column]?.param);
  return {
    href: (id) => navigation.href(column - 1, navigation.cells[column]?.segment ?? '', paramOfTab(tab(), id)),
    show: (id, replace = false) => navigation.setParam(column, paramOfTab(tab(), id), replace),
    close: () => navigation.setParam(column, paramOfTab(tab()), true),
  };
};

/** Rendered once in each column. */
export const OpenedFile = observer(({ ids }: { readonly ids: readonly ItemId[] }) => {
  const { navigation } = useClient();
  const column = useColumn();
  const { show, close } = useOpenFile();
  const id = fileWithin(navigation.cells[column]?.param);
  if (id === undefined) return null;
  return (
    <Later>
      <LazyFileViewer id={id} ids={ids.includes(id) ? ids : [id]} show={(next) => show(next, true)} close={close} />
    </Later>
  );
});

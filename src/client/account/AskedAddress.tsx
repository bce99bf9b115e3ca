// Says on the sign-in page what the reader asked for, and that signing in may be needed. It knows only the address, and so does not say
// whether a record exists. It names types and screens that are declared, and repeats no other text of the address.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import { cellType } from 'src/client/router/cellType.ts';
import { cellsOf, columnsOf, type Cell } from 'src/model/listing/columnPath.ts';
import { localPath } from 'src/client/router/redirects.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { isSystemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

/** Returns the cell that the reader asked for: the last column. */
const askedCell = (next: string, { screens }: Pick<Registry, 'screens'>): Cell | undefined => {
  const [path = '', search = ''] = localPath(next).split('?', 2);
  const slashed = screens.map((screen) => screen.path).filter((each) => each.includes('/'));
  return cellsOf(columnsOf(path, search, slashed)).at(-1);
};

const signInReason = (cell: Cell | undefined, registry: Registry, messages: Messages): string => {
  const type = cell && cellType(registry, cell);
  const id = cell?.itemId ?? '';
  if (type && isSystemId(id)) return messages.format('account.asked.new', { type: messages.type(type.name) });
  const number = tryParseItemId(id)?.number;
  if (type) return messages.format('account.asked.record', { type: messages.type(type.name), number: String(number) });
  const view = cell?.view ?? '';
  const name = registry.screens.some(({ path }) => path === view)
    ? messages.screen(view)
    : messages.find(`views.${view}`);
  return name === undefined
    ? messages.format('account.asked.unknown')
    : messages.format('account.asked.page', { name });
};

export const AskedAddress = observer(({ next }: { readonly next: string }) => {
  const { registry } = useClient();
  const messages = useMessages();
  return (
    <div role="status">
      <Band>{signInReason(askedCell(next, registry), registry, messages)}</Band>
    </div>
  );
});

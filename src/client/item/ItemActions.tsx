// Actions on an item other than editing: the declared actions of its type, and deleting. Shows only what the server
// allows.

import { observer } from 'mobx-react-lite';
import { Suspense, useState } from 'react';
import type { Item, ItemId, Values } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { Client } from 'src/client/Client.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { usePartCommands } from 'src/client/navigation/usePartCommands.ts';
import type { ExportSubject } from 'src/client/exchange/exportChoices.ts';
import { shownId } from 'src/client/navigation/ItemLink.tsx';
import { actAs } from 'src/client/navigation/actAs.ts';
import { withoutBlocked } from 'src/client/item/withoutBlocked.ts';
import { mayCreate } from 'src/model/listing/mayCreate.ts';
import { newItemKey } from 'src/client/navigation/newItems.ts';
import { runAction, startTask } from 'src/client/tasks/runAction.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';
import { readableName } from 'src/model/text/readableName.ts';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';

interface ItemActionsProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly may: (action: string) => boolean;
}

export const ItemActions = observer(({ item, type, may }: ItemActionsProps) => {
  const client = useClient();
  const messages = useMessages();
  const column = useColumn();
  const [asked, setAsked] = useState<string>();
  const { actionDialogs = {} } = client.domain;
  const AskedDialog = asked === undefined ? undefined : actionDialogs[asked];
  const offered = type.view.actions.filter(
    ({ key, where }) => where.includes('item') && may(client.registry.actions[key]?.right ?? key),
  );
  if (offered.length === 0) return null;
  const parts = offered.map((action): MenuPart => {
    const name = messages.find(`types.${type.name}.actions.${action.key}`) ?? readableName(action.key);
    return {
      key: action.key,
      text: name,
      icon: action.icon,
      onClick: () => {
        if (actionDialogs[action.key]) return setAsked(action.key);
        void runAction(action, { client, messages, item, column, name }).catch((thrown: unknown) =>
          client.alerts.error(thrown),
        );
      },
    };
  });
  const menu = (
    <MenuButton
      label={messages.format('cells.actions')}
      parts={parts}
      opener={(opener) => (
        <Button {...opener} size="small" endIcon="caret-down">
          {messages.format('cells.actions')}
        </Button>
      )}
    />
  );
  if (asked === undefined || !AskedDialog) return menu;
  const run = { client, messages, item, column, name: asked };
  return (
    <>
      {menu}
      <Suspense fallback={null}>
        <AskedDialog item={item} start={(input) => startTask(run, asked, input)} close={() => setAsked(undefined)} />
      </Suspense>
    </>
  );
});

/** Returns the address of the item in a single column. */
export const itemAddress = (id: string): string => new URL(`/i-${shownId(id)}`, window.location.origin).href;

/** Returns the values of a copy: those that a person may write, without files, which belong to one item only. */
const copiedValues = (item: Item, { properties }: ItemType): Values =>
  Object.fromEntries(
    Object.values(properties).flatMap(({ name, files, readOnly, computed }) => {
      const value = item[name];
      return readOnly || computed || files || value === undefined ? [] : [[name, value]];
    }),
  );

/** Administrators are never acted as; the server refuses them and blocked people. */
const mayActAs = (item: Item, user: SessionUser | undefined): boolean =>
  item._t === SYSTEM_TYPES.user &&
  user?.admin === true &&
  !user.masquerading &&
  item.$id !== user.$id &&
  item['admin'] !== true &&
  item['blocked'] !== true;

/** Entries of the cell's menu that do not change the item: copy the link, copy the item, print, export. */
export const useItemParts = (
  item: Item,
  type: ItemType | undefined,
  exportAs: (subject: ExportSubject) => void,
): readonly MenuPart[] => {
  const client = useClient();
  const { alerts, drafts, navigation, session } = client;
  const messages = useMessages();
  const column = useColumn();
  const copyLink = (): void =>
    void navigator.clipboard.writeText(itemAddress(item.$id)).then(
      () => alerts.info('copy.done'),
      () => alerts.warn('copy.refused'),
    );
  const duplicate = async (of: ItemType): Promise<void> => {
    const { values, left } = await withoutBlocked(client, copiedValues(item, of), of);
    const draft = drafts.fresh(of.name, newItemKey(), {});
    draft.set(values);
    if (left.length > 0) alerts.warn('cells.duplicate.left', { names: left.join(', '), count: left.length });
    await navigation.open(column, `i-${draft.key}`);
  };
  const parts = [
    { key: 'link', icon: 'link', text: messages.format('copy.link'), onClick: copyLink },
    ...(type && mayCreate(type, session.user) && !drafts.locked
      ? [
          {
            key: 'copy',
            icon: 'duplicate',
            text: messages.format('cells.duplicate'),
            onClick: () => void duplicate(type).catch((thrown: unknown) => alerts.error(thrown)),
          },
        ]
      : []),
    ...(mayActAs(item, session.user)
      ? [
          {
            key: 'actAs',
            icon: 'eye-open',
            text: messages.format('masquerade.actAs'),
            onClick: () => actAs(client, item.$id),
          },
        ]
      : []),
    { key: 'print', icon: 'print', text: messages.format('cells.print'), onClick: () => window.print() },
    ...(type
      ? [
          {
            key: 'export',
            icon: 'export',
            text: messages.format('export.open'),
            onClick: () => exportAs({ item, type }),
          },
        ]
      : []),
  ];
  usePartCommands(parts);
  return parts;
};

/** Brings a deleted item back, and says what of it could not be; false when it was refused. */
export const restoreWithNotice = async (
  { items, alerts, registry }: Client,
  messages: Messages,
  id: ItemId,
  label: string,
): Promise<boolean> => {
  try {
    const lost = await items.restore(id);
    const type = tryParseItemId(id)?.type ?? '';
    const names = lost.map((name) => (registry.types[type] ? messages.property(type, name) : name)).join(', ');
    if (names === '') alerts.success('deleted.back', { label });
    else alerts.warn('deleted.backWithout', { label, properties: names });
    return true;
  } catch (thrown) {
    alerts.error(thrown);
    return false;
  }
};

/** The entry "Delete" of the cell's menu, with its question. */
export const useDeletePart = (item: Item, mayDelete: boolean): readonly MenuPart[] => {
  const client = useClient();
  const { dialogs, items, alerts, navigation, site } = client;
  const messages = useMessages();
  const column = useColumn();
  if (!mayDelete) return [];
  const remove = async (): Promise<void> => {
    const sure = await dialogs.confirm({
      title: 'deleted.confirmTitle',
      message: 'deleted.confirm',
      apply: 'cells.delete.apply',
      danger: true,
      values: { label: item.$label, days: site.undoDays },
    });
    if (!sure) return;
    await items.remove(item.$id);
    alerts.info(
      'deleted.done',
      { label: item.$label },
      { message: 'bulk.undo', run: () => void restoreWithNotice(client, messages, item.$id, item.$label) },
    );
    await navigation.close(column);
  };
  return [
    {
      key: 'delete',
      icon: 'trash',
      danger: true,
      text: messages.format('cells.delete.apply'),
      onClick: () => void remove().catch((thrown: unknown) => alerts.error(thrown)),
    },
  ];
};

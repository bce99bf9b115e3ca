// "Export everything" in the menu of an item that owns others, for administrators of the site: a package with all of its records and files.
// The page of the item shows the progress and the download.

import type { ReactNode } from 'react';
import { useAskDialog } from 'src/client/forms/useAskDialog.tsx';
import { taskOfItem } from 'src/client/tasks/taskOfItem.ts';
import type { MenuPart } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item } from 'src/model/item/Item.ts';

/** Returns the entry of the menu and the dialog that it opens. */
export const usePackageParts = (item: Item): readonly [parts: readonly MenuPart[], dialog: ReactNode] => {
  const { registry, session, tasks } = useClient();
  const messages = useMessages();
  const [dialog, ask] = useAskDialog();
  if (item._t !== registry.ownerType || session.user?.admin !== true || session.user.masquerading) return [[], null];
  const open = (): void =>
    ask({
      title: messages.format('cells.package.title', { label: item.$label }),
      text: messages.format('cells.package.text', { label: item.$label }),
      apply: messages.format('cells.package.make'),
      fields: [{ name: 'history', label: 'cells.package.history', kind: 'boolean' }],
      submit: (answers) =>
        tasks.run('makePackage', { ...answers, owner: item.$id }, { asyncKey: taskOfItem(item.$id) }),
    });
  return [[{ key: 'package', icon: 'archive', text: messages.format('cells.package.part'), onClick: open }], dialog];
};

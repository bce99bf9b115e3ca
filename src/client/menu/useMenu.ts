// The menu of the person who looks, as administrators have arranged it.

import { bestTranslation } from 'src/model/text/translations.ts';
import { type Arrangement, menuTree, type MenuNode, type Reader } from 'src/client/navigation/menuTree.ts';
import { useShell } from 'src/client/menu/ShellStore.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

export type MenuOf = (
  reader: Reader,
  arrangement: Pick<Arrangement, 'entries' | 'keepHidden' | 'isEmpty'>,
) => readonly MenuNode[];

/** Returns the menu for any reader and any arrangement. */
export const useMenuOf = (): MenuOf => {
  const { registry } = useClient();
  const { screen, intl } = useMessages();
  const labelOf: Arrangement['labelOf'] = (labels) => bestTranslation(labels, intl.locale)?.text ?? '';
  return (reader, arrangement) =>
    menuTree(registry.screens, reader, { title: screen, arrangement: { ...arrangement, labelOf } });
};

export const useMenu = ({ keepHidden }: Pick<Arrangement, 'keepHidden'> = {}): readonly MenuNode[] => {
  const { session, site, menu } = useClient();
  const shell = useShell();
  // Until it is counted, a list that may be empty is not offered: an entry that appears disturbs less than one that disappears.
  const isEmpty: Arrangement['isEmpty'] = (screen) => (shell.countOf(screen) ?? 0) === 0;
  return useMenuOf()({ user: session.user, site }, { entries: menu.entries, keepHidden, isEmpty });
};

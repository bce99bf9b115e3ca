// A link that administrators put into the menu: its address, its label in each language, its parent, and who sees it.

import { AskDialog } from 'src/client/forms/AskDialog.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import type { MenuNode } from 'src/client/navigation/menuTree.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Values } from 'src/model/item/Item.ts';
import { isMenuAddress, type MenuLink } from 'src/model/menu/menuEntry.ts';
import { translationsOf } from 'src/model/text/translations.ts';

const MAX_LINK_LABEL = 80;

interface LinkDialogProps {
  /** Undefined for a new link. */
  readonly link: MenuLink | undefined;
  /** Screens that can contain it. */
  readonly parents: readonly MenuNode[];
  readonly save: (link: MenuLink) => void;
  readonly close: () => void;
}

const ADDRESS: FormField = {
  ...{ name: 'to', label: 'menuItems.to', help: 'menuItems.toHint', required: true },
  fault: (to) => (isMenuAddress(String(to).trim()) ? undefined : 'errors.menuAddress'),
};

const linkIn = ({ to, labels, under, capability }: Values): MenuLink => ({
  to: String(to),
  labels: Object.fromEntries(
    translationsOf(labels).map(({ locale, text }) => [locale, text.trim().normalize('NFC')] as const),
  ),
  ...(typeof under === 'string' && { under }),
  ...(typeof capability === 'string' && { capability }),
});

export const LinkDialog = ({ link, parents, save, close }: LinkDialogProps) => {
  const { registry } = useClient();
  const messages = useMessages();
  const fields: readonly FormField[] = [
    {
      ...{ name: 'labels', label: 'menuItems.label', kind: 'translated', required: true },
      maxLength: MAX_LINK_LABEL,
    },
    ADDRESS,
    {
      ...{ name: 'under', label: 'menuItems.under', none: 'menuItems.underNothing' },
      choices: parents.map(({ key, title }) => [key, title]),
    },
    {
      ...{ name: 'capability', label: 'menuItems.whoSees', none: 'menuItems.everybody' },
      choices: registry.capabilities.map((name) => [name, messages.format(`capabilities.${name}`)]),
    },
  ];
  return (
    <AskDialog
      question={{
        title: messages.format(link ? 'menuItems.linkChange' : 'menuItems.linkNew'),
        apply: messages.format('menuItems.linkApply'),
        fields,
        values: { ...link },
        submit: async (answers) => save(linkIn(answers)),
      }}
      close={close}
    />
  );
};

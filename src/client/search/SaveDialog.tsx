// The dialog that names a saved search, shares it, and chooses whether it alerts the person who saves it.

import { observer } from 'mobx-react-lite';
import { AskDialog } from 'src/client/forms/AskDialog.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import type { Question } from 'src/client/forms/useAskDialog.tsx';
import { itemName } from 'src/client/navigation/itemName.ts';
import { renamedSearch, SAVED_SEARCH, sharedWith, storedName } from 'src/client/listing/savedSearch.ts';
import { ALERT_MODES, type AlertMode } from 'src/client/stores/SearchAlertStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import 'src/client/intl/laterMessages.ts';

export interface SavedWish {
  /** Holds a name only when the person has changed it. */
  readonly fields: Readonly<Record<string, Json>>;
  readonly alert: AlertMode;
}

interface SaveDialogProps {
  readonly title: string;
  readonly item: Item | undefined;
  /** Name that a new search begins with. */
  readonly proposed: string;
  /** Resolves when the search is stored. The dialog stays open until then. */
  readonly save: (wish: SavedWish) => Promise<void>;
  readonly close: () => void;
}

/** The levels at which a search can be shared with an organization. */
const SEARCH_LEVELS = ['COMMUNITY', 'PRIVATE'] as const;

export const SaveDialog = observer(({ title, item, proposed, save, close }: SaveDialogProps) => {
  const { session, items, searchAlerts } = useClient();
  const messages = useMessages();
  const { locale } = messages.intl;
  const oldOwner = item?.['owner'];
  const oldName = (item && storedName(item, locale)) ?? '';
  const savedAlert = item && searchAlerts.get(item.$id);
  const owners = [...new Set([...(session.user?.readOrgs ?? []), ...(typeof oldOwner === 'string' ? [oldOwner] : [])])];
  const fields: readonly FormField[] = [
    {
      ...{ name: 'name', label: `types.${SAVED_SEARCH}.props.name`, maxLength: 200 },
      // An existing search without a name can be shared without giving it one.
      required: item === undefined || oldName !== '',
    },
    {
      ...{ name: 'owner', label: 'saveDialog.sharedWith', none: 'saveDialog.private' },
      choices: owners.map((each) => [each, itemName(items, messages.format, each)]),
    },
    {
      ...{ name: 'level', label: 'saveDialog.readers', none: null },
      choices: SEARCH_LEVELS.map((each) => [each, messages.format(`saveDialog.readers.${each}`)]),
      when: { path: 'owner', schema: { not: { const: null } } },
    },
    ...(session.user?.masquerading === true
      ? []
      : [
          {
            ...{ name: 'alert', label: 'saved.alert', none: null },
            help: savedAlert?.paused ? `saved.alert.paused.${savedAlert.paused}` : 'saveDialog.alertHint',
            choices: ALERT_MODES.map((mode) => [mode, messages.format(`saved.alert.${mode}`)] as const),
          },
        ]),
  ];
  const question: Question = {
    ...{ title, fields },
    apply: messages.format('saveDialog.apply'),
    values: {
      ...{ name: item ? oldName : proposed, owner: oldOwner ?? null, alert: savedAlert?.mode ?? 'OFF' },
      level: oldOwner !== undefined && item?.['$access'] === 'PRIVATE' ? 'PRIVATE' : 'COMMUNITY',
    },
    submit: async ({ name = '', owner, level, alert }) => {
      const text = String(name);
      const names = text === oldName ? {} : renamedSearch(item, { text, locale });
      const shared = sharedWith(
        typeof owner === 'string' ? owner : undefined,
        SEARCH_LEVELS.find((each) => each === level) ?? 'COMMUNITY',
      );
      await save({ fields: { ...names, ...shared }, alert: ALERT_MODES.find((mode) => mode === alert) ?? 'OFF' });
    },
  };
  return <AskDialog question={question} close={close} />;
});

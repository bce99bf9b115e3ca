// The dialog that names a saved search, shares it, and chooses whether it alerts the person who saves it.

import { InputGroup } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { itemName } from 'src/client/navigation/itemName.ts';
import { renamedSearch, SAVED_SEARCH, sharedWith, storedName } from 'src/client/listing/savedSearch.ts';
import { ALERT_MODES, type AlertMode } from 'src/client/stores/SearchAlertStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { LabelledSelect } from 'src/client/ui/LabelledSelect.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item, Json } from 'src/model/item/Item.ts';

export interface SavedWish {
  /** Holds a name only when the person has changed it. */
  readonly fields: Readonly<Record<string, Json>>;
  readonly alert: AlertMode;
}

interface SaveDialogProps {
  readonly title: string;
  readonly item: Item | undefined;
  readonly save: (wish: SavedWish) => void;
  readonly close: () => void;
}

/** The levels at which a search can be shared with an organization. */
const SEARCH_LEVELS = ['COMMUNITY', 'PRIVATE'] as const;

export const SaveDialog = observer(({ title, item, save, close }: SaveDialogProps) => {
  const { session, items, searchAlerts } = useClient();
  const messages = useMessages();
  const id = useId();
  const { locale } = messages.intl;
  const [oldOwner, oldLevel] = [item?.['owner'], item?.['$access']];
  const oldName = (item && storedName(item, locale)) ?? '';
  const savedAlert = item && searchAlerts.get(item.$id);
  const [name, setName] = useState(oldName);
  const [owner, setOwner] = useState(typeof oldOwner === 'string' ? oldOwner : '');
  const [level, setLevel] = useState<(typeof SEARCH_LEVELS)[number]>(
    owner !== '' && oldLevel === 'PRIVATE' ? 'PRIVATE' : 'COMMUNITY',
  );
  const [alert, setAlert] = useState<AlertMode>(savedAlert?.mode ?? 'OFF');
  const owners = [...new Set([...(session.user?.readOrgs ?? []), ...(owner === '' ? [] : [owner])])];
  const text = name.trim();
  const isRenamed = text !== oldName;
  // An existing search without a name can be shared without giving it one.
  const isComplete = text !== '' || (item !== undefined && !isRenamed);
  const submit = (): void => {
    const names = isRenamed ? renamedSearch(item, { text, locale }) : {};
    if (isComplete) save({ fields: { ...names, ...sharedWith(owner === '' ? undefined : owner, level) }, alert });
  };
  return (
    <Dialog
      open
      title={title}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button intent="primary" variant="solid" disabled={!isComplete} onClick={submit}>
            {messages.format('saved.apply')}
          </Button>
        </>
      }
    >
      <div className="kk-bulk-form">
        <div>
          <label htmlFor={`${id}-name`}>{messages.property(SAVED_SEARCH, 'name')}</label>
          <InputGroup
            id={`${id}-name`}
            dir="auto"
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && submit()}
          />
        </div>
        <LabelledSelect
          label={messages.format('saved.sharedWith')}
          value={owner}
          options={[
            ['', messages.format('saved.private')],
            ...owners.map((each) => [each, itemName(items, messages.format, each)] as const),
          ]}
          choose={setOwner}
        />
        {owner !== '' && (
          <LabelledSelect
            label={messages.format('saved.readers')}
            value={level}
            options={SEARCH_LEVELS.map((each) => [each, messages.format(`saved.readers.${each}`)])}
            choose={setLevel}
          />
        )}
        {session.user?.masquerading !== true && (
          <LabelledSelect
            label={messages.format('saved.alert')}
            hint={messages.format(savedAlert?.paused ? `saved.alert.paused.${savedAlert.paused}` : 'saved.alert.hint')}
            value={alert}
            options={ALERT_MODES.map((mode) => [mode, messages.format(`saved.alert.${mode}`)])}
            choose={setAlert}
          />
        )}
      </div>
    </Dialog>
  );
});

// The bell of a saved search: whether the person is alerted when items enter it. Used in the list of saved searches, and above the results
// of one.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import { ALERT_MODES, type AlertMode } from 'src/client/stores/SearchAlertStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface AlertMenuProps {
  readonly search: ItemId;
  readonly name: string;
}

export const AlertMenu = observer(({ search, name }: AlertMenuProps) => {
  const { session, searchAlerts, alerts } = useClient();
  const messages = useMessages();
  if (!session.signedIn || session.user?.masquerading === true) return null;
  const { mode, paused } = searchAlerts.get(search);
  const choose = (wanted: AlertMode): void => {
    searchAlerts.choose(search, wanted).catch((thrown: unknown) => alerts.error(thrown));
  };
  const parts: readonly MenuPart[] = [
    ...(paused ? [{ key: 'paused', text: messages.format(`saved.alert.paused.${paused}`), disabled: true }] : []),
    ...ALERT_MODES.map((each): MenuPart => ({
      ...{ key: each, choice: 'one', checked: each === mode },
      text: messages.format(`saved.alert.${each}`),
      onClick: () => choose(each),
    })),
  ];
  const state = messages.format(paused ? 'saved.alertPaused' : `saved.alert.${mode}`);
  return (
    <MenuButton
      label={messages.format('saved.alert')}
      parts={parts}
      opener={(opener) => (
        <IconButton
          {...opener}
          size="small"
          icon={mode === 'OFF' ? 'notifications' : paused ? 'notifications-snooze' : 'notifications-updated'}
          label={messages.format('saved.alert.of', { name, state })}
        />
      )}
    />
  );
});

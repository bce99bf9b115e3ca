// The bell in an item's toolbar: of what the person wants notices of this item. Private to the person; anybody who sees the item has it.

import { observer } from 'mobx-react-lite';
import { useCallback, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item } from 'src/model/item/Item.ts';

const CHOICES = ['ALWAYS', 'DEFAULT', 'NEVER'] as const;
type Choice = (typeof CHOICES)[number];

interface Answer {
  readonly choice: Choice;
  /** Nothing of the item is ever announced otherwise. */
  readonly offered: boolean;
}

const ICONS: Readonly<Record<Choice, string>> = {
  ALWAYS: 'notifications-updated',
  DEFAULT: 'notifications',
  NEVER: 'notifications-snooze',
};

export const NoticeChoices = observer(({ item: { _t, _i } }: { readonly item: Item }) => {
  const { connection, alerts, notifications } = useClient();
  const messages = useMessages();
  const [chosen, setChosen] = useState<Choice>();
  const ask = useCallback(
    async (): Promise<Answer> => (await connection.send('act/chooseNotices', { _t, _i })) as unknown as Answer,
    [connection, _t, _i],
  );
  // The item is readable without it.
  const { answer, again } = useServerData({ of: `${_t}-${_i}`, ask });
  if (answer?.offered !== true || !notifications.mayMark) return null;
  const current = chosen ?? answer.choice;
  const choose = (choice: Choice): void => {
    setChosen(choice);
    connection.send('act/chooseNotices', { _t, _i, choice }).catch(async (thrown: unknown) => {
      alerts.error(thrown);
      await again();
      setChosen(undefined);
    });
  };
  const parts = CHOICES.map((choice): MenuPart => ({
    ...{ key: choice, choice: 'one', checked: current === choice },
    text: messages.format(`notifications.choice.${choice}`),
    onClick: () => choose(choice),
  }));
  const label = messages.format('notifications.choice', {
    choice: messages.format(`notifications.choice.${current}`),
  });
  return (
    <MenuButton
      label={messages.format('notifications.ofItem')}
      parts={parts}
      opener={(opener) => <IconButton {...opener} icon={ICONS[current]} label={label} />}
    />
  );
});

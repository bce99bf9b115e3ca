// The bell in an item's toolbar, where a person chooses which notices of the item to get. Each person who sees the item has their own
// choice.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { observer } from 'mobx-react-lite';
import { startTransition, useCallback, useOptimistic } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item } from 'src/model/item/Item.ts';

const CHOICES = ['ALWAYS', 'DEFAULT', 'NEVER'] as const;
type Choice = (typeof CHOICES)[number];

type Answer = Endpoints['chooseNotices']['answer'];

const CHOICE_ICONS: Readonly<Record<Choice, string>> = {
  ALWAYS: 'notifications-updated',
  DEFAULT: 'notifications',
  NEVER: 'notifications-snooze',
};

export const NoticeChoices = observer(({ item: { _t, _i } }: { readonly item: Item }) => {
  const { connection, alerts, notifications } = useClient();
  const messages = useMessages();
  const ask = useCallback(
    (): Promise<Answer> => connection.send('act/chooseNotices', { _t, _i }),
    [connection, _t, _i],
  );
  // The item is readable without it.
  const { answer, again } = useServerData({ of: `${_t}-${_i}`, ask });
  const [current, show] = useOptimistic(answer?.choice);
  if (answer?.offered !== true || current === undefined || !notifications.mayMark) return null;
  const choose = (choice: Choice): void =>
    startTransition(async () => {
      show(choice);
      await connection.send('act/chooseNotices', { _t, _i, choice }).catch((thrown: unknown) => alerts.error(thrown));
      await again();
    });
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
      opener={(opener) => <IconButton {...opener} icon={CHOICE_ICONS[current]} label={label} />}
    />
  );
});

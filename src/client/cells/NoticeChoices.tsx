// The bell in an item's toolbar: of what the person wants notices of this item. Private to the person; anybody who sees the item has it.

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
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
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    let shown = true;
    connection.send('act/chooseNotices', { _t, _i }).then(
      (found) => shown && setAnswer(found as unknown as Answer),
      () => {}, // the item is readable without it
    );
    return () => {
      shown = false;
    };
  }, [connection, _t, _i]);
  if (answer?.offered !== true || !notifications.mayMark) return null;
  const choose = (choice: Choice): void => {
    setAnswer({ ...answer, choice });
    connection.send('act/chooseNotices', { _t, _i, choice }).catch((thrown: unknown) => {
      setAnswer(answer);
      alerts.error(thrown);
    });
  };
  const parts = CHOICES.map((choice): MenuPart => ({
    ...{ key: choice, choice: 'one', checked: answer.choice === choice },
    text: messages.format(`notifications.choice.${choice}`),
    onClick: () => choose(choice),
  }));
  const label = messages.format('notifications.choice', {
    choice: messages.format(`notifications.choice.${answer.choice}`),
  });
  return (
    <MenuButton
      label={messages.format('notifications.ofItem')}
      parts={parts}
      opener={(opener) => <IconButton {...opener} icon={ICONS[answer.choice]} label={label} />}
    />
  );
});

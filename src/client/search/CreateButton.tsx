// Opens a new item of one of the listing's types in the next column, with the screen's initial values, or of what a page holds.

import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { useColumnCommands } from 'src/client/navigation/useColumnCommands.ts';
import { MainButton } from 'src/client/navigation/MainButton.tsx';
import { newItemKey, newItemText } from 'src/client/navigation/newItems.ts';
import type { ListingPlan } from 'src/model/listing/listingPlan.ts';
import { Button, type ButtonProps } from 'src/client/ui/Button.tsx';
import { MenuButton } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const QuietButton = (props: ButtonProps) => <Button {...props} variant="minimal" />;

interface CreateButtonProps {
  readonly plan: Pick<ListingPlan, 'create' | 'initial' | 'asked'>;
  /** Quiet style, for pages on which none of several buttons is the main one. */
  readonly quiet?: boolean;
}

export const CreateButton = observer(({ plan, quiet = false }: CreateButtonProps) => {
  const { drafts, navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const open = (type: string): void => {
    const isRecord = plan.create.some(({ name }) => name === type);
    const initial = isRecord && Object.keys(plan.initial).length > 0 ? JSON.stringify(plan.initial) : undefined;
    void navigation.open(column, `i-${type}-0-${newItemKey()}`, initial);
  };
  const Opener = quiet ? QuietButton : MainButton;
  // A page that was loaded without a connection cannot write.
  const create = drafts.locked ? [] : (plan.asked ?? plan.create);
  const [first, second] = create;
  const openerId = useId();
  const isCommand = first !== undefined && !quiet;
  useColumnCommands(
    isCommand
      ? [
          {
            ...{ key: 'c', icon: 'plus' },
            title: second ? messages.format('listing.newMenu') : newItemText(messages, first.name),
            run: () => (second ? document.getElementById(openerId)?.click() : open(first.name)),
          },
        ]
      : [],
  );
  if (!first) return null;
  if (!second) {
    return (
      <Opener size="small" icon="plus" onClick={() => open(first.name)}>
        {newItemText(messages, first.name)}
      </Opener>
    );
  }
  return (
    <MenuButton
      label={messages.format('listing.newMenu')}
      parts={create.map(({ name, view }) => ({
        key: name,
        icon: view.icon,
        text: messages.type(name),
        onClick: () => open(name),
      }))}
      opener={(opener) => (
        <Opener {...opener} id={openerId} size="small" icon="plus" endIcon="caret-down">
          {messages.format('listing.newMenu')}
        </Opener>
      )}
    />
  );
});

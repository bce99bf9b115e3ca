// The head of an item's page: its title, its type, the time of its last change, and its level.

import { observer } from 'mobx-react-lite';
import { levelOf } from 'src/model/item/levelOf.ts';
import { EditableValue } from 'src/client/forms/draft/EditableValue.tsx';
import type { TabProps } from 'src/client/ClientDomain.ts';
import { watchTitle } from 'src/client/item/watchTitle.ts';
import { shownId } from 'src/client/navigation/ItemLink.tsx';
import { useShell } from 'src/client/menu/ShellStore.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import type { ValuesProps } from 'src/client/item/ReadingContent.tsx';

export const ReadingHead = observer(
  ({ item, type, place, tabs, goTo }: ValuesProps & Pick<TabProps, 'tabs' | 'goTo'>) => {
    const messages = useMessages();
    const shell = useShell();
    const level = levelOf(type, item);
    const title = Object.values(type.properties).find(({ name }) => type.view.title === `{${name}}`);
    const heading = (
      <h3 ref={watchTitle} dir="auto" data-shows={item.$id} data-property={title?.name}>
        {item.$label || messages.format('cells.untitled')}
      </h3>
    );
    return (
      <header className="kk-page-head">
        {title ? (
          <EditableValue name={messages.property(type.name, title.name)} property={title} place={place}>
            {heading}
          </EditableValue>
        ) : (
          heading
        )}
        <p className="kk-page-facts" data-shows={item.$id}>
          <Icon name={type.view.icon} />
          <span className="kk-fact">{messages.type(type.name)}</span>
          <span className="kk-fact">
            {messages.format('cells.changed')} <When at={item.updated} />
          </span>
          {level && <LevelTag level={level} />}
          {tabs.includes('meta') && (
            <button type="button" className="kk-text-button" onClick={() => goTo('meta')}>
              {messages.format('meta.who')}
            </button>
          )}
          {shell.debug && (
            <code>
              {shownId(item.$id)} _u {item._u}
            </code>
          )}
        </p>
      </header>
    );
  },
);

// Link from a field to its value list, for people who may change values. A value that they add there is offered in the field at once.

import { observer } from 'mobx-react-lite';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { useListRights } from 'src/client/useListRights.ts';
import { isPlainClick } from 'src/client/navigation/ShellLink.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

export const ListLink = observer(({ list, owner }: { readonly list: string; readonly owner: string }) => {
  const { registry, navigation, session } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const screen = registry.screens.find(({ view, creates }) => view === 'valueLists' && creates !== undefined);
  // Most people change no list at all, which is known without asking.
  const wanted = session.user?.creatable.includes(SYSTEM_TYPES.listValue) === true;
  const { mayChange } = useListRights({ wanted });
  if (!screen || mayChange?.(list, owner) !== true) return null;
  const param = owner === 'system' ? list : `${list}:${owner}`;
  const name = messages.format('forms.openList', { list: messages.list(list) });
  return (
    <a
      className="kf-list-link"
      aria-label={name}
      title={name}
      href={navigation.href(column, screen.path, param)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        void navigation.open(column, screen.path, param);
      }}
    >
      <Icon name="properties" />
    </a>
  );
});

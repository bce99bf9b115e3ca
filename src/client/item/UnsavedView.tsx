// Unsaved changes of this person on this device: the page `/unsaved`, and the same list on home. Each can be opened or
// discarded.

import { observer } from 'mobx-react-lite';
import 'src/client/item/item.css';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { DiscardButton } from 'src/client/forms/draft/DraftBands.tsx';
import { draftTitle } from 'src/client/navigation/draftTitle.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import { KeptText } from 'src/client/conversations/KeptMessage.tsx';
import 'src/client/intl/laterMessages.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { type Absent, useDeletion } from 'src/client/item/useDeletion.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

/** Returns the address at which the draft is continued: a message in its conversation, anything else in its form. */
const draftAddress = ({ id, key, type, values }: ItemDraft, { conversations }: Registry): string => {
  const { thread } = values;
  if (type === conversations?.message && typeof thread === 'string') return `/i-${thread}`;
  return id === undefined ? `/i-${key}` : `/i-${id}?c0=edit`;
};

/** The name of an item that cannot be shown. Only a person who could read the item until it was deleted sees the name that it had. */
const AbsentTitle = observer(
  ({ draft, id, loaded }: { readonly draft: ItemDraft; readonly id: ItemId; readonly loaded: Absent }) => {
    const { items } = useClient();
    const messages = useMessages();
    const { deleted } = useDeletion(id, loaded);
    if (!deleted) return itemName(items, messages.format, id);
    return messages.format('unsaved.deleted', { title: draft.label ?? messages.type(draft.type) });
  },
);

const DraftTitle = observer(({ draft }: { readonly draft: ItemDraft }) => {
  const { registry, items } = useClient();
  const messages = useMessages();
  const { id } = draft;
  if (id === undefined) return draftTitle(draft, registry, messages);
  const loaded = items.get(id);
  const isAbsent = loaded.state === 'gone' || loaded.state === 'failed';
  return isAbsent ? <AbsentTitle {...{ draft, id, loaded }} /> : itemName(items, messages.format, id);
});

const UnsavedEntry = observer(({ draft }: { readonly draft: ItemDraft }) => {
  const { registry } = useClient();
  const messages = useMessages();
  const { id } = draft;
  // Text that is no valid JSON yet changes no property.
  const isRaw = draft.changed.length === 0 && draft.raw !== undefined;
  const names = isRaw
    ? messages.format('unsaved.raw')
    : draft.changed.map((property) => messages.property(draft.type, property)).join(', ');
  return (
    <li className="kk-unsaved">
      <Icon name={registry.types[draft.type]?.view.icon ?? 'document'} />
      <div className="kk-fill">
        <ShellLink to={draftAddress(draft, registry)}>
          <span dir="auto">
            <DraftTitle draft={draft} />
          </span>
        </ShellLink>
        <p className="kk-soft">
          {messages.format(id === undefined ? 'unsaved.new' : 'unsaved.changed', {
            type: messages.type(draft.type),
            properties: names,
          })}{' '}
          <When at={new Date(draft.changedAt).toISOString()} />
        </p>
        {draft.type === registry.conversations?.message && <KeptText draft={draft} />}
      </div>
      {draft.waiting ? (
        <span className="kk-soft">{messages.format('cells.changes.waiting')}</span>
      ) : (
        <DiscardButton draft={draft} />
      )}
    </li>
  );
});

export const UnsavedEntries = observer(() => (
  <ul className="kk-plain-list">
    {useClient()
      .drafts.dirty.toSorted((one, other) => other.changedAt - one.changedAt)
      .map((draft) => (
        <UnsavedEntry key={draft.key} draft={draft} />
      ))}
  </ul>
));

export const UnsavedView = observer(() => {
  const { drafts, session } = useClient();
  const messages = useMessages();
  return (
    <>
      <CellHead title={messages.format('views.unsaved')} />
      {/* The user, who owns the drafts, is loaded a moment after the page opens. */}
      {session.signedIn && !session.user ? (
        <Loading />
      ) : drafts.unread > 0 ? (
        <Empty icon="offline" title={messages.format('unsaved.unread', { count: drafts.unread })}>
          {messages.format('unsaved.unreadHint')}
        </Empty>
      ) : drafts.dirty.length === 0 ? (
        <Empty
          icon="tick"
          title={messages.format('unsaved.none')}
          action={<ShellLink to="/">{messages.format('app.goHome')}</ShellLink>}
        />
      ) : (
        <div className="kk-cell-scroll">
          <div className="kk-cell-body">
            <p>{messages.format('unsaved.hint')}</p>
            <UnsavedEntries />
          </div>
        </div>
      )}
    </>
  );
});

// Explains why the person cannot change the item, at the place of the edit button, with a link to ask for access. The server decides.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import { itemName } from 'src/client/navigation/itemName.ts';
import { ownerOf } from 'src/client/fields/rules/ownerOf.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, Values } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { formTabsOf } from 'src/model/schema/formTabs.ts';

const AskAccess = lazy(() => import('src/client/item/AskAccess.tsx').then((module) => ({ default: module.AskAccess })));

/** The state is fixed for everyone, so the reader cannot ask for the right. */
const WhyFixed = ({ type, state }: { readonly type: ItemType; readonly state: string }) => {
  const messages = useMessages();
  const name = messages.find(`types.${type.name}.enum.${type.states?.property ?? ''}.${state}`) ?? state;
  return (
    <p className="kk-page-foot kk-why kk-soft">
      {messages.format('cells.why.fixed', { type: messages.typeInSentence(type.name), state: name })}
    </p>
  );
};

/** Renders nothing for a visitor, for items that cannot be edited, and until the server has answered. */
export const WhyNotEdit = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const { items, session } = useClient();
  const messages = useMessages();
  const [open, setOpen] = useState(false);
  const fixed = items.fixedState(item.$id);
  if (session.signedIn && fixed !== undefined) return <WhyFixed type={type} state={fixed} />;
  if (!session.signedIn || formTabsOf(type).length === 0 || !items.refuses(item.$id, 'update')) return null;
  const { owner: path } = type.read;
  const owner = path === undefined ? undefined : ownerOf({ list: '', owner: path }, item as Values);
  const name = owner === undefined || items.isAbsent(owner) ? undefined : itemName(items, messages.format, owner);
  return (
    <div className="kk-page-foot kk-why">
      <button type="button" className="kk-text-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {messages.format('cells.why.title')}
      </button>
      {open && (
        <>
          <p>
            {name === undefined
              ? messages.format('cells.why.site', { type: messages.typeInSentence(type.name) })
              : messages.format('cells.why.owner', { type: messages.typeInSentence(type.name), owner: name })}
          </p>
          <Suspense>
            <AskAccess item={item} />
          </Suspense>
        </>
      )}
    </div>
  );
});

// Rights given on one item in addition to its level and owner: the grantees, the grantors, and buttons to give and take
// back rights.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { GiveDialog, grantedRightName } from 'src/client/item/GiveDialog.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { type Given, type ItemGrants, useGrants } from 'src/client/item/useGrants.ts';
import 'src/client/people/people.css';
import { Button } from 'src/client/ui/Button.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { readableName } from 'src/model/text/readableName.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** Name of the grantee of a principal key: `grants.to.{kind}` is its message. */
const Grantee = ({ to }: { readonly to: string }) => {
  const { site } = useClient();
  const messages = useMessages();
  const [kind = '', first = '', second = ''] = to.split(':');
  const id = kind === 'cap' ? second : first;
  const key = kind === 'owner' ? `owner.${second}` : kind;
  const right = kind === 'cap' ? (messages.find(`capabilities.${first}`) ?? readableName(first)) : '';
  return (
    <FormattedMessage
      id={`grants.to.${key}`}
      values={{ who: isItemId(id) ? <ItemLink id={id} /> : site.siteName, right }}
    />
  );
};

interface OneProps {
  readonly given: Given;
  readonly mayTake: boolean;
  readonly grants: ItemGrants;
}

const OneGrant = observer(({ given, mayTake, grants }: OneProps) => {
  const messages = useMessages();
  const { items } = useClient();
  const id = given.to.split(':').find((each) => isItemId(each)) ?? '';
  const rights = messages.intl.formatList(
    given.actions.map((action) => grantedRightName(messages, action)),
    { type: 'conjunction' },
  );
  return (
    <li className="kk-grant">
      <span className="kk-fill">
        <Grantee to={given.to} />
        {': '}
        {rights}
        <span className="kk-soft">
          {' · '}
          <FormattedMessage id="grants.by" values={{ who: <ItemLink id={given.by} /> }} />
        </span>
      </span>
      {mayTake && (
        <Button size="small" onClick={() => void grants.take(given)}>
          <span>
            {messages.format('grants.take')} <span className="kk-unseen">{items.label(id) ?? ''}</span>
          </span>
        </Button>
      )}
    </li>
  );
});

const itemOwners = (item: Item, { read }: ItemType): readonly ItemId[] => {
  const value = read.owner === '$self' ? item.$id : item[read.owner ?? ''];
  return (Array.isArray(value) ? value : [value]).filter(isItemId);
};

export const GrantsPart = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const messages = useMessages();
  const { items, session } = useClient();
  const grants = useGrants(item);
  const [giving, setGiving] = useState(false);
  const { user } = session;
  const administers = user?.admin === true || itemOwners(item, type).some((owner) => user?.adminOrgs.includes(owner));
  const own = user?.$id === item.$id;
  const mayGive = user !== undefined && !user.masquerading && !own && items.may(item.$id, 'update');
  const { given: all, known, failure, again } = grants;
  if (all.length === 0 && !mayGive) return null;
  return (
    <>
      <h4>{messages.format('grants.title')}</h4>
      {failure !== undefined && <PartFailed message="grants.failed" failure={failure} again={again} />}
      {known && all.length === 0 && <p className="kk-soft">{messages.format('grants.none')}</p>}
      <ul className="kk-plain-list">
        {all.map((given) => (
          <OneGrant
            key={`${given.by}/${given.to}`}
            given={given}
            grants={grants}
            mayTake={user?.masquerading !== true && (administers || given.by === user?.$id)}
          />
        ))}
      </ul>
      {mayGive && (
        <p>
          <Button icon="plus" size="small" aria-haspopup="dialog" onClick={() => setGiving(true)}>
            {messages.format('grants.give')}
          </Button>
        </p>
      )}
      {giving && <GiveDialog item={item} type={type} grants={grants} close={() => setGiving(false)} />}
    </>
  );
});

// Rights given on one item in addition to its level and owner: the grantees, the grantors, and buttons to give and take
// back rights.

import { Checkbox, HTMLSelect } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { type Given, type ItemGrants, useGrants } from 'src/client/item/useGrants.ts';
import 'src/client/people/people.css';
import { UserList } from 'src/client/people/AddPerson.tsx';
import { useOwnerNames } from 'src/client/people/useOwners.ts';
import { useRoles } from 'src/client/useRoles.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { readableName } from 'src/model/text/readableName.ts';
import { type Messages, useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { LEVELS, levelRank, type Level } from 'src/model/access/levels.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const grantedRightName = (messages: Messages, action: string): string =>
  messages.find(`meta.rights.${action}`) ?? messages.format('meta.rights.other', { name: readableName(action) });

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

type Kind = 'person' | 'owner' | 'role';

interface ChoiceProps {
  readonly choose: (to: string, name: string) => void;
}

/** An owner at a level, or who has a capability in it. */
const OwnerGroup = observer(({ role, choose }: ChoiceProps & { readonly role: boolean }) => {
  const messages = useMessages();
  const roles = useRoles();
  const owners = useOwnerNames();
  const id = useId();
  const [owner, setOwner] = useState('');
  const [level, setLevel] = useState<string>('COMMUNITY');
  const [capability, setCapability] = useState(roles[0] ?? '');
  const chosen = owners.find((each) => each.id === owner);
  const parts = role
    ? roles.map((name) => ({ value: name, label: messages.find(`capabilities.${name}`) ?? name }))
    : LEVELS.filter((each) => each !== 'PUBLIC').map((each) => ({
        value: each,
        label: messages.format(`people.reads.${each}`),
      }));
  return (
    <div className="kk-stack">
      <div>
        <label htmlFor={`${id}-owner`}>{messages.format('people.owner')}</label>
        <HTMLSelect id={`${id}-owner`} fill value={owner} onChange={({ target }) => setOwner(target.value)}>
          <option value="">{messages.format('forms.choose')}</option>
          {owners.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </HTMLSelect>
      </div>
      <div>
        <label htmlFor={`${id}-part`}>{messages.format(role ? 'grants.withRight' : 'grants.whoReads')}</label>
        <HTMLSelect
          id={`${id}-part`}
          fill
          value={role ? capability : level}
          onChange={({ target }) => (role ? setCapability(target.value) : setLevel(target.value))}
        >
          {parts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </HTMLSelect>
      </div>
      <Button
        disabled={!chosen}
        onClick={() =>
          chosen && choose(role ? `cap:${capability}:${chosen.id}` : `owner:${chosen.id}:${level}`, chosen.name)
        }
      >
        {messages.format('forms.choose')}
      </Button>
    </div>
  );
});

const Whom = ({ choose }: ChoiceProps) => {
  const messages = useMessages();
  const { session } = useClient();
  const { user } = session;
  const id = useId();
  const [kind, setKind] = useState<Kind>('person');
  // A role includes its future holders, so only administrators of the site can open an item to one.
  const kinds: readonly Kind[] = user?.admin === true ? ['person', 'owner', 'role'] : ['person', 'owner'];
  return (
    <div className="kk-stack">
      <div>
        <label htmlFor={id}>{messages.format('grants.whom')}</label>
        <HTMLSelect id={id} fill value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {messages.format(`grants.kind.${each}`)}
            </option>
          ))}
        </HTMLSelect>
      </div>
      {kind === 'person' ? (
        <UserList known={user ? [user.$id] : []} choose={({ $id, name }) => choose(`user:${$id}`, name)} />
      ) : (
        <OwnerGroup key={kind} role={kind === 'role'} choose={choose} />
      )}
    </div>
  );
};

interface GiveProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly grants: ItemGrants;
  readonly close: () => void;
}

/** Rights that may be given: to read, also what is stricter, and what this person may do; creating and deleting are never given. */
const useGivable = (item: Item, type: ItemType): readonly string[] => {
  const { items } = useClient();
  const levels = new Set<Level>(Object.values(type.properties).flatMap(({ level }) => level ?? []));
  const stricter = [...levels]
    .toSorted((one, other) => levelRank(one) - levelRank(other))
    .map((level) => `${level}.read`);
  return ['read', ...stricter, ...(items.may(item.$id, 'update') ? ['update'] : [])];
};

const Give = observer(({ item, type, grants, close }: GiveProps) => {
  const messages = useMessages();
  const givable = useGivable(item, type);
  const [whom, setWhom] = useState<{ readonly to: string; readonly name: string }>();
  const [actions, setActions] = useState<readonly string[]>(['read']);
  const toggle = (action: string): void =>
    setActions(givable.filter((each) => actions.includes(each) !== (each === action)));
  const give = async (): Promise<void> => {
    if (whom && (await grants.give(whom.to, actions))) close();
  };
  return (
    <Dialog
      open
      title={messages.format('grants.give')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button intent="primary" variant="solid" disabled={!whom || actions.length === 0} onClick={() => void give()}>
            {messages.format('grants.apply')}
          </Button>
        </>
      }
    >
      {whom ? (
        <div className="kk-stack">
          <p className="kk-row">
            <strong className="kk-fill">{whom.name}</strong>
            <Button size="small" onClick={() => setWhom(undefined)}>
              {messages.format('grants.another')}
            </Button>
          </p>
          <fieldset>
            <legend>{messages.format('grants.what')}</legend>
            {givable.map((action) => (
              <Checkbox
                key={action}
                checked={actions.includes(action)}
                label={grantedRightName(messages, action)}
                onChange={() => toggle(action)}
              />
            ))}
          </fieldset>
          <p className="kk-soft">{messages.format('grants.hint')}</p>
        </div>
      ) : (
        <Whom choose={(to, name) => setWhom({ to, name })} />
      )}
    </Dialog>
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
  if (grants.given.length === 0 && !mayGive) return null;
  return (
    <>
      <h4>{messages.format('grants.title')}</h4>
      {grants.given.length === 0 && <p className="kk-soft">{messages.format('grants.none')}</p>}
      <ul className="kk-plain-list">
        {grants.given.map((given) => (
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
      {giving && <Give item={item} type={type} grants={grants} close={() => setGiving(false)} />}
    </>
  );
});

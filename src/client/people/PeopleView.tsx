// The people of an owner and their rights: the declared screen with the view `people`. Administrators of an owner see
// only their own owners; an administrator of the site sees every owner and the rights on the site's own items.

import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import 'src/client/intl/laterMessages.ts';
import { AddPerson } from 'src/client/people/AddPerson.tsx';
import { OwnerChoice } from 'src/client/people/OwnerChoice.tsx';
import 'src/client/people/people.css';
import { RightsDialog } from 'src/client/people/RightsDialog.tsx';
import { nameOfRight } from 'src/client/people/rightBoxes.tsx';
import { RightsTable } from 'src/client/people/RightsTable.tsx';
import { useOwners } from 'src/client/people/useOwners.ts';
import { NO_RIGHTS, type Person, usePeople } from 'src/client/people/usePeople.ts';
import { useRoles } from 'src/client/useRoles.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { BandFailed, ListFailed } from 'src/client/navigation/ListFailed.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Screen } from 'src/model/schema/Registry.ts';
import { foldText } from 'src/model/text/foldText.ts';

/** Owner key of rights in the site's own items. */
const WHOLE_SITE = 'system';

interface Wanted {
  readonly text: string;
  /** A capability, `admin`, or none. */
  readonly right: string;
}

const matchesPerson = ({ name, email, capabilities, admin }: Person, { text, right }: Wanted): boolean =>
  foldText(`${name} ${email ?? ''}`).includes(foldText(text)) &&
  (right === '' || (right === 'admin' ? admin : capabilities.includes(right)));

interface FilterProps {
  readonly wanted: Wanted;
  readonly change: (wanted: Wanted) => void;
}

const PeopleFilters = observer(({ wanted, change }: FilterProps) => {
  const messages = useMessages();
  const roles = useRoles();
  const id = useId();
  return (
    <div className="kk-row kk-rights-filters">
      <div className="kk-fill">
        <label htmlFor={`${id}-text`}>{messages.format('people.find')}</label>
        <InputGroup
          id={`${id}-text`}
          type="search"
          value={wanted.text}
          onChange={({ target }) => change({ ...wanted, text: target.value })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-right`}>{messages.format('people.withRight')}</label>
        <HTMLSelect
          id={`${id}-right`}
          value={wanted.right}
          onChange={({ target }) => change({ ...wanted, right: target.value })}
        >
          <option value="">{messages.format('people.anyRight')}</option>
          <option value="admin">{messages.format('people.admin')}</option>
          {roles.map((name) => (
            <option key={name} value={name}>
              {nameOfRight(messages, name)}
            </option>
          ))}
        </HTMLSelect>
      </div>
    </div>
  );
});

interface Edited {
  readonly person: Parameters<typeof RightsDialog>[0]['person'];
  readonly fresh: boolean;
}

const PeopleOf = observer(({ owner, where }: { readonly owner: ItemId; readonly where: string }) => {
  const messages = useMessages();
  const people = usePeople(owner);
  const [wanted, setWanted] = useState<Wanted>({ text: '', right: '' });
  const [edited, setEdited] = useState<Edited>();
  const [adding, setAdding] = useState(false);
  const { answer } = people;
  if (people.failure !== undefined && !answer)
    return <ListFailed failure={people.failure} again={() => void people.load()} />;
  if (!answer) return <Loading />;
  const shown = answer.people.filter((person) => matchesPerson(person, wanted));
  const known = answer.people.map(({ $id }) => $id);
  return (
    <>
      {people.failure !== undefined && <BandFailed message="cells.stale" again={() => void people.load()} />}
      <PeopleFilters wanted={wanted} change={setWanted} />
      <div className="kk-row">
        <p role="status" className="kk-soft kk-fill">
          {messages.format('people.count', { count: shown.length })}
        </p>
        <Button icon="plus" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {messages.format('people.add')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <Empty icon="people" title={messages.format('people.none')}>
          {messages.format('people.noneHint')}
        </Empty>
      ) : (
        <RightsTable people={people} shown={shown} edit={(person) => setEdited({ person, fresh: false })} />
      )}
      {adding && (
        <AddPerson
          known={known}
          close={() => setAdding(false)}
          choose={(person) => {
            setAdding(false);
            setEdited({ person: { ...NO_RIGHTS, ...person }, fresh: true });
          }}
        />
      )}
      {edited && (
        <RightsDialog
          key={edited.person.$id}
          people={people}
          site={owner === WHOLE_SITE}
          where={where}
          {...edited}
          close={() => setEdited(undefined)}
        />
      )}
    </>
  );
});

export const PeopleView = observer(
  ({ screen, param }: { readonly screen: Screen; readonly param: string | undefined }) => {
    const { navigation, session } = useClient();
    const messages = useMessages();
    const column = useColumn();
    const own = useOwners();
    const site = { id: WHOLE_SITE, name: messages.format('people.wholeSite') };
    const owners = session.user?.admin === true ? [...own, site] : own;
    const owner = [
      param,
      session.user?.adminOrg,
      session.user?.readOrg,
      session.user?.admin === true ? WHOLE_SITE : undefined,
      owners[0]?.id,
    ].find((id) => owners.some((each) => each.id === id));
    return (
      <>
        <CellHead title={messages.screen(screen.path)} />
        <div className="kk-cell-scroll">
          <div className="kk-cell-body kk-stack">
            {owners.length > 1 && (
              <OwnerChoice
                label={messages.format('people.owner')}
                owners={owners}
                owner={owner ?? undefined}
                choose={(id) => navigation.setParam(column, id)}
              />
            )}
            {typeof owner === 'string' && (
              <PeopleOf key={owner} owner={owner} where={owners.find(({ id }) => id === owner)?.name ?? ''} />
            )}
          </div>
        </div>
      </>
    );
  },
);

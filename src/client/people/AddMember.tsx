// Gives a person rights in one of the organizations that the caller administers: a choice of the organization, then the form of the rights.
// The rights are valid at once, and take effect when the person signs in for the first time.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import { OwnerChoice } from 'src/client/people/OwnerChoice.tsx';
import { RightsDialog } from 'src/client/people/RightsDialog.tsx';
import { useOwners, type Owner } from 'src/client/people/useOwners.ts';
import { NO_RIGHTS, usePeople } from 'src/client/people/usePeople.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface AddMemberProps {
  readonly person: { readonly $id: ItemId; readonly name: string };
  readonly close: () => void;
}

/** The rights that the person has there, or the least ones. */
const RightsIn = observer(({ owner, person, close }: AddMemberProps & { readonly owner: Owner }) => {
  const people = usePeople(owner.id);
  const { answer } = people;
  if (!answer) return null;
  const known = answer.people.find(({ $id }) => $id === person.$id);
  return (
    <RightsDialog
      people={people}
      person={known ?? { ...NO_RIGHTS, ...person }}
      fresh={known === undefined}
      site={false}
      where={owner.name}
      close={close}
    />
  );
});

export const AddMember = observer(({ person, close }: AddMemberProps) => {
  const messages = useMessages();
  const owners = useOwners();
  const [wanted, setWanted] = useState<ItemId>();
  const [chosen, setChosen] = useState<Owner>();
  const only = owners.length === 1 ? owners[0] : chosen;
  if (only) return <RightsIn owner={only} {...{ person, close }} />;
  const current = owners.find(({ id }) => id === wanted);
  return (
    <Dialog
      open
      title={messages.format('accounts.addMember')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button variant="solid" intent="primary" disabled={!current} onClick={() => setChosen(current)}>
            {messages.format('accounts.addMember.next')}
          </Button>
        </>
      }
    >
      <p className="kk-soft">{messages.format('accounts.addMember.hint', { label: person.name })}</p>
      <OwnerChoice
        label={messages.format('people.owner')}
        owners={owners}
        owner={wanted}
        choose={(id) => setWanted(id)}
      />
    </Dialog>
  );
});

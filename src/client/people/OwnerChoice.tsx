// The choice of whose things a screen shows.

import { HTMLSelect } from '@blueprintjs/core';
import { useId } from 'react';
import type { Owner } from 'src/client/people/useOwners.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface OwnerChoiceProps {
  readonly label: string;
  readonly owners: readonly Owner[];
  readonly owner: ItemId | undefined;
  readonly choose: (owner: ItemId) => void;
}

export const OwnerChoice = ({ label, owners, owner, choose }: OwnerChoiceProps) => {
  const messages = useMessages();
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <HTMLSelect id={id} fill value={owner ?? ''} onChange={(event) => choose(event.target.value)}>
        {owner === undefined && (
          <option value="" disabled>
            {messages.format('forms.choose')}
          </option>
        )}
        {owners.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </HTMLSelect>
    </div>
  );
};

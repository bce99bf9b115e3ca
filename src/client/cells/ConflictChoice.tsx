// Two people changed the same property: both values side by side, one choice each, then the save goes on.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { Conflict, ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

type Side = 'mine' | 'theirs';
const SIDES: readonly Side[] = ['mine', 'theirs'];

interface RowProps {
  readonly type: ItemType;
  readonly name: string;
  readonly values: Readonly<Record<Side, Json | undefined>>;
  readonly chosen: Side;
  readonly choose: (side: Side) => void;
}

const Row = ({ type, name, values, chosen, choose }: RowProps) => {
  const messages = useMessages();
  const property = type.properties[name];
  if (!property) return null;
  return (
    <fieldset className="kk-conflict-row">
      <legend>{messages.property(type.name, name)}</legend>
      {SIDES.map((side) => (
        <label key={side} className={`kk-conflict-side${chosen === side ? ' kk-conflict-chosen' : ''}`}>
          <span className="kk-row">
            <input type="radio" name={`conflict-${name}`} checked={chosen === side} onChange={() => choose(side)} />
            <b>{messages.format(`cells.conflict.${side}`)}</b>
          </span>
          <span className="kk-conflict-value">
            {values[side] === undefined || values[side] === null ? (
              <em>{messages.format('cells.conflict.empty')}</em>
            ) : (
              <PropertyValue type={type.name} property={property} value={values[side]} />
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
};

interface ConflictChoiceProps {
  readonly draft: ItemDraft;
  readonly conflict: Conflict;
  readonly type: ItemType;
}

export const ConflictChoice = observer(({ draft, conflict, type }: ConflictChoiceProps) => {
  const { alerts } = useClient();
  const messages = useMessages();
  const [choice, setChoice] = useState<Readonly<Record<string, Side>>>({});
  const complete = Object.fromEntries(conflict.properties.map((name) => [name, choice[name] ?? ('mine' as Side)]));
  const apply = (): void => {
    draft
      .resolve(complete)
      .then(() => alerts.saved())
      .catch((thrown: unknown) => alerts.error(thrown));
  };
  return (
    <section className="kk-conflict" aria-label={messages.format('cells.conflict.title')}>
      <div role="alert">
        <Band tone="warning">
          <b>{messages.format('cells.conflict.title')}</b> {messages.format('cells.conflict.text')}
        </Band>
      </div>
      {conflict.properties.map((name) => (
        <Row
          key={name}
          type={type}
          name={name}
          values={{ mine: draft.values[name], theirs: conflict.current[name] }}
          chosen={complete[name] ?? 'mine'}
          choose={(side) => setChoice({ ...choice, [name]: side })}
        />
      ))}
      <div className="kk-row">
        <Button variant="solid" intent="primary" onClick={apply}>
          {messages.format('cells.conflict.apply')}
        </Button>
      </div>
    </section>
  );
});

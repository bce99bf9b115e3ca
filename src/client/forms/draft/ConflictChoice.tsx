// Two people changed the same property: shows both values side by side, with one choice each, and then continues the save.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { latestChanges } from 'src/client/stores/latestChanges.ts';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { Conflict, ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { CopyDraftValue, DraftValue } from 'src/client/forms/draft/DraftValue.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { When } from 'src/client/ui/When.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

type Side = 'mine' | 'theirs';
const CONFLICT_SIDES: readonly Side[] = ['theirs', 'mine'];

const NO_CHANGES: ReadonlyMap<string, HistoryEvent> = new Map();

/** Returns the last change of each property; empty until loaded. */
const useLatest = ({ $id, _u }: Item): ReadonlyMap<string, HistoryEvent> => {
  const { connection } = useClient();
  const ask = useCallback(() => latestChanges(connection, $id), [connection, $id]);
  return useServerData({ of: $id, ask, version: _u }).answer ?? NO_CHANGES;
};

interface RowProps {
  readonly type: ItemType;
  readonly name: string;
  readonly values: Readonly<Record<Side | 'base', Json | undefined>>;
  readonly event: HistoryEvent | undefined;
  readonly chosen: Side;
  readonly choose: (side: Side) => void;
}

const SavedBy = observer(({ event }: { readonly event: HistoryEvent | undefined }) => {
  const { items } = useClient();
  const name = event?.by ? items.label(event.by) : undefined;
  if (!event || name === undefined) return null;
  return (
    <span className="kk-soft">
      <FormattedMessage id="cells.conflict.theirsBy" values={{ name, when: <When at={event.at} /> }} />
    </span>
  );
});

const ConflictRow = ({ type, name, values, event, chosen, choose }: RowProps) => {
  const messages = useMessages();
  const property = messages.property(type.name, name);
  const { mine } = values;
  return (
    <fieldset className="kk-conflict-row">
      <legend>{property}</legend>
      <p className="kk-conflict-base kk-soft">
        {messages.format('cells.conflict.base')}: <DraftValue type={type.name} name={name} value={values.base} />
      </p>
      {CONFLICT_SIDES.map((side) => (
        <label key={side} className={`kk-conflict-side${chosen === side ? ' kk-conflict-chosen' : ''}`}>
          <span className="kk-row">
            <input type="radio" name={`conflict-${name}`} checked={chosen === side} onChange={() => choose(side)} />
            <b>{messages.format(`cells.conflict.${side}`)}</b>
            {side === 'theirs' && <SavedBy event={event} />}
          </span>
          <span className="kk-conflict-value">
            <DraftValue type={type.name} name={name} value={values[side]} />
          </span>
        </label>
      ))}
      {mine !== undefined && mine !== null && (
        <p className="kk-conflict-base">
          <CopyDraftValue type={type.name} name={name} value={mine} />
        </p>
      )}
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
  const panel = useRef<HTMLElement>(null);
  const latest = useLatest(conflict.current);
  // The panel is above the form: it gets the focus when a save at the end of the form conflicts.
  useEffect(() => panel.current?.focus(), []);
  const complete = Object.fromEntries(conflict.properties.map((name) => [name, choice[name] ?? ('mine' as Side)]));
  const apply = (): void => {
    draft
      .resolve(complete)
      .then(() => alerts.saved())
      .catch((thrown: unknown) => alerts.error(thrown));
  };
  return (
    <section className="kk-conflict" aria-label={messages.format('cells.conflict.title')} ref={panel} tabIndex={-1}>
      <div role="alert">
        <Band tone="warning">
          <b>{messages.format('cells.conflict.title')}</b> {messages.format('cells.conflict.text')}
        </Band>
      </div>
      {conflict.properties.map((name) => (
        <ConflictRow
          key={name}
          type={type}
          name={name}
          values={{ mine: draft.values[name], theirs: conflict.current[name], base: conflict.base[name] }}
          event={latest.get(name)}
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

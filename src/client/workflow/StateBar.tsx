// The state of an item that moves between declared states, and what moves it on, above the tabs of its page. Loaded for such types only.

import { observer } from 'mobx-react-lite';
import { type RefObject, useRef } from 'react';
import 'src/client/intl/laterMessages.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { useColumnCommands } from 'src/client/navigation/useColumnCommands.ts';
import { ItemPart } from 'src/client/workflow/ItemPart.tsx';
import { MainButton } from 'src/client/navigation/MainButton.tsx';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { useClient } from 'src/client/useClient.ts';
import { ownerCalendar } from 'src/client/fields/display/ownerCalendar.ts';
import { NewRecord } from 'src/client/workflow/StepEntry.tsx';
import { kindOfType, lacksRecord, workflowSubject, type ShownStep } from 'src/client/fields/display/stepValues.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { readItemClock } from 'src/model/workflow/readItemClock.ts';
import { isDone, isOpen, type StepState } from 'src/model/workflow/WorkflowTemplate.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { ClockValue } from 'src/client/fields/display/ClockValue.tsx';
import { FillPart } from 'src/client/workflow/FillPart.tsx';
import { NextAfter, NextStep, Turn } from 'src/client/workflow/NextStep.tsx';
import { StepFacts } from 'src/client/workflow/StepFacts.tsx';
import { TransitionButtons } from 'src/client/workflow/TransitionButtons.tsx';
import { stateWord } from 'src/client/ui/stateWord.ts';
import { WhySkipped } from 'src/client/workflow/whySkipped.tsx';
import { type Move, useMoves } from 'src/client/workflow/useMoves.tsx';
import { useRecordStep } from 'src/client/workflow/useRecordStep.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import 'src/client/workflow/workflow.css';

interface StateBarProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly draft: ItemDraft | undefined;
  readonly edit: () => void;
  /** State of the wizard of an item: while its steps are open, the last of them offers the moves. */
  readonly wizard?: 'open' | 'closed' | undefined;
}

/** Shows the day on which the item was answered, and the record that answered it. */
const Ended = observer(({ item }: { readonly item: Item }) => {
  const client = useClient();
  const messages = useMessages();
  const subject = workflowSubject(client.registry, item._t);
  const calendar = subject && ownerCalendar(client, subject, item);
  const clock = subject && calendar && readItemClock(item, subject, { calendar, now: client.day.now });
  const at = clock?.ended?.at;
  if (at === undefined || !calendar) return null;
  const { with: record = '', way = '' } = subject.ends ?? {};
  const by = item[record];
  const listed = client.registry.types[item._t]?.properties[way];
  return (
    <>
      {formatDate(messages.intl, dayIn(new Date(at), calendar.timeZone))}
      {typeof by === 'string' && (
        <>
          {': '}
          <ItemLink id={by} />
        </>
      )}
      {by === undefined && listed && item[way] !== undefined && (
        <>
          {': '}
          <PropertyValue type={item._t} property={listed} value={item[way]} item={item} compact />
        </>
      )}
    </>
  );
});

/** Shows the properties that belong to the state, such as the reason for it. */
const StateProperties = ({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const messages = useMessages();
  return type.states?.says?.map((name) => {
    const property = type.properties[name];
    if (!property || isEmptyValue(item[name])) return null;
    return (
      <div key={name} className="kk-state-says">
        <span className="kk-soft">{messages.property(type.name, name)}</span>{' '}
        <PropertyValue type={type.name} property={property} value={item[name]} item={item} />
      </div>
    );
  });
};

/** The step that is still open though its record was moved, and the button that completes it. */
const StillOpen = ({ step, complete }: { readonly step: ShownStep; readonly complete?: (() => void) | undefined }) => {
  const messages = useMessages();
  if (!complete) return <Turn step={step} />;
  const { label, item } = step;
  return (
    <>
      <MainButton size="small" onClick={complete}>
        {messages.format('workflow.recordStep.complete', { label })}
      </MainButton>
      <span className="kk-state-turn" role="status">
        <ItemLink id={item.$id}>{messages.format('workflow.recordStep.open', { label })}</ItemLink>
      </span>
    </>
  );
};

/** The key T leads to the buttons of the moves. Returns the ref of their frame. */
const useStateCommand = (moves: readonly Move[]): RefObject<HTMLDivElement | null> => {
  const messages = useMessages();
  const acts = useRef<HTMLDivElement>(null);
  const run = (): void => acts.current?.querySelector('button')?.focus();
  useColumnCommands(
    moves.length > 0 ? [{ key: 't', icon: 'diagram-tree', title: messages.format('keys.state'), run }] : [],
  );
  return acts;
};

export const StateBar = observer(({ item, type, draft, edit, wizard }: StateBarProps) => {
  const messages = useMessages();
  const { registry } = useClient();
  const { moves: own, dialog } = useMoves({ item, type, draft, edit });
  const led = useRecordStep({ item, type, draft, edit });
  const moves = led.moves(own);
  const { waiting } = led;
  const acts = useStateCommand(moves);
  const property = type.states?.property ?? '';
  const state = String(item[property] ?? '');
  if (state === '') return null;
  const subject = workflowSubject(registry, type.name);
  const isStep = kindOfType(registry, type.name) !== undefined;
  const first = draft !== undefined && lacksRecord(registry, item);
  const buttons = (leadsOn: boolean) => wizard !== 'open' && <TransitionButtons moves={moves} back={leadsOn} />;
  return (
    <div className="kk-state-bar" role="group" aria-label={messages.format('workflow.state')}>
      <p className="kk-state">
        <span role="status">
          <span className="kk-soft">{messages.property(type.name, property)}</span>{' '}
          <strong>{stateWord(messages, type, { state, item })}</strong>
        </span>
        <span className="kk-state-clock">
          <ClockValue item={item} alone />
          <Ended item={item} />
        </span>
      </p>
      <div className="kk-state-acts" ref={acts}>
        {wizard === 'closed' && (
          <Button size="small" icon="edit" onClick={edit}>
            {messages.format('wizard.continue')}
          </Button>
        )}
        {waiting && <StillOpen step={waiting} complete={led.complete} />}
        {first && <NewRecord item={item} main />}
        {first && <ItemPart item={item} />}
        {subject ? (
          <NextStep item={item} subject={subject} others={buttons} />
        ) : (
          buttons(first || waiting !== undefined)
        )}
        {isStep && state === 'SKIP' && item['finished'] === undefined && <WhySkipped step={item} />}
        {isStep && isDone({ state: state as StepState }) && <NextAfter step={item} />}
        {isStep && draft && isOpen({ state: state as StepState }) && (
          <>
            {!first && <NewRecord item={item} />}
            <FillPart {...{ type, draft, edit }} />
          </>
        )}
        {!first && <ItemPart item={item} back={waiting !== undefined} />}
      </div>
      {isStep && isOpen({ state: state as StepState }) && <StepFacts step={item} />}
      <StateProperties item={item} type={type} />
      {dialog}
      {led.dialog}
    </div>
  );
});

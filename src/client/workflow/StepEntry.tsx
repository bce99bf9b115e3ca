// One step of a workflow in a list: its name, its state, the people who have to do it and its due day, or who did it and when. An open step
// also shows its actions.

import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import { itemIn } from 'src/client/fields/rules/ownerOf.ts';
import { creatableTypes, newItemKey } from 'src/client/navigation/newItems.ts';
import { MainButton } from 'src/client/navigation/MainButton.tsx';
import { ItemPart } from 'src/client/workflow/ItemPart.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { formatDate } from 'src/client/ui/dates.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { stateWord } from 'src/client/ui/stateWord.ts';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import { FillPart } from 'src/client/workflow/FillPart.tsx';
import {
  filledFrom,
  isOverdue,
  kindOfType,
  lacksRecord,
  type ShownStep,
} from 'src/client/fields/display/stepValues.ts';
import { TransitionButtons } from 'src/client/workflow/TransitionButtons.tsx';
import { useMoves } from 'src/client/workflow/useMoves.tsx';
import type { Day } from 'src/model/calendar/dayIn.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { isDone, type StepState } from 'src/model/workflow/WorkflowTemplate.ts';

export const STEP_ICONS: Readonly<Record<StepState, string>> = {
  BLANK: 'dot',
  PENDING: 'time',
  ACTIVE: 'pulse',
  COMPLETE: 'tick',
  SKIP: 'arrow-right',
};

/** The names of people as links. */
export const PeopleLinks = ({ ids }: { readonly ids: readonly ItemId[] }) =>
  ids.map((id, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <ItemLink id={id} />
    </span>
  ));

const StepFact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface EntryProps {
  readonly step: ShownStep;
  readonly today: Day;
  /** Returns the text of an outcome. */
  readonly outcome: (key: string) => string;
  /** The reason for which the workflow left the step out by itself. */
  readonly why?: string | undefined;
  /** The people who are asked to do the step now, or will be asked when its turn comes. Undefined until they are known. */
  readonly people: readonly ItemId[] | undefined;
}

const DueDay = ({ step, today }: Pick<EntryProps, 'step' | 'today'>) => {
  const messages = useMessages();
  if (step.due === undefined) return null;
  const late = isOverdue(step, today);
  return (
    <StepFact name={messages.property(step.item._t, '$assignedDue')}>
      <span className={late ? 'kk-late' : undefined}>
        {late && <Icon name="warning-sign" />} {formatDate(messages.intl, step.due)}
        {late && ` ${messages.format('workflow.overdue')}`}
      </span>
    </StepFact>
  );
};

/** Facts about the step in its state. */
const StepStateFacts = observer(({ step, today, outcome: textOf, why, people }: EntryProps) => {
  const messages = useMessages();
  const { item, by, finished, outcome, reason } = step;
  const name = (path: string): string => messages.property(item._t, path);
  const done = isDone(step);
  return (
    <dl className="kk-step-facts">
      {!done && people && (
        <StepFact name={name('$assigned')}>
          {people.length > 0 ? (
            <PeopleLinks ids={people} />
          ) : (
            <span className={step.state === 'BLANK' ? 'kk-soft' : 'kk-late'}>{messages.format('workflow.nobody')}</span>
          )}
        </StepFact>
      )}
      {!done && <DueDay step={step} today={today} />}
      {done && by !== undefined && (
        <StepFact name={messages.format('workflow.doneBy')}>
          <ItemLink id={by} />
        </StepFact>
      )}
      {done && finished !== undefined && (
        <StepFact name={name('finished')}>
          <When at={finished} />
        </StepFact>
      )}
      {outcome !== undefined && <StepFact name={name('outcome')}>{textOf(outcome)}</StepFact>}
      {(reason ?? why) !== undefined && <StepFact name={name('reason')}>{reason ?? why}</StepFact>}
    </dl>
  );
});

const StepTitle = ({ step, level }: { readonly step: ShownStep; readonly level: 'h4' | 'h5' }) => {
  const { registry } = useClient();
  const messages = useMessages();
  const type = registry.types[step.item._t];
  const Heading = level;
  const state = type ? stateWord(messages, type, { state: step.state }) : step.state;
  return (
    <>
      <Heading className="kk-step-title">
        <ItemLink id={step.item.$id}>{step.label}</ItemLink>
      </Heading>
      <p className="kk-step-state">
        <Icon name={STEP_ICONS[step.state]} />
        <span>{state}</span>
        <span className="kk-soft">{messages.type(step.item._t)}</span>
        {step.adHoc && <span className="kk-soft">{messages.property(step.item._t, 'adHoc')}</span>}
      </p>
    </>
  );
};

const kindIcon = (icon: string | undefined): ReactNode => icon !== undefined && <Icon name={icon} />;

/** Shows the step at its position among the others. */
export const StepEntry = observer((props: EntryProps) => {
  const { registry } = useClient();
  const { step } = props;
  return (
    <li className={`kk-step kk-step-${step.state.toLowerCase()}`}>
      <span className="kk-step-icon">{kindIcon(kindOfType(registry, step.item._t)?.icon)}</span>
      <div className="kk-fill">
        <StepTitle step={step} level="h5" />
        <StepStateFacts {...props} />
      </div>
    </li>
  );
});

/** Opens a new record for the step. The record starts with values of the item, and belongs to the step once it is created. */
export const NewRecord = observer(({ item, main = false }: { readonly item: Item; readonly main?: boolean }) => {
  const client = useClient();
  const { registry, items, navigation } = client;
  const messages = useMessages();
  const column = useColumn();
  const [key] = useState(newItemKey);
  const { record = '', fills } = kindOfType(registry, item._t) ?? {};
  const types = registry.types[item._t]?.properties[record]?.rel?.to;
  const of = itemIn(items.get(String(item['of'] ?? '')));
  if (!fills || !of || item[record] !== undefined) return null;
  return creatableTypes(client, types).map((type) => {
    const related = (id: string): Item | undefined => (isItemId(id) ? itemIn(items.get(id)) : undefined);
    const initial = JSON.stringify(filledFrom(of, { fills, type, related }));
    const RecordButton = main ? MainButton : Button;
    return (
      <RecordButton
        key={type.name}
        size="small"
        icon="plus"
        onClick={() => void navigation.open(column, `i-${type.name}-0-${key}`, initial)}
      >
        {messages.format('workflow.newRecord', { type: messages.typeInSentence(type.name) })}
      </RecordButton>
    );
  });
});

interface OpenStepProps extends EntryProps {
  readonly type: ItemType;
  readonly assign: (() => void) | undefined;
  readonly force: (() => void) | undefined;
}

/** Shows a step that is ready or in progress, with its actions. */
export const OpenStep = observer(({ type, assign, force, ...props }: OpenStepProps) => {
  const { registry, items, drafts, navigation, session } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const { step } = props;
  const { item } = step;
  const edit = (): void => void navigation.open(column, `i-${item.$id}`, 'edit');
  const draft = session.signedIn && items.may(item.$id, 'update') ? drafts.of(item.$id) : undefined;
  const { moves, dialog } = useMoves({ item, type, draft, edit });
  const first = draft !== undefined && lacksRecord(registry, item);
  const mine = session.user !== undefined && step.assigned.includes(session.user.$id);
  return (
    <li className={`kk-step kk-step-open${mine ? ' kk-step-mine' : ''}`} data-step={item.$id}>
      <span className="kk-step-icon">{kindIcon(kindOfType(registry, item._t)?.icon)}</span>
      <div className="kk-fill">
        <StepTitle step={step} level="h4" />
        {mine && <p className="kk-step-yours">{messages.format('workflow.yours')}</p>}
        <StepStateFacts {...props} />
        <p className="kk-step-moves">
          <TransitionButtons moves={moves} back={first} />
          <ItemPart item={item} />
          {draft && <NewRecord item={item} main={first} />}
          {draft && <FillPart {...{ type, draft, edit }} />}
          {draft && (
            <Button size="small" icon="edit" onClick={edit}>
              {messages.format('workflow.step.open')}
            </Button>
          )}
          {draft && assign && (
            <Button size="small" icon="people" onClick={assign}>
              {messages.format('workflow.assign')}
            </Button>
          )}
          {force && (
            <Button size="small" variant="minimal" onClick={force}>
              {messages.format('workflow.force')}
            </Button>
          )}
        </p>
        {dialog}
      </div>
    </li>
  );
});

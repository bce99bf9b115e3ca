// The step that waits for an action on the page of a record, such as the approval of a letter. If the step asks for more values, the button
// that moves the record also completes the step. A step that is still open after the move is named there, with a button that completes it.

import type { ReactNode } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { paramOfTab } from 'src/client/navigation/tabFrom.ts';
import { itemIn } from 'src/client/fields/rules/ownerOf.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { stateWord } from 'src/client/ui/stateWord.ts';
import { useClient } from 'src/client/useClient.ts';
import { kindOfType, workflowSubject, type ShownStep } from 'src/client/fields/display/stepValues.ts';
import { outcomeAsked, useMoves, useSaveTyped, type Move } from 'src/client/workflow/useMoves.tsx';
import { useSteps } from 'src/client/workflow/useSteps.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';
import type { ClientStepKind } from 'src/model/schema/Workflows.ts';

const COMPLETED = 'COMPLETE';

type Moves = readonly Move[];
type Kinds = readonly ClientStepKind[];

export interface LedByStep {
  /** Returns the moves of the record as its page offers them. */
  readonly moves: (own: Moves) => Moves;
  /** The step that is open though its record was moved. */
  readonly waiting?: ShownStep;
  /** Completes that step. Undefined for those who may not. */
  readonly complete?: () => void;
  readonly dialog?: ReactNode;
}

const WITHOUT_STEP: LedByStep = { moves: (own) => own };

/** Leaves out the moves that may complete a step: what they do is not known before the step is. */
const whileUnknown = (kinds: Kinds): LedByStep => ({
  moves: (own) => own.filter(({ key }) => !kinds.some(({ moves }) => moves?.transition === key)),
});

/** Kinds of steps that move records of this type when they are completed. */
const kindsMoving = ({ steps, types }: Registry, type: string): Kinds =>
  Object.values(steps).filter(
    ({ moves, record = '', type: step }) => moves && types[step]?.properties[record]?.rel?.to.includes(type),
  );

/** The item with a workflow that the record is about. */
const subjectIn = (registry: Registry, type: ItemType, item: Item): ItemId | undefined =>
  Object.values(type.properties)
    .filter(({ rel }) => rel !== undefined)
    .flatMap(({ name }) => valuesAt(item, name).map(String))
    .find((id) => workflowSubject(registry, tryParseItemId(id)?.type ?? '') !== undefined);

interface Waiting {
  /** The open step of the record; undefined where none waits for it. */
  readonly step: ShownStep | undefined;
  /** False while the step, or what this person may do with it, is read. */
  readonly isKnown: boolean;
}

const useWaitingStep = (kinds: Kinds, item: Item, type: ItemType): Waiting => {
  const { registry, items } = useClient();
  const id = kinds.length > 0 ? subjectIn(registry, type, item) : undefined;
  const of = id === undefined ? undefined : items.get(id);
  const { steps, failure } = useSteps(of && itemIn(of));
  if (!of) return { step: undefined, isKnown: true };
  const step = steps?.find(
    (each) =>
      each.state === 'ACTIVE' &&
      kinds.some(({ record = '', type: name }) => each.item._t === name && each.item[record] === item.$id),
  );
  if (!step) return { step, isKnown: of.state !== 'loading' && (steps !== undefined || failure !== undefined) };
  return { step, isKnown: items.may(step.item.$id, 'update') || items.knowsRights(step.item.$id) };
};

interface RecordPage {
  readonly item: Item;
  readonly type: ItemType;
  readonly draft: ItemDraft | undefined;
  readonly edit: () => void;
}

/** Call it in an observer. */
export const useRecordStep = ({ item, type, draft, edit }: RecordPage): LedByStep => {
  const client = useClient();
  const { items, drafts, session, navigation, registry } = client;
  const messages = useMessages();
  const column = useColumn();
  const kinds = session.signedIn ? kindsMoving(registry, type.name) : [];
  const { step, isKnown } = useWaitingStep(kinds, item, type);
  const saveTyped = useSaveTyped({ draft, edit });
  const { transition = '', after = [] } = kindOfType(registry, step?.item._t ?? '')?.moves ?? {};
  const isMoved = after.includes(String(item[type.states?.property ?? ''] ?? ''));
  const stepType = registry.types[step?.item._t ?? ''] ?? type;
  const of = step?.item ?? item;
  const to = type.states?.transitions.find(({ name }) => name === transition)?.to ?? '';
  const { moves, dialog } = useMoves({
    ...{ item: of, type: stepType },
    draft: step && items.may(of.$id, 'update') ? drafts.of(of.$id) : undefined,
    edit: () => void navigation.open(column, `i-${of.$id}`, paramOfTab('edit')),
    ...(step &&
      !isMoved && {
        words: {
          to: COMPLETED,
          title: messages.find(`types.${type.name}.transitions.${transition}`) ?? transition,
          text: messages.format('workflow.recordStep.both', {
            ...{ label: item.$label, state: stateWord(messages, type, { state: to }), step: step.label },
          }),
        },
      }),
  });
  if (!isKnown) return whileUnknown(kinds);
  const complete = step && moves.find((move) => move.to === COMPLETED);
  if (!step || (!isMoved && !complete)) return { ...WITHOUT_STEP, dialog };
  if (isMoved) return { ...WITHOUT_STEP, waiting: step, dialog, ...(complete && { complete: complete.run }) };
  const { asks, required, value } = outcomeAsked(client, step.item);
  const asksMore = required || (asks && value === undefined) || kindOfType(registry, step.item._t)?.asks !== undefined;
  if (!asksMore) return { ...WITHOUT_STEP, dialog };
  const both = async (): Promise<void> => {
    if (await saveTyped()) complete?.run();
  };
  return {
    moves: (own) => own.map((each) => (each.key === transition ? { ...each, run: () => void both() } : each)),
    dialog,
  };
};

// Moves of an item from one state to the next, as buttons: the declared transitions from its state for which this
// person has the right. Asks for a reason or the outcome of a step first; shows missing values at their fields.

import { when } from 'mobx';
import type { ComponentProps, ReactNode } from 'react';
import type { Client } from 'src/client/Client.ts';
import { useSave } from 'src/client/forms/draft/useItemDraft.ts';
import { itemIn } from 'src/client/fields/rules/ownerOf.ts';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import { encodeProblem, problemText } from 'src/client/fields/rules/FormProblem.ts';
import { propertiesIn } from 'src/client/stores/draftValues.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { transitionPreview, PreviewLines } from 'src/client/workflow/PreviewLines.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { warnUntil } from 'src/client/workflow/warnUntil.ts';
import { stateWord } from 'src/client/ui/stateWord.ts';
import { useClient } from 'src/client/useClient.ts';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { useAskDialog, type Question } from 'src/client/forms/useAskDialog.tsx';
import type { Choices } from 'src/client/fields/Choices.ts';
import { askedFields, REASON } from 'src/client/workflow/askedFields.ts';
import { kindOfType, listOwner, workflowSubject, workflowSummary } from 'src/client/fields/display/stepValues.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { InvalidEntry, MovePreview } from 'src/model/generated/wire.ts';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { isProblem, problem } from 'src/model/problems.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { ClientTransition } from 'src/model/schema/StateMachine.ts';
import { pointerParts } from 'src/model/text/jsonPointer.ts';
import { readableName } from 'src/model/text/readableName.ts';

const COMPLETE = 'COMPLETE';
/** Lists that cannot be read stop only a move that needs an answer from them. */
const LISTS_TIMEOUT_MS = 3_000;
/** Time to wait for an automatic successor before the state is announced. The page shows each state at once. */
const SUCCESSOR_MS = 700;
const MOVED = 'errors.state.moved';
/** Fields of the dialog, also if the item has a property with such a name. */
const ASKED: ReadonlySet<string> = new Set(['reason', 'outcome']);

export interface Move {
  readonly key: string;
  readonly to: string;
  readonly text: string;
  readonly intent: ClientTransition['intent'];
  readonly run: () => void;
}

interface MovedItem {
  readonly item: Item;
  readonly type: ItemType;
  /** Draft of a person who may change the fields of the item. */
  readonly draft?: ItemDraft | undefined;
  /** Opens the form of the item. */
  readonly edit?: (() => void) | undefined;
  /** The effects of a move that the page shows already. */
  readonly shown?: ShownPreview | undefined;
  /** The title and the text of the question of a move to the state, where it does more than move the item. */
  readonly words?: { readonly to: string; readonly title: string; readonly text: string } | undefined;
}

/** The server's preview of a move, for one version of the item. */
export interface ShownPreview {
  readonly move: string;
  readonly version: number;
  readonly preview: MovePreview;
}

/** Returns the effects of a move as the page shows them, or else as the server answers now. */
const effectsOf = async (
  client: Client,
  { item, shown }: MovedItem,
  transition: ClientTransition,
): Promise<MovePreview> =>
  shown?.move === transition.name && shown.version === item._u
    ? shown.preview
    : transitionPreview(client, item, transition);

const invalidEntriesOf = (thrown: unknown): readonly InvalidEntry[] => {
  if (!isProblem(thrown) || thrown.key !== 'invalid') return [];
  const errors = thrown.params?.errors;
  return Array.isArray(errors) ? (errors as InvalidEntry[]) : [];
};

/** Shows the current state of the item, and reads it again. Returns false for any other refusal. */
const wasMoved = (client: Client, messages: Messages, { item, type }: MovedItem, thrown: unknown): boolean => {
  const moved = invalidEntriesOf(thrown).find(({ message }) => message === MOVED);
  if (!moved) return false;
  const state = String(moved.params?.['state'] ?? '');
  client.alerts.warn('workflow.moved', { label: item.$label, state: stateWord(messages, type, { state: state }) });
  void client.items.refresh(item.$id);
  return true;
};

/**
 * Returns true if the refusal says that the item was changed after this person opened it, once the new state is loaded;
 * false for any other refusal.
 */
const wasChanged = async ({ alerts, items }: Client, thrown: unknown): Promise<boolean> => {
  const current = isProblem(thrown) && thrown.key === 'conflict' ? thrown.params?.['current'] : undefined;
  if (!isRecord(current)) return false;
  const { $id, $label } = current as Item;
  const now = await items.refresh($id);
  if (now.state === 'ready') items.looked.note(now.item);
  alerts.warn('workflow.changed', { label: $label });
  return true;
};

/** Shows why the item may not leave its state. Returns false for any other refusal. */
const showsReasons = (
  { alerts }: Client,
  messages: Messages,
  { type }: MovedItem,
  errors: readonly InvalidEntry[],
): boolean => {
  const reasons = errors.filter(({ path }) => pointerParts(path)[0] === type.states?.property);
  if (reasons.length === 0) return false;
  const texts = reasons.map((each) => problemText(messages.intl, encodeProblem(each)));
  alerts.warn('workflow.refused', { reasons: messages.intl.formatList(texts) });
  return true;
};

/**
 * Returns true if the missing values are shown at fields that this person can fill in. The dialog shows problems of its
 * own fields.
 */
const showsLack = (
  client: Client,
  messages: Messages,
  moved: MovedItem & { readonly asks: readonly string[] },
  errors: readonly InvalidEntry[],
): boolean => {
  const { type, draft, edit, asks } = moved;
  const ofItem = errors.filter(({ path }) => {
    const name = pointerParts(path)[0] ?? '';
    return (
      Object.hasOwn(type.properties, name) && !ASKED.has(name) && !asks.includes(name) && name !== type.states?.property
    );
  });
  if (ofItem.length === 0) return false;
  if (draft && edit) {
    draft.showRefused(ofItem as Json);
    const problems = ofItem.map(
      (each) =>
        `${messages.property(type.name, pointerParts(each.path)[0] ?? '')}: ${problemText(messages.intl, encodeProblem(each))}`,
    );
    const isMended = (): boolean => ofItem.every(({ path }) => draft.problems[path] === undefined);
    const values = { problems: messages.intl.formatList(problems) };
    warnUntil(client.alerts, isMended, { message: 'workflow.lacksHere', values });
    edit();
  } else {
    const names = ofItem.map(({ path }) => messages.property(type.name, pointerParts(path)[0] ?? ''));
    client.alerts.warn('workflow.lacks', { names: messages.intl.formatList(names) });
  }
  return true;
};

/** Returns the outcomes of a step: those that lead to another step, or all of the list. Undefined while the list is loading. */
const outcomeChoices = ({ registry, lists, items }: Client, item: Item): Choices | undefined => {
  const { next } = item;
  const leads = isRecord(next) ? Object.keys(next) : [];
  const id = String(item['of'] ?? '');
  const subject = workflowSubject(registry, tryParseItemId(id)?.type ?? '');
  if (!subject) return [];
  const of = items.get(id);
  if (of.state === 'loading') return undefined;
  const owner = listOwner(subject, itemIn(of));
  const values = lists.values(subject.outcomes, owner)?.filter(({ state }) => state === 'ACTIVE');
  const keys = leads.length > 0 ? leads : values?.map(({ key }) => key);
  return values && keys?.map((key) => [key, lists.label(subject.outcomes, owner, key) ?? key]);
};

/** True where a step is the last that is left. */
const isLast = (of: Item | undefined): boolean => {
  if (!of) return false;
  const { done, steps } = workflowSummary(of);
  return done === steps - 1;
};

/**
 * Returns whether the question about the outcome of a step is asked, whether an answer is required, and the value that the item already
 * has.
 */
export const outcomeAsked = ({ registry, items }: Client, item: Item) => {
  const id = String(item['of'] ?? '');
  const of = itemIn(items.get(id));
  const { ends } = workflowSubject(registry, tryParseItemId(id)?.type ?? '') ?? {};
  const known = ends?.outcome === undefined ? undefined : of?.[ends.outcome];
  const value = typeof known === 'string' ? known : undefined;
  const leads = isRecord(item['next']) && Object.keys(item['next']).length > 0;
  const { outcome } = kindOfType(registry, item._t) ?? {};
  const ended = ends?.outcome !== undefined && value === undefined && isLast(of);
  return { asks: leads || outcome !== undefined || ended, required: leads || outcome === 'required' || ended, value };
};

/** The fields of a question, and the values that they start with. */
type AskedOf = Required<Pick<Question, 'values'>> & { readonly fields: readonly FormField[] };
const NOTHING_ASKED: AskedOf = { fields: [], values: {} };

const outcomeField = async (client: Client, item: Item): Promise<AskedOf> => {
  const id = String(item['of'] ?? '');
  // The questions depend on the item of the step, which a page of only the step may not have loaded yet.
  await when(() => client.items.get(id).state !== 'loading', { timeout: LISTS_TIMEOUT_MS }).catch(() => {
    throw problem('timeout');
  });
  const { asks, required, value } = outcomeAsked(client, item);
  if (!asks) return NOTHING_ASKED;
  const read = (): Choices | undefined => outcomeChoices(client, item);
  await when(() => read() !== undefined, { timeout: LISTS_TIMEOUT_MS }).catch(() => {});
  const choices = read();
  if (!choices && required) throw problem('timeout');
  if (!choices || choices.length === 0) return NOTHING_ASKED;
  const isKnown = value !== undefined && choices.some(([key]) => key === value);
  return {
    fields: [{ name: 'outcome', label: `types.${item._t}.props.outcome`, choices, required }],
    values: { outcome: isKnown ? value : null },
  };
};

const valuesIn = (item: Item, { properties }: ItemType): Values => propertiesIn(item, new Set(Object.keys(properties)));

/** Returns the fields that the kind of the step declares for its item, and the values of the item. */
const fieldsOfItem = (client: Client, step: Item): AskedOf => {
  const of = itemIn(client.items.get(String(step['of'] ?? '')));
  const type = of && client.registry.types[of._t];
  const { asks = [] } = kindOfType(client.registry, step._t) ?? {};
  return of && type ? { fields: askedFields(type, { names: asks }), values: valuesIn(of, type) } : NOTHING_ASKED;
};

const reasonField = ({ reason }: ClientTransition): readonly FormField[] =>
  reason === undefined ? [] : [{ ...REASON, required: reason === 'required' }];

/** Versions that this person has looked at of the items that a step names. */
const seenBeside = ({ looked }: Client['items'], type: ItemType | undefined, item: Item): Record<string, number> =>
  Object.fromEntries(
    Object.values(type?.properties ?? {}).flatMap(({ name, rel, many }): [string, number][] => {
      const id = item[name];
      const version = rel && !many && typeof id === 'string' ? looked.of(id) : undefined;
      return version === undefined ? [] : [[String(id), version]];
    }),
  );

/** Values that are saved as properties of the item, and those that belong to the move. */
const split = (answers: Values, asks: readonly string[] = []): { readonly asked: Values; readonly rest: Values } => {
  const entries = Object.entries(answers);
  const asked = entries.filter(([name]) => asks.includes(name));
  const rest = Object.fromEntries(entries.filter(([name]) => !asks.includes(name)));
  return { asked: asked.length > 0 ? { props: Object.fromEntries(asked) } : {}, rest };
};

const sendMove = async (
  { connection, registry, items }: Client,
  { item }: MovedItem,
  { transition, answers }: { readonly transition: ClientTransition; readonly answers: Values },
): Promise<void> => {
  const { $id } = item;
  const u = transition.seen ? (items.looked.of($id) ?? item._u) : item._u;
  const stepKind = kindOfType(registry, item._t);
  if (stepKind) {
    const of = parseItemId(String(item['of'] ?? ''));
    const { asked, rest } = split(answers, stepKind.asks);
    const input = {
      ...{ step: $id, state: transition.to, u, ...asked, ...rest },
      seen: seenBeside(items, registry.types[item._t], item),
    };
    await connection.send('act/setStepState', { _t: of.type, _i: of.number, ...input });
  } else {
    const { asked, rest } = split(answers, transition.asks);
    await connection.send('act/transition', { _t: item._t, _i: item._i, name: transition.name, u, ...asked, ...rest });
  }
  await items.refresh($id);
};

/** Returns what the dialog of a transition asks: the declared question, or one that names the item and its next state. */
const confirmText = (messages: Messages, { item, type }: MovedItem, { name, to }: ClientTransition): string =>
  messages.find(`types.${type.name}.transitions.${name}.confirm`) ??
  messages.format('workflow.confirm', { label: item.$label, state: stateWord(messages, type, { state: to }) });

/** Returns the title and the text of a question that does more than move the item. */
const moveWords = ({ words }: MovedItem, { to }: ClientTransition): Partial<NonNullable<MovedItem['words']>> =>
  words?.to === to ? words : {};

/** Saves what was typed. The function resolves to false where it cannot be saved yet, which is shown in the form. */
export const useSaveTyped = ({ draft, edit }: Pick<MovedItem, 'draft' | 'edit'>): (() => Promise<boolean>) => {
  const { alerts } = useClient();
  const save = useSave(draft);
  return async () => {
    await when(() => draft?.dirtyState !== 'SAVING');
    if (draft?.dirty) await save();
    if (!draft?.dirty) return true;
    alerts.warn('workflow.saveFirst');
    edit?.();
    return false;
  };
};

/** Returns false for the completion of a step that is completed by a transition of its record. */
const isOffered = ({ registry, items }: Client, item: Item, { to }: ClientTransition): boolean => {
  const { record = '', readyWhen } = kindOfType(registry, item._t) ?? {};
  const id = item[record];
  if (to !== COMPLETE || !readyWhen) return true;
  const found = typeof id === 'string' ? itemIn(items.get(id)) : undefined;
  return readyWhen.is.includes(String(found?.[readyWhen.path] ?? ''));
};

interface MoveTextProps extends ComponentProps<typeof PreviewLines> {
  readonly label: string;
  readonly text: string;
}

/** Names the item where the question does not: it may be one of many cards on a board. */
const MoveText = ({ label, text, lines }: MoveTextProps) => (
  <>
    {!text.includes(label) && (
      <p>
        <strong dir="auto">{label}</strong>
      </p>
    )}
    <p>{text}</p>
    <PreviewLines lines={lines} />
  </>
);

export const useMoves = (moved: MovedItem): { readonly moves: readonly Move[]; readonly dialog: ReactNode } => {
  const client = useClient();
  const messages = useMessages();
  const [dialog, ask] = useAskDialog();
  const { item, type } = moved;
  const { states } = type;
  const saveTyped = useSaveTyped(moved);
  const textOf = (name: string): string =>
    messages.find(`types.${type.name}.transitions.${name}`) ?? readableName(name);
  const run = async (seen: MovedItem, transition: ClientTransition, answers: Values): Promise<void> => {
    await sendMove(client, seen, { transition, answers });
    const stateNow = (): string => {
      const now = client.items.peek(item.$id);
      const state = now?.state === 'ready' ? now.item[states?.property ?? ''] : undefined;
      return String(state ?? transition.to);
    };
    // An automatic successor moves it further, in the same moment or just after it.
    const reached = stateNow();
    if (reached === transition.to) await when(() => stateNow() !== reached, { timeout: SUCCESSOR_MS }).catch(() => {});
    const shown = stateWord(messages, type, { state: stateNow() });
    client.alerts.success('workflow.movedOn', { label: item.$label, state: shown });
  };
  /** Runs the transition. Shows a lost race, a refusal and missing values itself, and rethrows other errors for the dialog. */
  const tryTo = async (seen: MovedItem, transition: ClientTransition, answers: Values): Promise<void> => {
    try {
      await run(seen, transition, answers);
    } catch (thrown) {
      if (await wasChanged(client, thrown)) return;
      if (
        !wasMoved(client, messages, moved, thrown) &&
        !showsReasons(client, messages, moved, invalidEntriesOf(thrown)) &&
        !showsLack(client, messages, { ...moved, asks: transition.asks ?? [] }, invalidEntriesOf(thrown))
      )
        throw thrown;
    }
  };
  const begin = async (transition: ClientTransition): Promise<void> => {
    if (!(await saveTyped())) return;
    // Uses the version that was just saved.
    const seen = { ...moved, item: itemIn(client.items.get(moved.item.$id)) ?? moved.item };
    const { item } = seen;
    const { asks = [] } = transition;
    const { errors, lines } = await effectsOf(client, seen, transition);
    if (errors.length > 0 && showsLack(client, messages, { ...moved, asks }, errors)) return;
    const isEnd = kindOfType(client.registry, item._t) !== undefined && transition.to === COMPLETE;
    const outcome = isEnd ? await outcomeField(client, item) : NOTHING_ASKED;
    const ofItem = isEnd ? fieldsOfItem(client, item) : NOTHING_ASKED;
    const fields = [
      ...outcome.fields,
      ...ofItem.fields,
      ...askedFields(type, { names: asks, required: transition.requires }),
      ...reasonField(transition),
    ];
    const { name, confirm, intent } = transition;
    const { title = textOf(name), text = confirmText(messages, moved, transition) } = moveWords(moved, transition);
    if (fields.length === 0 && !confirm) {
      return await tryTo(seen, transition, {});
    }
    ask({
      title,
      text: <MoveText label={item.$label} {...{ text, lines }} />,
      apply: title,
      intent: intent ?? 'primary',
      fields,
      of: ofItem.fields.length > 0 ? String(item['of']) : item.$id,
      values: { ...valuesIn(item, type), ...ofItem.values, ...outcome.values, reason: null },
      submit: (answers) => tryTo(seen, transition, answers),
    });
  };
  const state = String(item[states?.property ?? ''] ?? '');
  const moves = (states?.transitions ?? [])
    .filter(({ from, name }) => from.includes(state) && client.items.may(item.$id, name))
    .filter(({ whileEmpty }) => whileEmpty === undefined || isEmptyValue(item[whileEmpty]))
    .filter((transition) => isOffered(client, item, transition))
    .map((transition): Move => ({
      ...{ key: transition.name, to: transition.to, text: textOf(transition.name), intent: transition.intent },
      run: () => void begin(transition).catch((thrown: unknown) => client.alerts.error(thrown)),
    }));
  return { moves, dialog };
};

// Entries of a consultation log about moves of the request and of its answers, each with the states before and after. A move without an
// event, such as a move of a record that was taken over from elsewhere, is read from the record.

import { RESPONSE } from 'src/domain/consult/responses.server.ts';
import {
  dayOf,
  joinedTexts,
  relatedLabel,
  EMPTY_ROW,
  proseOf,
  submitterOf,
  valueAsText,
  itemIdsAt,
  type Log,
  type LogKind,
  type LogRow,
} from 'src/domain/consult/logRows.server.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';

export const REQUEST = 'Consultation';
const SUBMITTED = 'consultationSubmitted';
const OFFLINE_MOVE = 'responseOffline';

/** Events of a request that both parties know. Earlier ones concern the submitter only. */
const REQUEST_MOVES = [
  SUBMITTED,
  'consultationDistributed',
  'consultationMoved',
  'consultationIncomplete',
  'consultationCompleted',
  'consultationAnswered',
  'consultationClosed',
  'consultationWithdrawn',
];
const ANSWER_MOVES = ['responseGiven', OFFLINE_MOVE];
const RESPONSE_MOVES = ['responseAsked', ...ANSWER_MOVES, 'responseNone', 'responseReopened'];
export const MOVES: readonly string[] = [...REQUEST_MOVES, ...RESPONSE_MOVES];

const movedOf = ({ moves }: Log, id: ItemId): ReadonlySet<string> =>
  new Set((moves.get(id) ?? []).map(({ kind }) => kind));
const hasMadeMove = (log: Log, id: ItemId, kinds: readonly string[]): boolean => {
  const moved = movedOf(log, id);
  return kinds.some((kind) => moved.has(kind));
};

const stateName = ({ words }: Log, type: string, state: string): string =>
  state === '' ? '' : words.named(`types.${type}.enum.state.${state}`, state);

const submission = (log: Log): Pick<LogRow, 'subject' | 'answer' | 'files'> => ({
  subject: valueAsText(log.consultation['projectName']),
  answer: proseOf(log.consultation['projectDescription']),
  files: itemIdsAt(log.consultation, 'documents'),
});

/** Returns the states of a move. For a move that was recorded without states, the kind of the event gives those that are certain. */
const statesOf = ({ context: { services } }: Log, type: string, event: Item): readonly [from: string, to: string] => {
  const { fromState, toState, kind } = event;
  if (typeof toState === 'string') return [valueAsText(fromState), toState];
  const { transitions = [] } = services.registry.types[type]?.states ?? {};
  const move = transitions.find((each) => each.event?.kind === kind);
  return [move?.from.length === 1 ? (move.from[0] ?? '') : '', move?.to ?? ''];
};

const moveOf = (log: Log, event: Item): LogRow => {
  const kind = valueAsText(event['kind']);
  const context = valueAsText(event['context']);
  const type = tryParseItemId(context)?.type ?? '';
  const [from, to] = statesOf(log, type, event);
  return {
    ...EMPTY_ROW,
    ...{ at: event._c.ts, method: log.words.named(`events.${kind}.name`, kind), record: event.$id },
    ...{ submitter: submitterOf(log), subject: valueAsText(log.consultation['projectName']) },
    ...{ fromState: stateName(log, type, from), toState: stateName(log, type, to) },
  };
};

const requestMoves: LogKind = {
  ...{ key: 'move', group: 'request', type: 'Event' },
  must: ({ consultation }) => ({ context: [consultation.$id], kind: REQUEST_MOVES }),
  at: (event, { consultation }) =>
    consultation['submitted'] === undefined || event._c.ts < valueAsText(consultation['submitted'])
      ? undefined
      : event._c.ts,
  rows: (log, events) =>
    Promise.resolve(
      events.map((event) => ({
        ...moveOf(log, event),
        ...(event['kind'] === SUBMITTED ? submission(log) : { answer: proseOf(event['description']) }),
      })),
    ),
};

const isLastGiven = ({ moves }: Log, { $id, context }: Item): boolean =>
  (moves.get(valueAsText(context)) ?? []).findLast(({ kind }) => ANSWER_MOVES.includes(kind))?.id === $id;

/** An answer that was given outside the system has its own day in the log, not that of its entry. */
const lastResponseDay = (log: Log, event: Item): string | undefined =>
  isLastGiven(log, event) ? log.responses.get(valueAsText(event['context']))?.givenDay : undefined;

const answerMoves: LogKind = {
  ...{ key: 'answerMove', group: 'answer', type: 'Event' },
  must: ({ responses }) =>
    responses.size === 0 ? undefined : { context: [...responses.keys()], kind: RESPONSE_MOVES },
  at: (event, log) => lastResponseDay(log, event) ?? event._c.ts,
  rows: (log, events) =>
    Promise.resolve(
      events.map((event) => {
        const { community = '', answer = '', files = [] } = log.responses.get(valueAsText(event['context'])) ?? {};
        const row = { ...moveOf(log, event), community };
        // An answer that was opened again is logged with its present text.
        return isLastGiven(log, event)
          ? { ...row, at: lastResponseDay(log, event) ?? row.at, answer, files: [...files] }
          : row;
      }),
    ),
};

const submissions: LogKind = {
  ...{ key: 'submission', group: 'request', type: REQUEST },
  must: ({ consultation }) => ({ $id: [consultation.$id] }),
  at: (item, log) => (hasMadeMove(log, item.$id, [SUBMITTED]) ? undefined : dayOf(item, 'submitted')),
  rows: (log, items) =>
    Promise.resolve(
      items.map((item) => ({
        ...EMPTY_ROW,
        ...{ at: valueAsText(item['submitted']), method: log.words.property(REQUEST, 'submitted') },
        ...{ submitter: submitterOf(log), record: item.$id },
        ...submission(log),
      })),
    ),
};

const ofResponses = ({ consultation, responses }: Log): Readonly<Record<string, readonly string[]>> | undefined =>
  responses.size === 0 ? undefined : { consultation: [consultation.$id] };

const ofResponse = (log: Log, item: Item) => ({
  ...EMPTY_ROW,
  ...{ submitter: submitterOf(log), community: relatedLabel(item, item['community']) },
  ...{ subject: valueAsText(log.consultation['projectName']), record: item.$id },
});

const notifications: LogKind = {
  ...{ key: 'notice', group: 'answer', type: RESPONSE },
  must: ofResponses,
  at: (item) => dayOf(item, 'notified'),
  rows: (log, items) =>
    Promise.resolve(
      items.map((item) => ({
        ...ofResponse(log, item),
        ...{ at: valueAsText(item['notified']), method: log.words.property(RESPONSE, 'notified') },
      })),
    ),
};

const answers: LogKind = {
  ...{ key: 'answer', group: 'answer', type: RESPONSE },
  must: ofResponses,
  at: (item, log) => (hasMadeMove(log, item.$id, ANSWER_MOVES) ? undefined : dayOf(item, 'responded')),
  rows: (log, items) =>
    Promise.resolve(
      items.map((item) => ({
        ...ofResponse(log, item),
        ...{ at: valueAsText(item['responded']), method: log.words.named(`types.${RESPONSE}.label`, RESPONSE) },
        toState: stateName(log, RESPONSE, valueAsText(item['state'])),
        answer: log.responses.get(item.$id)?.answer ?? '',
        files: [...(log.responses.get(item.$id)?.files ?? [])],
      })),
    ),
};

/** Returns the text of an answer: its outcome, its summary, and how it was given where that was elsewhere. */
export const answerText = (
  item: Item,
  { outcome, way }: { readonly outcome: string; readonly way: string },
): string => {
  const given = joinedTexts([outcome, proseOf(item['summary'])], ': ');
  return item['state'] === 'OFFLINE'
    ? joinedTexts([joinedTexts([way, proseOf(item['offline'])], ': '), given], '\n')
    : given;
};

export const MOVE_KINDS: readonly LogKind[] = [submissions, requestMoves, notifications, answerMoves, answers];

// The changes of the answers of a record since it was sent, from its history.

import { useCallback, useMemo } from 'react';
import { useClient, useServerData, type Answered } from 'src/client/extend.ts';
import {
  changesByAnswer,
  type AnswerChange,
  type RecordChange,
} from 'src/domain/geokeeper/review/answerDifferences.ts';
import { mergedAnswers } from 'src/domain/geokeeper/review/answerRows.ts';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import type { Item, Json } from 'src/model/item/Item.ts';

/** Changes that are read at once. A record with more shows the newest. */
const REVIEW_MOST_CHANGES = 200;

const REVIEW_NO_CHANGES: ReadonlyMap<string, readonly AnswerChange[]> = new Map();

const reviewFormDataOf = (value: Json | undefined): unknown =>
  typeof value === 'object' && value !== null && 'formData' in value ? value.formData : undefined;

const reviewChangeOf = ({ at, by, changes }: HistoryEvent): RecordChange => {
  const side = (which: 0 | 1): unknown =>
    mergedAnswers(
      reviewFormDataOf(changes['formInstance']?.[which]) ?? changes['formInstance.formData']?.[which],
      changes['restrictedAnswers']?.[which],
    );
  return { at, by: by ?? undefined, before: side(0), after: side(1) };
};

/** Returns the events after the record was sent: a draft changes until then. The newest event is the first one. */
const sinceSent = (events: readonly HistoryEvent[]): readonly HistoryEvent[] => {
  const sent = events.findLastIndex(({ changes }) => changes['state']?.[1] === 'RECEIVED');
  const later = sent < 0 ? events : events.slice(0, sent);
  return later.filter(({ kind }) => kind !== 'created');
};

interface AnswerChanges extends Pick<Answered<unknown>, 'failure' | 'again'> {
  readonly changes: ReadonlyMap<string, readonly AnswerChange[]>;
}

export const useAnswerChanges = ({ $id, _u }: Item): AnswerChanges => {
  const { connection } = useClient();
  const ask = useCallback(() => connection.send(`history/${$id}`, { max: REVIEW_MOST_CHANGES }), [connection, $id]);
  const { answer, failure, again } = useServerData({ of: $id, ask, version: _u });
  const changes = useMemo(
    () => (answer ? changesByAnswer(sinceSent(answer.events).map(reviewChangeOf)) : REVIEW_NO_CHANGES),
    [answer],
  );
  return { changes, failure, again };
};

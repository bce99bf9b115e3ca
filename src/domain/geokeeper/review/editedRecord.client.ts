// The stored values of a record to which its edits are compared.

import { answerAt } from 'src/domain/geokeeper/review/answerRows.ts';
import { reviewAnswersOf } from 'src/domain/geokeeper/review/recordAnswers.client.ts';
import type { EditedRecord } from 'src/domain/geokeeper/review/recordEdits.ts';
import { readTrack } from 'src/domain/geokeeper/review/tripTrack.ts';
import type { Item } from 'src/model/item/Item.ts';

export const editedRecord = (item: Item): EditedRecord => {
  const answers = reviewAnswersOf(item);
  return {
    ...{ u: item._u, place: item['place'] ?? null, track: readTrack(item['track']) },
    answers: (path) => answerAt(answers, path),
  };
};

// The answers of a record.

import { mergedAnswers } from 'src/domain/geokeeper/review/answerRows.ts';
import type { FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { Item } from 'src/model/item/Item.ts';

/** Returns the answers of both audiences that the reader may see. */
export const reviewAnswersOf = (item: Item): FormAnswers => {
  const instance = item['formInstance'];
  const general =
    typeof instance === 'object' && instance !== null && 'formData' in instance ? instance.formData : undefined;
  return mergedAnswers(general, item['restrictedAnswers']);
};

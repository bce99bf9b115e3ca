// One answer of a record in the words of its form: choices by their labels, positions with their accuracy, and files with their viewers.

import { observer } from 'mobx-react-lite';
import { Gallery, useClient, useMessages, type Messages } from 'src/client/extend.ts';
import { fileTitle } from 'src/client/extendMedia.ts';
import { idsOfFiles } from 'src/client/extendPage.ts';
import type { FieldForm, Position, Question, QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isFieldPosition } from 'src/domain/geokeeper/forms/positions.ts';
import { choiceOf, reviewTextIn } from 'src/domain/geokeeper/review/answerRows.ts';
import { lengthOfLines } from 'src/domain/geokeeper/review/trackMeasures.ts';
import { distanceText } from 'src/domain/geokeeper/review/tripPanels.client.tsx';
import type { Item } from 'src/model/item/Item.ts';

const REVIEW_FILE_TYPES: ReadonlySet<QuestionType> = new Set([
  'photo',
  'audio',
  'video',
  'file',
  'signature',
  'drawing',
]);

export interface AnswerContext {
  readonly form: FieldForm | undefined;
  readonly question: Question | undefined;
  /** Languages of the reader, the best first. */
  readonly languages: readonly string[];
}

const reviewPositionText = (messages: Messages, { lat, lon, accuracy }: Position): string => {
  const at = [lat, lon].map((each) => messages.intl.formatNumber(each, { maximumFractionDigits: 6 })).join(', ');
  return accuracy === undefined
    ? messages.format('fieldReview.positionUnknown', { at })
    : messages.format('fieldReview.positionAccuracy', { at, accuracy: distanceText(messages, accuracy) });
};

const choiceText = ({ form, question, languages }: AnswerContext, name: string): string =>
  reviewTextIn(choiceOf(form, question, name)?.label, languages) ?? name;

const listText = (messages: Messages, context: AnswerContext, values: readonly unknown[]): string => {
  const positions = values.filter(isFieldPosition);
  if (positions.length > 0)
    return messages.format(context.question?.type === 'area' ? 'fieldReview.areaOf' : 'fieldReview.lineOf', {
      count: positions.length,
      length: distanceText(messages, lengthOfLines([positions])),
    });
  return messages.intl.formatList(values.map((each) => choiceText(context, String(each))));
};

const stringText = (messages: Messages, context: AnswerContext, value: string): string => {
  switch (context.question?.type) {
    case 'selectOne':
      return choiceText(context, value);
    case 'acknowledge':
      return messages.format('fieldReview.acknowledged');
    case 'date':
      return messages.intl.formatDate(`${value}T00:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' });
    case 'dateTime':
      return Number.isNaN(Date.parse(value))
        ? value
        : messages.intl.formatDate(value, { dateStyle: 'long', timeStyle: 'short' });
    case 'time':
      return value.slice(0, 5);
    default:
      return value;
  }
};

/** Returns an answer as text. Values of no known kind appear as they are stored. */
export const answerText = (messages: Messages, context: AnswerContext, value: unknown): string => {
  if (value === undefined || value === null || value === '') return messages.format('fieldReview.noAnswer');
  if (typeof value === 'number') return messages.intl.formatNumber(value, { maximumFractionDigits: 10 });
  if (typeof value === 'string') return stringText(messages, context, value);
  if (Array.isArray(value)) return listText(messages, context, value);
  return isFieldPosition(value) ? reviewPositionText(messages, value) : JSON.stringify(value);
};

/** Returns the file of a record by the name that an answer has. Observable. */
const useRecordFile = (item: Item, name: unknown) => {
  const { items } = useClient();
  const ids = [...idsOfFiles(item['files']), ...idsOfFiles(item['restrictedFiles'])];
  return ids.find((id) => {
    const loaded = items.get(id);
    return loaded.state === 'ready' && fileTitle(loaded.item) === name;
  });
};

interface AnswerValueProps extends AnswerContext {
  readonly item: Item;
  readonly value: unknown;
}

export const AnswerValue = observer(({ item, value, ...context }: AnswerValueProps) => {
  const messages = useMessages();
  const file = useRecordFile(item, value);
  const isFile = context.question !== undefined && REVIEW_FILE_TYPES.has(context.question.type);
  if (isFile && file !== undefined) return <Gallery ids={[file]} />;
  if (isFile && typeof value === 'string' && value !== '')
    return (
      <span>
        {value} <span className="kk-soft">{messages.format('fieldReview.fileMissing')}</span>
      </span>
    );
  const isEmpty = value === undefined || value === null || value === '';
  return (
    <span className={isEmpty ? 'kk-soft' : 'kk-answer-text'} dir="auto">
      {answerText(messages, context, value)}
    </span>
  );
});

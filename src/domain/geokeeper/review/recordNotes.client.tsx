// Shows the notes that the server made when a record arrived: at its question, or above the answers.

import { observer } from 'mobx-react-lite';
import { groupBy } from 'src/base/groupBy.ts';
import { Band, Icon, useMessages, type Messages } from 'src/client/extend.ts';
import { readNotes, type ArrivalNote } from 'src/domain/geokeeper/arrival/arrivalNotes.ts';
import type { Item } from 'src/model/item/Item.ts';

const SECONDS_OF_MINUTE = 60;

const arrivalNoteText = (messages: Messages, { kind, values = {} }: ArrivalNote, item: Item): string => {
  const seconds = Number(values['seconds'] ?? 0);
  const { deviceTime } = item;
  return messages.format(`fieldReview.notes.${kind}`, {
    ...values,
    minutes: Math.round(Math.abs(seconds) / SECONDS_OF_MINUTE),
    direction: seconds > 0 ? 'ahead' : 'behind',
    time:
      typeof deviceTime === 'string'
        ? messages.intl.formatDate(deviceTime, { dateStyle: 'medium', timeStyle: 'short' })
        : '',
  });
};

interface NotesProps {
  readonly item: Item;
  readonly notes: readonly ArrivalNote[];
}

/** Notes about one answer. */
export const AnswerNotes = observer(({ item, notes }: NotesProps) => {
  const messages = useMessages();
  if (notes.length === 0) return null;
  return (
    <ul className="kk-plain-list kk-answer-notes">
      {notes.map((note) => (
        <li key={note.kind}>
          <Icon name="warning-sign" /> {arrivalNoteText(messages, note, item)}
        </li>
      ))}
    </ul>
  );
});

/** Notes about the whole record, and about answers without a row. */
export const RecordNotes = observer(({ item, notes }: NotesProps) => {
  const messages = useMessages();
  if (notes.length === 0) return null;
  return (
    <Band tone="warning">
      <b>{messages.format('fieldReview.noticed')}</b>
      <ul className="kk-plain-list">
        {notes.map((note) => (
          <li key={`${note.kind} ${note.path}`}>
            {note.path !== '' && <b dir="auto">{note.path}: </b>}
            {arrivalNoteText(messages, note, item)}
          </li>
        ))}
      </ul>
    </Band>
  );
});

/** Returns the notes of a record by the path of their answer. The reader needs the right to manage field data. */
export const notesByPath = (item: Item): ReadonlyMap<string, readonly ArrivalNote[]> =>
  groupBy(readNotes(item['arrivalNotes']), ({ path }) => path);

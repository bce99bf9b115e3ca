// The answers of a record in the words of its form, with photos, the changes of each answer, and what was sent first.

import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import {
  Band,
  Button,
  ItemLink,
  Loading,
  PartFailed,
  useClient,
  useMessages,
  When,
  type PagePartProps,
} from 'src/client/extend.ts';
import type { ArrivalNote } from 'src/domain/geokeeper/arrival/arrivalNotes.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { AnswerEditor, isEditable } from 'src/domain/geokeeper/review/AnswerEditor.client.tsx';
import type { AnswerChange } from 'src/domain/geokeeper/review/answerDifferences.ts';
import { answerRows, type AnswerRow } from 'src/domain/geokeeper/review/answerRows.ts';
import { answerText, AnswerValue } from 'src/domain/geokeeper/review/AnswerValue.client.tsx';
import { EditsBar } from 'src/domain/geokeeper/review/EditsBar.client.tsx';
import type { FieldDataEdits } from 'src/domain/geokeeper/review/FieldDataEdits.client.ts';
import { reviewAnswersOf } from 'src/domain/geokeeper/review/recordAnswers.client.ts';
import { useAnswerChanges } from 'src/domain/geokeeper/review/useAnswerChanges.client.ts';
import { AnswerNotes, notesByPath, RecordNotes } from 'src/domain/geokeeper/review/recordNotes.client.tsx';
import { useFieldDataEdits } from 'src/domain/geokeeper/review/useFieldDataEdits.client.ts';
import { useRecordForm } from 'src/domain/geokeeper/review/useRecordForm.client.ts';
import type { Item } from 'src/model/item/Item.ts';
import 'src/domain/geokeeper/review/fieldReview.css';
import 'src/domain/geokeeper/pageMessages/fieldFormsMessages.client.ts';
import 'src/domain/geokeeper/pageMessages/fieldReviewMessages.client.ts';

interface RowProps {
  readonly item: Item;
  readonly form: FieldForm | undefined;
  readonly languages: readonly string[];
  readonly row: AnswerRow;
  readonly changes: readonly AnswerChange[];
  readonly notes: readonly ArrivalNote[];
  readonly showsFirst: boolean;
  readonly edits: FieldDataEdits;
}

/** The changes of one answer: person, time and the value before. */
const ReviewChanges = observer(
  ({ form, languages, row: { question }, changes }: Pick<RowProps, 'form' | 'languages' | 'row' | 'changes'>) => {
    const messages = useMessages();
    return (
      <details className="kk-answer-changes">
        <summary>{messages.format('fieldReview.changes', { count: changes.length })}</summary>
        <ol className="kk-plain-list">
          {changes.map(({ at, by, before }) => (
            <li key={at}>
              {by !== undefined && <ItemLink id={by} />} <When at={at} />
              <br />
              <del dir="auto">
                {messages.format('fieldReview.changedBefore', {
                  value: answerText(messages, { form, question, languages }, before),
                })}
              </del>
            </li>
          ))}
        </ol>
      </details>
    );
  },
);

const Heading = ({
  row: { label, entry, heading, isRestricted },
  depth,
}: {
  readonly row: AnswerRow;
  readonly depth: number;
}) => {
  const messages = useMessages();
  return (
    <div className="kk-answer-heading" style={{ paddingInlineStart: `${depth}em` }}>
      <span role="heading" aria-level={Math.min(6, 4 + depth)} dir="auto">
        {heading === 'entry' ? messages.format('fieldReview.entry', { label, number: entry ?? 0 }) : label}
      </span>
      {isRestricted && <RestrictedTag />}
    </div>
  );
};

const RestrictedTag = () => <span className="kk-answer-tag">{useMessages().format('fieldReview.restricted')}</span>;

/** The answer, or its control while it is edited. */
const EditableAnswer = observer(
  ({ item, form, languages, row, edits }: Omit<RowProps, 'changes' | 'notes' | 'showsFirst'>) => {
    const client = useClient();
    const messages = useMessages();
    const [isOpen, open] = useState(false);
    const place = useRef<HTMLSpanElement>(null);
    const wasOpen = useRef(false);
    useEffect(() => {
      if (!isOpen && wasOpen.current) place.current?.querySelector('button')?.focus();
      wasOpen.current = isOpen;
    }, [isOpen]);
    const { path, question, label } = row;
    const edited = edits.of(item.$id)?.answers;
    const isEdited = edited !== undefined && Object.hasOwn(edited, path);
    const value = isEdited ? (edited[path] ?? undefined) : row.value;
    if (isOpen && form) return <AnswerEditor {...{ item, form, path, edits }} done={() => open(false)} />;
    const mayEdit = isEditable(form, row, item) && client.items.may(item.$id, 'update');
    return (
      <>
        <AnswerValue {...{ item, form, question, languages, value }} />
        {isEdited && <span className="kk-soft"> {messages.format('fieldReview.edited')}</span>}
        {mayEdit && (
          <span ref={place}>
            <Button
              {...{ size: 'small', variant: 'minimal', icon: 'edit' }}
              aria-label={messages.format('fieldReview.changeAnswer', { label })}
              onClick={() => open(true)}
            />
          </span>
        )}
      </>
    );
  },
);

const ReviewRow = observer((props: RowProps) => {
  const { item, form, languages, row, changes, notes, showsFirst } = props;
  const messages = useMessages();
  const { label, question, depth, isRestricted, heading } = row;
  if (heading !== undefined) return <Heading row={row} depth={depth} />;
  const [first] = changes;
  return (
    <dl className="kk-answer" data-changed={first ? true : undefined} style={{ paddingInlineStart: `${depth}em` }}>
      <dt dir="auto">
        {label} {isRestricted && <RestrictedTag />}
      </dt>
      <dd>
        <EditableAnswer {...props} />
        <AnswerNotes item={item} notes={notes} />
        {showsFirst && first && (
          <div className="kk-answer-first">
            <span className="kk-soft">{messages.format('fieldReview.firstSent')}</span>{' '}
            <AnswerValue {...{ item, form, question, languages, value: first.before }} />
          </div>
        )}
        {first && <ReviewChanges {...{ form, languages, row, changes }} />}
      </dd>
    </dl>
  );
});

/** Rows of answers that were removed by a change: they are in the history and no longer in the record. */
const withRemoved = (
  rows: readonly AnswerRow[],
  changes: ReadonlyMap<string, readonly AnswerChange[]>,
): readonly AnswerRow[] => {
  const known = new Set(rows.map(({ path }) => path));
  const removed = [...changes.keys()].filter((path) => !known.has(path));
  return [
    ...rows,
    ...removed.map((path): AnswerRow => ({
      ...{ path, question: undefined, label: path, depth: 0, value: undefined, isRestricted: false },
    })),
  ];
};

export const ReviewAnswersPart = observer(({ item }: PagePartProps) => {
  const { intl } = useClient();
  const messages = useMessages();
  const { form, loading, missing } = useRecordForm(item);
  const { changes, failure, again } = useAnswerChanges(item);
  const [showsFirst, showFirst] = useState(false);
  const edits = useFieldDataEdits(item.$id);
  if (loading) return <Loading />;
  const languages = [intl.locale, intl.locale.split('-')[0] ?? ''];
  const rows = withRemoved(answerRows(form, reviewAnswersOf(item), { languages }), changes);
  const notes = notesByPath(item);
  const shown = new Set(rows.map(({ path }) => path));
  const others = [...notes].flatMap(([path, each]) => (shown.has(path) ? [] : each));
  return (
    <section className="kk-answers" aria-label={messages.format('fieldReview.answers')}>
      <h3>{messages.format('fieldReview.answers')}</h3>
      {missing && <Band tone="warning">{messages.format('fieldReview.noForm')}</Band>}
      <RecordNotes item={item} notes={others} />
      <EditsBar edits={edits} />
      {failure !== undefined && <PartFailed message="fieldReview.changesFailed" failure={failure} again={again} />}
      {changes.size > 0 && (
        <Button
          size="small"
          icon="comparison"
          active={showsFirst}
          aria-pressed={showsFirst}
          onClick={() => showFirst(!showsFirst)}
        >
          {messages.format('fieldReview.asSent')}
        </Button>
      )}
      {rows.map((row) => (
        <ReviewRow
          key={row.path}
          {...{ item, form, languages, row, showsFirst, edits }}
          changes={changes.get(row.path) ?? []}
          notes={notes.get(row.path) ?? []}
        />
      ))}
    </section>
  );
});

// Properties that only some types of questions have: limits of ranges, accuracy of positions, sizes of photos. And how a question looks.

import { observer } from 'mobx-react-lite';
import { Button, useMessages } from 'src/client/extend.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { NumberRow, EditorTextRow, TextsRows } from 'src/domain/geokeeper/formEditor/editorRows.client.tsx';
import { formTextKeys } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import { MediaRow } from 'src/domain/geokeeper/formEditor/mediaRow.client.tsx';
import type { QuestionRowsProps } from 'src/domain/geokeeper/formEditor/questionPanel.client.tsx';
import { traitsOf } from 'src/domain/geokeeper/formEditor/questionTypes.ts';
import type { AnsweredType, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

const RANGE_ENDS = ['start', 'end', 'step'] as const;
const ACCURACIES = ['capture', 'warning'] as const;
const MEDIA_KINDS = ['image', 'audio', 'video'] as const;

/** Words of appearances that change how a type is shown. */
const APPEARANCES: Readonly<Partial<Record<AnsweredType, readonly string[]>>> = {
  text: ['multiline', 'numbers'],

  date: ['month-year', 'year'],
  selectOne: ['minimal', 'likert', 'columns', 'autocomplete'],
  selectMany: ['minimal', 'columns', 'autocomplete'],
};

const appearancesOf = (type: Question['type']): readonly string[] =>
  new Map<string, readonly string[]>(Object.entries(APPEARANCES)).get(type) ?? [];

/** Members without the one that is undefined; undefined for none. */
const withOwnMember = <Members extends object>(
  members: Members | undefined,
  name: keyof Members & string,
  value: unknown,
): Members | undefined => {
  const entries = Object.entries({ ...members, [name]: value }).filter(([, each]) => each !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Members);
};

export const DetailRows = observer(({ question }: QuestionRowsProps) => {
  const { edited } = useFormEditing();
  const messages = useMessages();
  const { type, range = { start: 0, end: 10, step: 1 }, accuracy } = question;
  const { isPosition } = traitsOf(type);
  return (
    <>
      {type === 'range' &&
        RANGE_ENDS.map((name) => (
          <NumberRow
            key={name}
            label={messages.format(`formEditor.range.${name}`)}
            value={range[name]}
            set={(value) => value !== undefined && edited.set({ range: { ...range, [name]: value } }, `range ${name}`)}
          />
        ))}
      {isPosition &&
        ACCURACIES.map((name) => (
          <NumberRow
            key={name}
            least={0}
            label={messages.format(`formEditor.accuracy.${name}`)}
            value={accuracy?.[name]}
            set={(value) => edited.set({ accuracy: withOwnMember(accuracy, name, value) }, `accuracy ${name}`)}
          />
        ))}
      {type === 'photo' && (
        <NumberRow
          least={1}
          label={messages.format('formEditor.maxPixels')}
          help={messages.format('formEditor.maxPixelsHelp')}
          value={question.maxPixels}
          set={(maxPixels) => edited.set({ maxPixels }, 'maxPixels')}
        />
      )}
      {type !== 'range' && !isPosition && type !== 'photo' && (
        <p className="kk-soft">{messages.format('formEditor.noDetails')}</p>
      )}
    </>
  );
});

export const AppearanceRows = observer(({ question }: QuestionRowsProps) => {
  const { edited, form, goToFiles, media } = useFormEditing();
  const messages = useMessages();
  const keys = formTextKeys(form);
  return (
    <>
      <TextsRows
        label={messages.format('formEditor.guidance')}
        text={question.guidance}
        set={(guidance) => edited.set({ guidance }, 'guidance')}
      />
      <EditorTextRow
        label={messages.format('formEditor.appearance')}
        help={messages.format('formEditor.appearanceHelp')}
        offers={appearancesOf(question.type)}
        value={question.appearance ?? ''}
        set={(value) => edited.set({ appearance: value === '' ? undefined : value }, 'appearance')}
      />
      {MEDIA_KINDS.map((kind) => (
        <MediaRow
          key={kind}
          label={messages.format(`formEditor.media.${kind}`)}
          keys={keys}
          names={question.media?.[kind]}
          set={(names) => edited.set({ media: withOwnMember(question.media, kind, names) })}
        />
      ))}
      {media.length === 0 && (
        <p className="kk-soft">
          {messages.format('formEditor.noMedia')}{' '}
          <Button size="small" onClick={goToFiles}>
            {messages.format('formEditor.addFiles')}
          </Button>
        </p>
      )}
    </>
  );
});

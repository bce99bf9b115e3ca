// Forms of field data: the form that a person fills in, with each type of question, problems, answers as text and a repeat; and the editor on
// a form of the sample community.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { FieldFormView, type FieldFormViewProps } from 'src/domain/geokeeper/formView/FieldFormView.client.tsx';
import { compileForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { FieldForm, FormAnswers, Question, QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { openSession } from 'src/domain/geokeeper/forms/openSession.ts';
import { Frame, Sheet } from 'stories/product/Frame.tsx';
import { sampleItems, sampleItemsOfType } from 'stories/product/sampleItems.ts';
import { NOW } from 'stories/scripted/storyTime.ts';
import { AppWorld, isDark } from 'stories/shell/AppWorld.tsx';
import { pressButton } from 'stories/shell/play.ts';

const meta: Meta<typeof AppWorld> = {
  title: 'cells/Field forms',
  component: AppWorld,
  parameters: {
    usage:
      'Use to write forms for data that are collected in the field, as a phone shows them. Not for records that are written at a desk: their type has a form. Accessibility: Questions are reordered with buttons as well as by dragging.',
    layout: 'fullscreen',
  },
  render: (args, { globals }) => <AppWorld {...args} dark={isDark(globals)} />,
};
export default meta;

type Story = StoryObj<typeof AppWorld>;

const LABELS: Readonly<Partial<Record<QuestionType, string>>> = {
  text: 'What did you notice?',
  integer: 'How many animals?',
  decimal: 'How deep is the water?',
  range: 'How sure are you?',
  date: 'On which day?',
  time: 'At what time?',
  dateTime: 'When did it begin?',
  selectOne: 'Which bird?',
  selectMany: 'Which signs did you see?',
  rank: 'Which birds are most common?',
  point: 'Where was it?',
  line: 'Which way did you take?',
  area: 'Which patch?',
  photo: 'Photo of the nest',
  audio: 'Song of the bird',
  video: 'The animal in motion',
  file: 'Notes as a file',
  signature: 'Sign here',
  drawing: 'Draw the tracks',
  barcode: 'Tag of the tree',
  acknowledge: 'The elders agree that this is recorded',
  note: 'Keep at least thirty steps away from a nest.',
};

const CHOICE_QUESTIONS: ReadonlySet<string> = new Set(['selectOne', 'selectMany', 'rank']);

const questionOf = ([type, label]: readonly [string, string]): Question => ({
  ...{ name: type, type: type as QuestionType, label: { en: label }, hint: { en: 'Ask a second person.' } },
  ...(CHOICE_QUESTIONS.has(type) && { list: 'birds' }),
  ...(type === 'range' && { range: { start: 0, end: 10, step: 1 } }),
});

const formWith = (questions: readonly Question[]): FieldForm => ({
  ...{ title: { en: 'Birds of the lake' }, machineName: 'birds', languages: ['en'], defaultLanguage: 'en' },
  ...{ formType: 'record', questions },
  lists: {
    birds: {
      choices: [
        { name: 'heron', label: { en: 'Grey heron' } },
        { name: 'swallow', label: { en: 'Bank swallow' } },
        { name: 'loon', label: { en: 'Loon' } },
      ],
    },
  },
});

interface SheetForm extends Omit<FieldFormViewProps, 'session'> {
  readonly questions: readonly Question[];
  readonly answers?: FormAnswers;
}

const FormSheet = ({ questions, answers, ...view }: SheetForm) => {
  const [session] = useState(() =>
    openSession(compileForm(formWith(questions)), {
      ...{ answers, now: () => NOW, timeZone: 'UTC', language: 'en' },
    }),
  );
  return (
    <div className="kk-cell-scroll">
      <div className="kk-cell-body">
        <FieldFormView session={session} {...view} />
      </div>
    </div>
  );
};

const ALL = Object.entries(LABELS).map(questionOf);

export const EveryType: Story = {
  parameters: { layout: 'padded' },
  render: () => (
    <Sheet width={360}>
      {ALL.map((question) => (
        <Frame key={question.name} name={question.type}>
          <FormSheet questions={[question]} largeControls />
        </Frame>
      ))}
    </Sheet>
  ),
};

const REPEAT: Question = {
  ...{ name: 'nests', type: 'repeat', label: { en: 'Nest' } },
  questions: [
    { name: 'tree', type: 'text', label: { en: 'Tree' }, required: true },
    { name: 'eggs', type: 'integer', label: { en: 'Eggs' }, constraint: '. < 12' },
  ],
};

const STATES: readonly (readonly [name: string, form: SheetForm])[] = [
  [
    'Problems',
    {
      questions: [
        { name: 'who', type: 'text', label: { en: 'Who saw it?' }, required: true },
        {
          ...{ name: 'count', type: 'integer', label: { en: 'How many?' }, constraint: '. < 100' },
          constraintMessage: { en: 'Enter a number below 100.' },
        },
      ],
      answers: { count: 400 },
      showProblems: true,
    },
  ],
  [
    'Read-only',
    {
      questions: ALL.slice(0, 10),
      answers: {
        text: 'Two canoes went by.',
        integer: 4,
        date: '2026-05-01',
        selectOne: 'heron',
        selectMany: ['loon'],
      },
      readOnly: true,
    },
  ],
  ['A repeat', { questions: [REPEAT], answers: { nests: [{ tree: 'Third alder', eggs: 3 }, { tree: 'Old spruce' }] } }],
];

export const States: Story = {
  parameters: { layout: 'padded' },
  render: () => (
    <Sheet width={360}>
      {STATES.map(([name, form]) => (
        <Frame key={name} name={name}>
          <FormSheet {...form} />
        </Frame>
      ))}
    </Sheet>
  ),
};

const [sampleForm] = sampleItemsOfType('GeoKeeperFormDef');

export const Editor: Story = {
  args: { path: `/i-${sampleForm?.$id ?? ''}?c0=formEditor`, items: sampleItems },
};
export const EditorSettings: Story = { ...Editor, play: pressButton('Settings') };
export const EditorMappings: Story = { ...Editor, play: pressButton('What records become') };
export const EditorPublish: Story = { ...Editor, play: pressButton('Publish') };

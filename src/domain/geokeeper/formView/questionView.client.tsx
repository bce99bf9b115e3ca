// One question of a form: its texts and media, its control, and its problem.

import { type ComponentType, memo, useCallback, useState } from 'react';
import { useMessages } from 'src/client/extend.ts';
import { AnswerWords } from 'src/domain/geokeeper/formView/answerWords.client.tsx';
import { BarcodeControl } from 'src/domain/geokeeper/formView/barcodeControl.client.tsx';
import { ChoiceControl } from 'src/domain/geokeeper/formView/choiceControls.client.tsx';
import { FileControl } from 'src/domain/geokeeper/formView/fileControls.client.tsx';
import { textIn } from 'src/domain/geokeeper/formView/formLabels.ts';
import {
  type AnswerControlProps,
  useFormNode,
  useFormView,
} from 'src/domain/geokeeper/formView/formViewContext.client.ts';
import { PointControl, ShapeControl } from 'src/domain/geokeeper/formView/placeControls.client.tsx';
import { RankControl } from 'src/domain/geokeeper/formView/rankControl.client.tsx';
import { SketchControl } from 'src/domain/geokeeper/formView/sketchControl.client.tsx';
import {
  AcknowledgeControl,
  DateControl,
  DateTimeControl,
  NumberControl,
  RangeControl,
  TextControl,
  TimeControl,
} from 'src/domain/geokeeper/formView/textControls.client.tsx';
import type { AnsweredType, AnswerValue, QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { AnswerPath, AnswerProblem, SessionNode } from 'src/domain/geokeeper/forms/fillSession.ts';

const CONTROLS: Readonly<Record<AnsweredType, ComponentType<AnswerControlProps>>> = {
  text: TextControl,
  integer: NumberControl,
  decimal: NumberControl,
  range: RangeControl,
  date: DateControl,
  time: TimeControl,
  dateTime: DateTimeControl,
  selectOne: ChoiceControl,
  selectMany: ChoiceControl,
  rank: RankControl,
  point: PointControl,
  line: ShapeControl,
  area: ShapeControl,
  photo: FileControl,
  audio: FileControl,
  video: FileControl,
  file: FileControl,
  signature: SketchControl,
  drawing: SketchControl,
  barcode: BarcodeControl,
  acknowledge: AcknowledgeControl,
};

/** Types with a single input, which a label can name. Others are groups of controls. */
const ONE_INPUT: ReadonlySet<QuestionType> = new Set([
  'text',
  'integer',
  'decimal',
  'range',
  'date',
  'time',
  'dateTime',
  'barcode',
]);

/** Types that people see only where they have a label. */
export const isHiddenType = (type: QuestionType): boolean =>
  ['hidden', 'calculate', 'start', 'end', 'today', 'deviceId', 'userName'].includes(type);

const NodeMedia = ({ node }: { readonly node: SessionNode }) => {
  const { mediaUrl, session } = useFormView();
  const urlOf = (names: Readonly<Record<string, string>> | undefined): string | undefined => {
    const name = textIn(names, session.language, session.form);
    return name === undefined ? undefined : mediaUrl(name);
  };
  const { image, audio, video } = node.question.media ?? {};
  const [picture, sound, film] = [urlOf(image), urlOf(audio), urlOf(video)];
  return (
    <>
      {picture !== undefined && <img className="kf-picture" src={picture} alt="" />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the label of the question is the text of its sound */}
      {sound !== undefined && <audio className="kf-recording" src={sound} controls aria-label={node.label} />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the label of the question is the text of its film */}
      {film !== undefined && <video className="kf-picture" src={film} controls aria-label={node.label} />}
    </>
  );
};

export const useProblemText = (): ((problem: AnswerProblem) => string) => {
  const messages = useMessages();
  return (problem) => problem.text ?? messages.format(`fieldForms.problems.${problem.kind}`);
};

const QuestionTexts = ({ node, ids }: { readonly node: SessionNode; readonly ids: Ids }) => {
  const messages = useMessages();
  const label = (
    <>
      <span dir="auto">{node.label || node.question.name}</span>
      {node.required && (
        <>
          <span className="kf-required" aria-hidden>
            {' *'}
          </span>
          <span className="kk-unseen">{` (${messages.format('fieldForms.required')})`}</span>
        </>
      )}
    </>
  );
  return (
    <>
      {ONE_INPUT.has(node.question.type) ? (
        <label className="kf-label" id={ids.label} htmlFor={ids.input}>
          {label}
        </label>
      ) : (
        <div className="kf-label" id={ids.label}>
          {label}
        </div>
      )}
      {node.hint !== '' && (
        <p className="kf-hint" id={ids.hint} dir="auto">
          {node.hint}
        </p>
      )}
      {node.guidance !== '' && (
        <details className="kf-guidance">
          <summary>{messages.format('fieldForms.guidance')}</summary>
          <p dir="auto">{node.guidance}</p>
        </details>
      )}
      <NodeMedia node={node} />
    </>
  );
};

interface Ids {
  readonly input: string;
  readonly label: string;
  readonly hint: string;
  readonly problem: string;
}

const idsOf = (prefix: string, path: AnswerPath): Ids => {
  const input = `${prefix}${path}`;
  return { input, label: `${input}:label`, hint: `${input}:hint`, problem: `${input}:problem` };
};

/** Shows a question while it is relevant. It renders again only when its own node changes. */
export const QuestionView = memo(({ path }: { readonly path: AnswerPath }) => {
  const { session, readOnly, showProblems, idPrefix } = useFormView();
  const node = useFormNode(path);
  const problemText = useProblemText();
  const [wasLeft, setLeft] = useState(false);
  const set = useCallback((value: AnswerValue | undefined) => session.set(path, value), [session, path]);
  const leave = useCallback(() => setLeft(true), []);
  if (!node?.relevant || (isHiddenType(node.question.type) && !readOnly)) return null;
  const { type } = node.question;
  if (isHiddenType(type) && (node.value === undefined || node.label === '')) return null;
  const ids = idsOf(idPrefix, path);
  const isNote = type === 'note';
  const problem = (wasLeft || showProblems) && !readOnly ? node.problem : undefined;
  const described = [node.hint === '' ? '' : ids.hint, problem ? ids.problem : ''].filter((id) => id !== '').join(' ');
  const Control = type in CONTROLS ? CONTROLS[type as AnsweredType] : undefined;
  return (
    <div className="kf-question" data-question={path}>
      <QuestionTexts node={node} ids={ids} />
      {!isNote && (readOnly || !Control) && <AnswerWords node={node} />}
      {!isNote && !readOnly && Control && (
        <Control
          {...{ node, set, leave }}
          id={ids.input}
          labelId={ids.label}
          describedBy={described === '' ? undefined : described}
          invalid={problem !== undefined}
        />
      )}
      {problem && (
        <p className="kf-problem" id={ids.problem} role="alert" dir="auto">
          {problemText(problem)}
        </p>
      )}
    </div>
  );
});
QuestionView.displayName = 'QuestionView';

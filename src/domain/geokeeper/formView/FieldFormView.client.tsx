// A form of field data that a person fills in or reads, on phones and desktops. The session computes what follows from each answer; a question
// renders only when its own node changes.

import { observer } from 'mobx-react-lite';
import { memo, startTransition, useEffect, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { Button, useMessages } from 'src/client/extend.ts';
import 'src/client/extendMessages.ts';
import type { FileSource } from 'src/domain/geokeeper/formView/FileSource.client.ts';
import 'src/domain/geokeeper/formView/fieldForm.css';
import {
  type FormViewSettings,
  FormViewProvider,
  type UnfinishedAnswer,
  useFormNode,
  useFormView,
} from 'src/domain/geokeeper/formView/formViewContext.client.ts';
import { isHiddenType, useProblemText } from 'src/domain/geokeeper/formView/questionView.client.tsx';
import { NodeView } from 'src/domain/geokeeper/formView/sectionView.client.tsx';
import type { Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { AnswerPath, FormSession } from 'src/domain/geokeeper/forms/fillSession.ts';
import 'src/domain/geokeeper/pageMessages/fieldFormsMessages.client.ts';

export interface FieldFormViewProps {
  readonly session: FormSession;
  /** Addresses of the media of the form, by file name. */
  readonly media?: Readonly<Record<string, string>>;
  /** Stores the files of answers. Without it, files cannot be added. */
  readonly files?: FileSource;
  /** Takes the questions whose answer is still being given. */
  readonly unfinished?: Map<string, UnfinishedAnswer>;
  /** Shows the answers as text. */
  readonly readOnly?: boolean;
  /** Controls that are at least 48 pixels high, for a thumb. */
  readonly largeControls?: boolean;
  /** Shows the problems of all questions, as after an attempt to finish. */
  readonly showProblems?: boolean;
  /** Shows a choice of language above the questions. */
  readonly chooseLanguage?: boolean;
}

const NO_PATHS: readonly AnswerPath[] = [];
const NO_MEDIA: Readonly<Record<string, string>> = {};

/** Returns the paths at the top of the form that have something to show at present. */
const shownPaths = (session: FormSession): readonly AnswerPath[] =>
  (session.node('')?.children ?? []).filter((path) => {
    const node = session.node(path);
    return node?.relevant === true && !isHiddenType(node.question.type);
  });

const useShownPaths = (): readonly AnswerPath[] => {
  const { session } = useFormView();
  const key = useSyncExternalStore(
    (listener) => session.subscribe(listener),
    () => shownPaths(session).join('\n'),
  );
  return useMemo(() => (key === '' ? [] : key.split('\n')), [key]);
};

/** Questions that are rendered in one step. */
const QUESTIONS_OF_STEP = 30;

const questionCount = ({ questions }: Question): number =>
  questions ? questions.reduce((sum, each) => sum + questionCount(each), 0) : 1;

/** Returns the first paths, up to the one with which they have as many questions as asked for. */
const firstPaths = (session: FormSession, paths: readonly AnswerPath[], most: number): readonly AnswerPath[] => {
  let count = 0;
  const end = paths.findIndex((path) => {
    if (count >= most) return true;
    const node = session.node(path);
    count += node ? questionCount(node.question) : 0;
    return false;
  });
  return end < 0 ? paths : paths.slice(0, end);
};

/** Returns the paths whose questions are rendered now. A long form shows its first ones at once, and the others in steps after that. */
const useQuestionSteps = (paths: readonly AnswerPath[]): readonly AnswerPath[] => {
  const { session } = useFormView();
  const [most, setMost] = useState(QUESTIONS_OF_STEP);
  const shown = useMemo(() => firstPaths(session, paths, most), [paths, most, session]);
  const isWhole = shown.length === paths.length;
  useEffect(() => {
    if (isWhole) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setMost(most + QUESTIONS_OF_STEP)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isWhole, most]);
  return shown;
};

/** All groups and questions below each other. */
const WholeForm = ({ paths }: { readonly paths: readonly AnswerPath[] }) =>
  useQuestionSteps(paths).map((path) => <NodeView key={path} path={path} />);

const focusQuestion = (idPrefix: string, path: AnswerPath): void => {
  const question = document.querySelector<HTMLElement>(`[data-question="${CSS.escape(path)}"]`);
  const control = document.getElementById(`${idPrefix}${path}`);
  question?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
};

interface FormPage {
  readonly page: number;
  readonly goTo: (at: number) => void;
  /** True after an attempt to leave the page while one of its answers was still being given. */
  readonly isHeld: boolean;
}

/** Keeps the page that is shown. A page with half an answer is not left, because that half would be lost. */
const useFormPage = (): FormPage => {
  const { unfinished } = useFormView();
  const [page, setPage] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const goTo = (at: number): void => {
    const isHeldNow = at !== page && unfinished !== undefined && unfinished.size > 0;
    setHeld(isHeldNow);
    if (!isHeldNow) setPage(at);
    // A tap does not take the focus on every phone, and half a position is named when its numbers lose the focus.
    else if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
  };
  return { page, goTo, isHeld };
};

const HELD_BY = [
  ['position', 'fieldForms.leaveLocating'],
  ['drawing', 'fieldForms.leaveDrawing'],
] as const;

/** Says what keeps the page, as long as it does. The control of a typed number says so itself, and with other problems each control does. */
const HeldNote = observer(() => {
  const { unfinished, showProblems } = useFormView();
  const messages = useMessages();
  const kinds = new Set(unfinished?.values());
  const [, message] = HELD_BY.find(([kind]) => kinds.has(kind)) ?? [];
  return !showProblems && message !== undefined && <p role="alert">{messages.format(message)}</p>;
});

/** One group or question at a time, with the number of the page and two buttons. */
const Pages = ({ page, goTo, isHeld }: FormPage) => {
  const messages = useMessages();
  const paths = useShownPaths();
  const at = Math.min(page, Math.max(paths.length - 1, 0));
  const path = paths[at];
  return (
    <>
      <p className="kf-hint" role="status">
        {messages.format('fieldForms.page', { number: at + 1, count: paths.length })}
      </p>
      {path !== undefined && <NodeView key={path} path={path} />}
      {isHeld && <HeldNote />}
      <div className="kf-row kf-pages">
        <Button icon="arrow-left" disabled={at === 0} onClick={() => goTo(at - 1)}>
          {messages.format('fieldForms.back')}
        </Button>
        <Button
          variant="solid"
          intent="primary"
          endIcon="arrow-right"
          disabled={at >= paths.length - 1}
          onClick={() => goTo(at + 1)}
        >
          {messages.format('fieldForms.next')}
        </Button>
      </div>
    </>
  );
};

/** Lists the problems of the record with links to their questions. */
const ProblemList = ({ goTo }: { readonly goTo: (path: AnswerPath) => void }) => {
  const { session } = useFormView();
  const messages = useMessages();
  const problemText = useProblemText();
  useSyncExternalStore(
    (listener) => session.subscribe(listener),
    () => session.revision,
  );
  const problems = session.problems();
  if (problems.length === 0) return null;
  return (
    <div className="kf-problems" role="alert">
      <p>{messages.format('fieldForms.problemCount', { count: problems.length })}</p>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.path}/${problem.kind}`}>
            <button type="button" className="kf-link" onClick={() => goTo(problem.path)}>
              {session.node(problem.path)?.label || problem.path}
            </button>
            {`: ${problemText(problem)}`}
          </li>
        ))}
      </ul>
    </div>
  );
};

const useFormLanguage = (session: FormSession): string =>
  useSyncExternalStore(
    (listener) => session.subscribe(listener),
    () => session.language,
  );

const LanguageChoice = () => {
  const { session } = useFormView();
  const messages = useMessages();
  const language = useFormLanguage(session);
  const { languages } = session.form;
  if (languages.length < 2) return null;
  return (
    <label className="kf-language">
      <span>{messages.format('fieldForms.language')}</span>
      <span className="bp6-html-select">
        <select value={language} onChange={({ target }) => session.setLanguage(target.value)}>
          {languages.map((tag) => (
            <option key={tag} value={tag}>
              {messages.language(tag)}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
};

const ViewFormBody = () => {
  const { session, readOnly, showProblems, idPrefix } = useFormView();
  const root = useFormNode('');
  const shown = useFormPage();
  const isPaged = session.form.style === 'pages' && !readOnly;
  const goTo = (path: AnswerPath): void => {
    const index = shownPaths(session).findIndex((each) => path === each || path.startsWith(`${each}/`));
    if (isPaged && index >= 0) shown.goTo(index);
    // The page of the question is rendered before the next frame.
    requestAnimationFrame(() => focusQuestion(idPrefix, path));
  };
  return (
    <>
      {showProblems && !readOnly && <ProblemList goTo={goTo} />}
      {isPaged ? <Pages {...shown} /> : <WholeForm paths={root?.children ?? NO_PATHS} />}
    </>
  );
};

/** Renders again only when its properties change, so that the page around it can show each stored state of the entry. */
export const FieldFormView = memo((props: FieldFormViewProps) => {
  const { session, media = NO_MEDIA, files, unfinished, readOnly = false, showProblems = false } = props;
  const idPrefix = `${useId()}/`;
  const language = useFormLanguage(session);
  const settings = useMemo(
    (): FormViewSettings => ({
      ...{ session, files, unfinished, readOnly, showProblems, idPrefix },
      mediaUrl: (name) => media[name],
    }),
    [session, media, files, unfinished, readOnly, showProblems, idPrefix],
  );
  return (
    <FormViewProvider value={settings}>
      <div className={`kk-questions${props.largeControls === true ? ' kk-questions-large' : ''}`} lang={language}>
        {props.chooseLanguage === true && <LanguageChoice />}
        <ViewFormBody />
      </div>
    </FormViewProvider>
  );
});
FieldFormView.displayName = 'FieldFormView';

// Runs in a thread: checks form definitions and answers, which people write and no limit of a schema bounds. It has its own ajv, because the
// schemas of answers are made from the forms of people and must not stay among those of the product.

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { isRecord } from 'src/base/isRecord.ts';
import { distinctNotes, type ArrivalNote } from 'src/domain/geokeeper/arrival/arrivalNotes.ts';
import {
  answerNotes,
  sessionNotes,
  positionNotes,
  sessionOptions,
  type CheckOptions,
} from 'src/domain/geokeeper/arrival/checkAnswers.ts';
import { answersSchema, FORM_SCHEMA } from 'src/domain/geokeeper/arrival/formJson.server.ts';
import { formCheckForm } from 'src/domain/geokeeper/forms/checkFieldForm.ts';
import { compileForm, type CompiledForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { AnswerValue, FieldForm, FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { AnswerProblem, FormProblem } from 'src/domain/geokeeper/forms/fillSession.ts';
import { openSession } from 'src/domain/geokeeper/forms/openSession.ts';
import { recordTitle } from 'src/domain/geokeeper/records/recordTitle.ts';

interface WithForm extends CheckOptions {
  readonly form: FieldForm;
  /** Id of the published version, which never changes. */
  readonly version: string;
}

export interface AnswersToCheck extends WithForm {
  readonly answers: FormAnswers;
  /** Answers that every reader of the record may see, for its title. */
  readonly general: FormAnswers;
}

export interface AnswersToEdit extends WithForm {
  readonly answers: FormAnswers;
  /** Changed answers by path. `null` removes an answer. */
  readonly edits: Readonly<Record<string, AnswerValue | null>>;
}

/** The request to a thread. */
export type FormWork =
  | { readonly definition: unknown }
  | { readonly arrived: AnswersToCheck }
  | { readonly edited: AnswersToEdit };

export interface CheckedArrival {
  readonly title: string;
  readonly notes: readonly ArrivalNote[];
}

export interface EditedAnswers {
  readonly answers: FormAnswers;
  readonly notes: readonly ArrivalNote[];
  /** Problems that the edits made. */
  readonly problems: readonly Pick<AnswerProblem, 'path' | 'kind'>[];
  /** Paths that name no question. */
  readonly unknown: readonly string[];
}

interface ReadyForm {
  readonly compiled: CompiledForm;
  readonly validate: ValidateFunction;
}

/** Records of one form usually arrive together. */
const READY_FORMS = 8;
const MOST_FAULTS = 50;

const formAjv = (): Ajv => new Ajv({ allErrors: true, strict: false, validateFormats: false });
let formValidator: ValidateFunction | undefined;
const ready = new Map<string, ReadyForm>();

/** Compiles a published version once. */
const readyForm = ({ form, version }: WithForm): ReadyForm => {
  const made = ready.get(version) ?? { compiled: compileForm(form), validate: formAjv().compile(answersSchema(form)) };
  ready.delete(version);
  ready.set(version, made);
  const [oldest] = ready.keys();
  if (ready.size > READY_FORMS && oldest !== undefined) ready.delete(oldest);
  return made;
};

const evaluationStepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Returns the path of the answer with a fault: steps below it, such as `lat`, are part of its value. */
const faultPath = ({ byName }: CompiledForm, { instancePath, keyword, params }: ErrorObject): string => {
  const isUnknown = keyword === 'additionalProperties';
  const steps = [...evaluationStepsOf(instancePath), ...(isUnknown ? [String(params['additionalProperty'])] : [])];
  const end = steps.findIndex((step) => {
    const type = byName.get(step)?.question.type;
    return type !== undefined && type !== 'group' && type !== 'repeat';
  });
  return (end < 0 ? steps : steps.slice(0, end + 1)).join('/');
};

/** Removes the value at a path. */
const removeAt = (answers: FormAnswers, path: string): void => {
  const steps = path.split('/');
  const last = steps.pop() ?? '';
  let section: unknown = answers;
  for (const step of steps)
    section = isRecord(section) || Array.isArray(section) ? Reflect.get(section, step) : undefined;
  if (isRecord(section)) Reflect.deleteProperty(section, last);
  else if (Array.isArray(section)) section[Number(last)] = {};
};

/** Notes answers without the shape that the form describes, and removes them from the answers, so that a session can read the others. */
const shapeNotes = ({ compiled, validate }: ReadyForm, answers: FormAnswers): readonly ArrivalNote[] => {
  if (validate(answers)) return [];
  const faults = (validate.errors ?? []).map((error): ArrivalNote => ({
    kind: error.keyword === 'additionalProperties' ? 'unknown' : 'value',
    path: faultPath(compiled, error),
  }));
  for (const { path } of faults) if (path !== '') removeAt(answers, path);
  return faults;
};

const formFaults = (definition: unknown): readonly FormProblem[] => {
  formValidator ??= formAjv().compile(FORM_SCHEMA);
  if (formValidator(definition)) return formCheckForm(definition);
  return (formValidator.errors ?? []).slice(0, MOST_FAULTS).map(({ instancePath }) => ({
    ...{ path: evaluationStepsOf(instancePath).join('/'), message: 'geokeeper.forms.problem.structure' },
    ...{ params: {}, level: 'error' },
  }));
};

const checkArrived = (work: AnswersToCheck): CheckedArrival => {
  const { form, answers, general, now, timeZone } = work;
  const known = readyForm(work);
  const faults = shapeNotes(known, answers);
  shapeNotes(known, general);
  return {
    title: recordTitle(form, general, { now: new Date(now), timeZone }),
    notes: distinctNotes([...faults, ...answerNotes(known.compiled, answers, work)]),
  };
};

const editAnswers = (work: AnswersToEdit): EditedAnswers => {
  const { form, edits } = work;
  const known = readyForm(work);
  const stored = structuredClone(work.answers);
  const faults = shapeNotes(known, stored);
  const session = openSession(known.compiled, { ...sessionOptions(work, form), answers: stored });
  const before = new Set(session.problems().map(({ path, kind }) => `${path} ${kind}`));
  const unknown: string[] = [];
  for (const [path, value] of Object.entries(edits)) {
    if (session.node(path)?.role === 'question') session.set(path, value ?? undefined);
    else unknown.push(path);
  }
  const answers = session.answers({ all: true });
  const problems = session.problems().filter(({ path, kind }) => !before.has(`${path} ${kind}`));
  const left = faults.filter(({ path }) => !Object.hasOwn(edits, path));
  return {
    answers,
    unknown,
    problems: problems.map(({ path, kind }) => ({ path, kind })),
    notes: distinctNotes([...left, ...sessionNotes(known.compiled, session, answers), ...positionNotes(answers)]),
  };
};

/** Answered when the thread has loaded its code. */
export const isReady = (): boolean => true;

export const runFormWork = (work: FormWork): readonly FormProblem[] | CheckedArrival | EditedAnswers => {
  if ('definition' in work) return formFaults(work.definition);
  return 'arrived' in work ? checkArrived(work.arrived) : editAnswers(work.edited);
};

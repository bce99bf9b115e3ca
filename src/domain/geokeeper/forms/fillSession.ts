// The types of a form that is being filled in. A session holds the answers of one record and computes what follows from them: which questions
// are relevant, required or read-only, calculations, choices, texts and problems. The page of a phone, the preview of the editor, the review
// and the server use the same sessions, so they agree.

import type { ExpressionMember } from 'src/domain/geokeeper/forms/compileForm.ts';
import type {
  AnswerValue,
  FieldForm,
  FormAnswers,
  Position,
  Question,
  TextMedia,
} from 'src/domain/geokeeper/forms/FieldFormModel.ts';

/**
 * The place of an answer in a record: names of groups and questions and indexes of entries, joined by `/`, like `household/people/0/age`.
 * The root is the empty text. A repeat without an index is the list of its entries.
 */
export type AnswerPath = string;

/** A row of a list, by column. */
export type ListRow = Readonly<Record<string, string>>;

/** Rows of the CSV and GeoJSON files of a form, by file name. Pass a new object when a file has been loaded. */
export type FormLists = Readonly<Record<string, readonly ListRow[]>>;

export type ProblemKind =
  /** A required question has no answer. */
  | 'required'
  /** The answer does not meet the constraint of its question. */
  | 'constraint'
  /** The answer is not a value of the type of its question, is outside its range, or is not among the choices. */
  | 'value'
  /** An expression of the question cannot be computed. */
  | 'expression';

export interface AnswerProblem {
  readonly path: AnswerPath;
  readonly kind: ProblemKind;
  /** Message of the form's author in the language of the session. */
  readonly text?: string;
  /** Technical reason in English, for `expression` and `value`. */
  readonly detail?: string;
}

export interface SessionChoice {
  readonly name: string;
  readonly label: string;
  readonly media?: TextMedia;
}

/** A question, group, repeat or entry with everything that a page shows of it. A changed node is a new object; others stay the same object. */
export interface SessionNode {
  readonly path: AnswerPath;
  readonly question: Question;
  /** `entry` is one entry of a repeat, `root` the form. Their `question` is the repeat, or a group with the questions of the form. */
  readonly role: 'root' | 'group' | 'repeat' | 'entry' | 'question';
  /** False also when a group around it is not relevant. */
  readonly relevant: boolean;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** Texts in the language of the session, with `${name}` replaced by answers. */
  readonly label: string;
  readonly hint: string;
  readonly guidance: string;
  readonly value: AnswerValue | undefined;
  /** The problem of the answer as it is. A page shows it after the person has left the question or tries to finish. */
  readonly problem: AnswerProblem | undefined;
  /** Choices that the choice filter permits. Empty for other types. */
  readonly choices: readonly SessionChoice[];
  /** Paths of the questions within a group or an entry, or of the entries of a repeat, in order, including those that are not relevant. */
  readonly children: readonly AnswerPath[];
  /** A person may add and remove entries of this repeat. */
  readonly growable: boolean;
}

export interface SessionOptions {
  /** Answers of a stored record. Absent for a new record. */
  readonly answers?: FormAnswers | undefined;
  /** Returns the present time, corrected by the page for a wrong clock. */
  readonly now: () => Date;
  /** IANA name of the time zone in which dates are computed. */
  readonly timeZone: string;
  /** Language of texts. The default language of the form replaces a missing text. */
  readonly language: string;
  readonly lists?: FormLists | undefined;
  readonly userName?: string | undefined;
  readonly deviceId?: string | undefined;
  /** The last known position of the device. */
  readonly position?: Position | undefined;
  /** Computes nothing and changes nothing: a stored record as it is. */
  readonly frozen?: boolean | undefined;
}

export interface FormSession {
  readonly form: FieldForm;
  readonly language: string;
  /** Returns undefined when the path names nothing in this record. */
  node(path: AnswerPath): SessionNode | undefined;
  /** Stores an answer, or removes it with `undefined`, and computes what depends on it. A read-only answer of a person is refused. */
  set(path: AnswerPath, value: AnswerValue | undefined): void;
  /** Adds an entry to a repeat, at the end or before the entry `at`, and returns its path. */
  addEntry(repeat: AnswerPath, at?: number): AnswerPath;
  /** Removes the entry with this path. The paths of later entries move. */
  removeEntry(entry: AnswerPath): void;
  /** Returns the answers of relevant questions. With `all`, also those that are hidden at present, so that a draft keeps them. */
  answers(options?: { readonly all?: boolean }): FormAnswers;
  /** Returns the problems of relevant questions in the order of the form. */
  problems(): readonly AnswerProblem[];
  /** Returns the title of the record, or the title of the form when the record has none. */
  title(): string;
  setLanguage(language: string): void;
  setLists(lists: FormLists): void;
  /** Writes the time of the last change of a record that a person finishes into questions of the type `end`. */
  finish(): void;
  /**
   * Calls the listener after each change, or with a path only after changes that the node there may depend on. `revision` grows with each
   * change.
   */
  subscribe(listener: () => void, path?: AnswerPath): () => void;
  readonly revision: number;
  /** True after an answer was given, changed or removed. Values that the form computes are no answers of a person. */
  readonly isTouched: boolean;
}

export type FormProblemLevel = 'error' | 'warning';

/** A problem of a form definition. An error prevents publication. */
export interface FormProblem {
  /** Names of the sections and the question, joined by `/`; `lists/NAME` for a choice list; empty for the form. */
  readonly path: string;
  /** The expression of the question, or of the form, that has the problem. */
  readonly member?: ExpressionMember | 'recordTitle';
  /** Id of a message of the area. */
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly level: FormProblemLevel;
}

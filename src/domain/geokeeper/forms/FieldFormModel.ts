// A form of field data and the answers to it. The editor and the XLSForm reader write forms; the field page, the review and the exports read
// them. Both are stored as JSON values: the form in a version of a GeoKeeperFormDef, the answers in a GeoKeeperFieldData.

/** A text by language tag, such as `en`. Texts of a form without languages have the key `default`. */
export type FormText = Readonly<Record<string, string>>;

/** Types of questions that contain others. */
export type SectionType = 'group' | 'repeat';

/** Types of questions that a person answers, by the kind of their answer. */
export type AnsweredType =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'range'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'selectOne'
  | 'selectMany'
  | 'rank'
  | 'point'
  | 'line'
  | 'area'
  | 'photo'
  | 'audio'
  | 'video'
  | 'file'
  | 'signature'
  | 'drawing'
  | 'barcode'
  | 'acknowledge';

/** Types whose value the form computes or the device knows. `note` has a text and no value. */
export type ComputedType = 'calculate' | 'hidden' | 'note' | 'start' | 'end' | 'today' | 'deviceId' | 'userName';

export type QuestionType = SectionType | AnsweredType | ComputedType;

/** Readers of an answer: `GENERAL` has those of the record, `RESTRICTED` the collector and people who manage field data of the owner. */
export type Audience = 'GENERAL' | 'RESTRICTED';

/** Names of media files of the form, shown with a text. */
export interface TextMedia {
  readonly image?: FormText;
  readonly audio?: FormText;
  readonly video?: FormText;
}

/**
 * A question, a group or a repeat. Expressions are XLSForm expressions with `${name}` references, for example `${age} > 17`.
 * Names are unique within a form, begin with a letter or `_`, and contain letters, digits, `_`, `-` and `.`.
 */
export interface Question {
  readonly name: string;
  readonly type: QuestionType;
  readonly label?: FormText;
  readonly hint?: FormText;
  /** Further help, shown when it is opened. */
  readonly guidance?: FormText;
  readonly media?: TextMedia;
  readonly required?: boolean | string;
  readonly requiredMessage?: FormText;
  readonly readOnly?: boolean | string;
  readonly relevant?: string;
  readonly constraint?: string;
  readonly constraintMessage?: FormText;
  readonly calculation?: string;
  /** A constant, or an expression that is computed once when the record or the repeat begins. */
  readonly default?: string;
  /** Words of XLSForm appearances that change how a question is shown, such as `multiline`, `minimal`, `likert` or `field-list`. */
  readonly appearance?: string;
  /** Name of the choice list of `selectOne`, `selectMany` and `rank`; with `${name}` the answers of a repeat. */
  readonly list?: string;
  /** Expression over the members of a choice, such as `area = ${area}`. */
  readonly choiceFilter?: string;
  /** The person may type another answer. */
  readonly other?: boolean;
  /** Choices in a random order; with a seed expression the same order each time. */
  readonly randomize?: boolean | string;
  /** Limits of `range`. */
  readonly range?: { readonly start: number; readonly end: number; readonly step: number };
  /** Largest edge of a photo in pixels. */
  readonly maxPixels?: number;
  /** Accuracy in metres at which a position is taken by itself, and above which a warning is shown. */
  readonly accuracy?: { readonly capture?: number; readonly warning?: number };
  readonly audience?: Audience;
  /** Questions of a `group` or `repeat`. */
  readonly questions?: readonly Question[];
  /** Expression for the number of entries of a `repeat`. Without it, the person adds and removes entries. */
  readonly count?: string;
}

export interface Choice {
  readonly name: string;
  readonly label: FormText;
  readonly media?: TextMedia;
  /** Further columns, which choice filters read. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** Choices within the form, or in a CSV or GeoJSON file among the media of the form or the references of the program. */
export type ChoiceList =
  | { readonly choices: readonly Choice[] }
  | { readonly file: string; readonly name: string; readonly label: string };

/** The answer that fills a property. With `generalised`, a place is stored as the cell of the grid that contains it. */
export interface MappedAnswer {
  readonly question: string;
  readonly generalised?: boolean;
}

/** Describes the item that an approved record becomes. Members of `values` are paths of the type with a question name or a constant. */
export interface RecordMapping {
  readonly type: string;
  readonly values: Readonly<Record<string, MappedAnswer | { readonly constant: string }>>;
  /** Name of the repeat of which each entry becomes an item. Without it, each record does. */
  readonly repeat?: string;
}

/** A form definition, at most 2 MB as JSON. */
export interface FieldForm {
  readonly title: FormText;
  /** The `form_id` of XLSForms: letters, digits, `_`, `-`, `.`. */
  readonly machineName: string;
  /** Version that the author wrote. The version of the item counts saves and is not this text. */
  readonly version?: string;
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
  readonly formType: 'record' | 'trip';
  /** Expression for the name of a record, such as `concat(${species}, ' ', ${count})`. */
  readonly recordTitle?: string;
  /** `pages` shows one group or question at a time. */
  readonly style?: 'pages' | 'list';
  readonly lists: Readonly<Record<string, ChoiceList>>;
  readonly questions: readonly Question[];
  readonly mappings?: readonly RecordMapping[];
}

/** A position in degrees (WGS 84), with altitude and accuracy in metres. */
export interface Position {
  readonly lat: number;
  readonly lon: number;
  readonly alt?: number;
  readonly accuracy?: number;
  /** ISO time of a measured position. */
  readonly at?: string;
}

/**
 * The answer to one question:
 * text, barcode, selectOne, acknowledge (`OK`), deviceId, userName: string; integer, decimal, range: number;
 * date, today: `2026-05-01`; time: `14:30:00.000+02:00`; dateTime, start, end: `2026-05-01T14:30:00.000+02:00`;
 * selectMany and rank: names in the order chosen; point: Position; line: positions; area: positions, the last equal to the first;
 * photo, audio, video, file, signature, drawing: name of a file of the record, unique within it;
 * calculate and hidden: string or number.
 */
export type AnswerValue = string | number | Position | readonly Position[] | readonly string[];

/** Answers by question name. A group is an object, a repeat is an array with one object per entry. Questions without an answer are absent. */
export interface FormAnswers {
  readonly [name: string]: AnswerValue | FormAnswers | readonly FormAnswers[];
}

/** The line of a trip, with the points that its collector removed. */
export interface TripTrack {
  /** Parts between pauses. */
  readonly segments: readonly (readonly Position[])[];
}

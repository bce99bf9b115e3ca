// Step kinds and the types that have workflows, compiled from `steps.json` and `workflows.json`. The engine knows no kind by name: each is
// an item type based on the engine's step, with its declared effects.

import type { Path } from 'src/model/access/Predicate.ts';

/** Effect of a step when it becomes ACTIVE or COMPLETE. */
export type StepEffect =
  | { readonly do: 'stamp' | 'next' | 'snapshot' }
  /** `says` is the property with the text for the conversation, and `kept` the one that stores its id. Opens none without a text. */
  | { readonly do: 'openThread'; readonly purpose: string; readonly says?: Path; readonly kept?: Path }
  /** Runs a transition of the step's item. */
  | { readonly do: 'setState'; readonly transition: string }
  /** Copies the step's text to the property of the item. */
  | { readonly do: 'give'; readonly from: Path; readonly to: Path }
  /** Runs a registered function of the domain. */
  | { readonly do: 'run'; readonly effect: string };

export interface ClientStepKind {
  readonly kind: string;
  /** Item type of its steps. */
  readonly type: string;
  readonly icon: string;
  /** Types whose workflows may contain it. */
  readonly for: readonly string[];
  /** True when a person may add it to a running workflow. */
  readonly adHoc: boolean;
  /** `manual`: a person starts it when it is ready. */
  readonly starts: 'auto' | 'manual';
  /** Properties that must be filled before it can be completed. */
  readonly required: readonly string[];
  /** Asks for the outcome when the step is completed; with `required`, unless the item already has one. */
  readonly outcome?: 'asked' | 'required';
  /** Properties of the item that are requested and saved when the step is completed. */
  readonly asks?: readonly Path[];
  /** Relation of the step to its record. */
  readonly record?: Path;
  /** Values of a new record by property: a path of the item, or `$id`. */
  readonly fills?: Readonly<Record<string, Path>>;
  /** Values of the record with which a person may complete the step. Until then, the next action is on the record. */
  readonly readyWhen?: { readonly path: string; readonly is: readonly string[] };
  /** Transition of the record that completing the step runs, and the states of the record after it. */
  readonly moves?: { readonly transition: string; readonly after: readonly string[] };
  /** Relation of the step to the assignees of following steps without one. */
  readonly assigns?: Path;
  /** Relations of the item that the page of an open step names: recipient, partner, subject. */
  readonly shows?: Readonly<Partial<Record<'to' | 'with' | 'about', readonly Path[]>>>;
  /** Properties that must be filled before a person starts it. */
  readonly demands?: readonly string[];
}

/** Condition under which the record of a step is done: a property of it, or a message of another party in the conversation. */
export type RecordDone = { readonly path: string; readonly is: readonly string[] } | { readonly reply: true };

export interface StepKind extends ClientStepKind {
  readonly done?: RecordDone;
  /** True for kinds whose last step answers the item. */
  readonly answers?: true;
  readonly onActive: readonly StepEffect[];
  readonly onComplete: readonly StepEffect[];
}

export interface DeclaredClock {
  readonly start: Path;
  readonly due: Path;
  readonly end?: Path;
  /** The clock runs while the property has one of these values; by default always. */
  readonly runs?: { readonly property: string; readonly is: readonly string[] };
}

export interface WorkflowEnd {
  readonly transition: string;
  /** Property that receives the outcome of the steps. */
  readonly outcome?: Path;
  /** Relation that receives the last record or step. */
  readonly with?: Path;
  /** Value of a list that gives the way of ending without a record. */
  readonly way?: Path;
}

export interface WorkflowSubject {
  /** Value list of `_wf.state`. */
  readonly list: string;
  /** Value list of the outcomes of steps. */
  readonly outcomes: string;
  /** Right on the item that its operations require. */
  readonly may: string;
  /** Path to the owner whose working calendar and time zone count. */
  readonly calendar?: Path;
  /** Paths to the first and last day of the legal deadline. With them, the item has `_clock`. */
  readonly clock?: DeclaredClock;
  /** Transition of the item after its workflow has produced its result. */
  readonly ends?: WorkflowEnd;
}

export interface Workflows {
  /** Item type of the templates. */
  readonly template: string;
  /** Subjects by item type. */
  readonly subjects: Readonly<Record<string, WorkflowSubject>>;
}

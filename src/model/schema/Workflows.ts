// Step kinds and the types that have workflows, compiled from `steps.json` and `workflows.json`. The engine knows no kind by name:
// each is an item type of its own, made on the engine's base step, with the effects that are declared for it.

import type { Path } from 'src/model/access/Predicate.ts';

/** What a step does when it becomes ACTIVE or COMPLETE. */
export type StepEffect =
  | { readonly do: 'stamp' | 'next' | 'snapshot' }
  /** `says`: the own property with the text that is put into the conversation, which `kept` names then; without a text none is opened. */
  | { readonly do: 'openThread'; readonly purpose: string; readonly says?: Path; readonly kept?: Path }
  /** A transition of the item that the step is of. */
  | { readonly do: 'setState'; readonly transition: string }
  /** The step's own text is written to the property of the item. */
  | { readonly do: 'give'; readonly from: Path; readonly to: Path }
  /** A registered function of the domain. */
  | { readonly do: 'run'; readonly effect: string };

export interface ClientStepKind {
  readonly kind: string;
  /** The item type of its steps. */
  readonly type: string;
  readonly icon: string;
  /** Types whose workflows may have it. */
  readonly for: readonly string[];
  /** May be added to a running workflow beside its template. */
  readonly adHoc: boolean;
  /** `manual`: a person starts it when its turn has come. */
  readonly starts: 'auto' | 'manual';
  /** Own properties that must be filled before it is completed. */
  readonly required: readonly string[];
  /** Asks for the outcome when the step is completed. `required`: unless the item has an outcome already. */
  readonly outcome?: 'asked' | 'required';
  /** Properties of the item that are asked when the step is completed, and saved before it. */
  readonly asks?: readonly Path[];
  /** Own relation to the record that the step is about. */
  readonly record?: Path;
  /** The values of a new record of the step, by property: a path of the item, or `$id`. */
  readonly fills?: Readonly<Record<string, Path>>;
  /** Values of the record with which a person is offered to complete the step. Until then, what is done to the record leads on. */
  readonly readyWhen?: { readonly path: string; readonly is: readonly string[] };
  /** The transition of the record that completing the step carries out, and the states that the record can have after it. */
  readonly moves?: { readonly transition: string; readonly after: readonly string[] };
  /** The relation of the step to people who are asked to do the following steps that have no assignee. */
  readonly assigns?: Path;
  /** Relations of the item that the page of an open step names: to whom it goes, with whom it is done, what it is about. */
  readonly shows?: Readonly<Partial<Record<'to' | 'with' | 'about', readonly Path[]>>>;
  /** Own properties that must be filled before a person starts it. */
  readonly demands?: readonly string[];
}

/** When the record of a step is done: by one of its properties, or when another side has written in the conversation. */
export type RecordDone = { readonly path: string; readonly is: readonly string[] } | { readonly reply: true };

export interface StepKind extends ClientStepKind {
  readonly done?: RecordDone;
  /** The item is answered when the last step of such a kind is done. */
  readonly answers?: true;
  readonly onActive: readonly StepEffect[];
  readonly onComplete: readonly StepEffect[];
}

export interface DeclaredClock {
  readonly start: Path;
  readonly due: Path;
  readonly end?: Path;
  /** It runs while the property has one of these values; absent: always. */
  readonly runs?: { readonly property: string; readonly is: readonly string[] };
}

export interface WorkflowEnd {
  readonly transition: string;
  /** The property that takes the outcome of the steps. */
  readonly outcome?: Path;
  /** The relation that names by what it ended: the record of a step, or the step. */
  readonly with?: Path;
  /** The value of a list that names the way in which it ended where no record did. */
  readonly way?: Path;
}

export interface WorkflowSubject {
  /** The value list of `_wf.state`. */
  readonly list: string;
  /** The value list of the outcomes of steps. */
  readonly outcomes: string;
  /** The right on the item that its operations need. */
  readonly may: string;
  /** Path to the owner whose working calendar and time zone count. */
  readonly calendar?: Path;
  /** Paths to the days on which the time that the law gives begins and ends; then the item has `_clock`. */
  readonly clock?: DeclaredClock;
  /** The transition that the item goes through once its workflow has given what it is for. */
  readonly ends?: WorkflowEnd;
}

export interface Workflows {
  /** The item type of the templates. */
  readonly template: string;
  /** By item type. */
  readonly subjects: Readonly<Record<string, WorkflowSubject>>;
}

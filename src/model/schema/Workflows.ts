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
}

export interface StepKind extends ClientStepKind {
  readonly onActive: readonly StepEffect[];
  readonly onComplete: readonly StepEffect[];
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
  readonly clock?: { readonly start: Path; readonly due: Path; readonly end?: Path };
}

export interface Workflows {
  /** The item type of the templates. */
  readonly template: string;
  /** By item type. */
  readonly subjects: Readonly<Record<string, WorkflowSubject>>;
}

// Condition for the end of a template's step: comparisons of the record's fields and of the outcomes of earlier steps,
// of which all or one must hold. Groups can be nested as deep as a condition may be.

import type { FormField } from 'src/client/forms/fieldForm.ts';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import type { Choices } from 'src/client/fields/Choices.ts';
import {
  comparisonsOf,
  manyField,
  takesValue,
  withChosen,
  type ConditionField,
} from 'src/client/workflow/conditionFields.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Comparison, Condition } from 'src/model/workflow/WorkflowTemplate.ts';

export interface ConditionInputProps {
  readonly fields: readonly ConditionField[];
  /** Steps whose outcome a condition can test. */
  readonly steps: Choices;
  readonly outcomes: Choices;
  readonly value: Condition | undefined;
  readonly set: (value: Condition | undefined) => void;
}

type Known = Pick<ConditionInputProps, 'fields' | 'steps' | 'outcomes'>;
type Part = Extract<Condition, { path: string } | { outcome: unknown }>;
type Compared = Extract<Condition, { path: string }>;

/** Conditions nest this far; one more level could hold no parts of its own. */
const DEEPEST_CONDITION = 3;
const OUTCOME = ' outcome';
const JOINS = ['all', 'any'] as const;

const newPart = ({ fields }: Known): Condition => ({ path: fields[0]?.path ?? '', is: 'filled' });

const texts = (value: Json | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const valueField = (field: ConditionField | undefined, { is, value }: Compared): FormField => {
  const named = { name: 'value', label: 'workflow.when.value', sameRow: true } as const;
  const choices = field?.choices ?? [];
  if (is === 'in') return manyField({ ...named, choices }, texts(value));
  const { kind = 'text', minimum } = field?.property ?? {};
  return { ...named, kind, ...(minimum !== undefined && { minimum }), ...(choices.length > 0 && { choices }) };
};

const fieldsOfPart = (messages: Messages, { fields, steps, outcomes }: Known, part: Part): readonly FormField[] => {
  const path = 'path' in part ? part.path : OUTCOME;
  const ends: Choices = steps.length > 0 ? [[OUTCOME, messages.format('workflow.when.outcome')]] : [];
  const paths = fields.map((each) => [each.path, each.text] as const);
  const what: FormField = {
    ...{ name: 'what', label: 'workflow.when.what', none: null },
    choices: withChosen([...ends, ...paths], [path]),
  };
  if ('outcome' in part)
    return [
      what,
      { name: 'step', label: 'workflow.when.step', sameRow: true, none: null, choices: steps },
      manyField({ name: 'outcomes', label: 'workflow.when.with', sameRow: true, choices: outcomes }, part.outcome[1]),
    ];
  const field = fields.find((each) => each.path === path);
  const comparisons = [...new Set([...comparisonsOf(field), part.is])];
  return [
    what,
    {
      ...{ name: 'is', label: 'workflow.when.how', sameRow: true, none: null },
      choices: comparisons.map((is) => [is, messages.format(`workflow.when.is.${is}`)]),
    },
    ...(takesValue(part.is) ? [valueField(field, part)] : []),
  ];
};

interface PartValues {
  readonly what: string;
  readonly is?: Comparison;
  readonly value?: Json | undefined;
  readonly step?: string;
  readonly outcomes?: readonly string[];
}

const valuesOfPart = (part: Part): PartValues =>
  'path' in part
    ? { what: part.path, is: part.is, value: part.value }
    : { what: OUTCOME, step: part.outcome[0], outcomes: part.outcome[1] };

/** Another subject or comparison starts without a value. */
const changedPart = (part: Part, { steps }: Known, changes: Partial<PartValues>): Condition => {
  const { what, is } = changes;
  if (what === OUTCOME) return { outcome: [steps[0]?.[0] ?? '', []] };
  if (what !== undefined) return { path: what, is: 'filled' };
  if ('outcome' in part) return { outcome: [changes.step ?? part.outcome[0], changes.outcomes ?? part.outcome[1]] };
  if (is !== undefined) return { path: part.path, is, ...(takesValue(is) && { value: is === 'in' ? [] : '' }) };
  return { ...part, value: changes.value ?? (part.is === 'in' ? [] : '') };
};

interface PartProps {
  readonly known: Known;
  readonly part: Part;
  readonly set: (part: Condition) => void;
  readonly remove: () => void;
}

const PartRow = ({ known, part, set, remove }: PartProps) => {
  const messages = useMessages();
  return (
    <li className="kk-when-part">
      <LiveForm
        fields={fieldsOfPart(messages, known, part)}
        values={valuesOfPart(part)}
        set={(changes) => set(changedPart(part, known, changes))}
      />
      <IconButton size="small" icon="cross" label={messages.format('workflow.when.remove')} onClick={remove} />
    </li>
  );
};

interface GroupProps {
  readonly known: Known;
  readonly join: 'all' | 'any';
  readonly parts: readonly Condition[];
  readonly depth: number;
  readonly set: (parts: readonly Condition[], join: 'all' | 'any') => void;
}

const ConditionGroup = ({ known, join, parts, depth, set }: GroupProps) => {
  const messages = useMessages();
  const replace = (at: number, next: Condition | undefined): void =>
    set(
      parts.flatMap((each, index) => (index === at ? (next ?? []) : each)),
      join,
    );
  return (
    <div className="kk-when" role="group" aria-label={messages.format('workflow.when')}>
      {parts.length > 1 && (
        <LiveForm
          fields={[
            {
              ...{ name: 'join', label: 'workflow.when.join', none: null },
              choices: JOINS.map((each) => [each, messages.format(`workflow.when.${each}`)]),
            },
          ]}
          values={{ join }}
          set={(changes) => set(parts, changes.join ?? join)}
        />
      )}
      <ul className="kk-plain-list kk-when-parts">
        {parts.map((part, at) =>
          'all' in part || 'any' in part ? (
            // oxlint-disable-next-line react/no-array-index-key -- a part has no name but its place
            <li key={at} className="kk-when-group">
              <ConditionGroup
                known={known}
                join={'all' in part ? 'all' : 'any'}
                parts={'all' in part ? part.all : part.any}
                depth={depth + 1}
                set={(next, how) => replace(at, next.length === 0 ? undefined : joinedConditions(next, how, true))}
              />
            </li>
          ) : (
            <PartRow
              // oxlint-disable-next-line react/no-array-index-key -- a part has no name but its place
              key={at}
              known={known}
              part={part}
              set={(next) => replace(at, next)}
              remove={() => replace(at, undefined)}
            />
          ),
        )}
      </ul>
      <p className="kk-when-add">
        <Button size="small" icon="plus" onClick={() => set([...parts, newPart(known)], join)}>
          {messages.format('workflow.when.add')}
        </Button>
        {depth < DEEPEST_CONDITION && parts.length > 0 && (
          <Button
            size="small"
            icon="plus"
            onClick={() =>
              set([...parts, joinedConditions([newPart(known)], join === 'all' ? 'any' : 'all', true)], join)
            }
          >
            {messages.format('workflow.when.addGroup')}
          </Button>
        )}
      </p>
    </div>
  );
};

/** A single part is its own condition, except as a group that may get more parts. */
const joinedConditions = (parts: readonly Condition[], join: 'all' | 'any', isGroup = false): Condition => {
  const [only] = parts;
  if (parts.length === 1 && only && !isGroup) return only;
  return join === 'all' ? { all: parts } : { any: parts };
};

export const ConditionInput = ({ value, set, ...known }: ConditionInputProps) => {
  const join = value && 'any' in value ? 'any' : 'all';
  const parts = value === undefined ? [] : 'all' in value ? value.all : 'any' in value ? value.any : [value];
  return (
    <ConditionGroup
      known={known}
      join={join}
      parts={parts}
      depth={1}
      set={(next, how) => set(next.length === 0 ? undefined : joinedConditions(next, how))}
    />
  );
};

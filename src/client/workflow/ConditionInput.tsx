// Condition for the end of a template's step: comparisons of the record's fields and of the outcomes of earlier steps,
// of which all or one must hold. Groups can be nested as deep as a condition may be.

import { HTMLSelect } from '@blueprintjs/core';
import { useId } from 'react';
import { FieldStateContext } from 'src/client/fields/session/FieldState.ts';
import 'src/client/forms/forms.css';
import { KIND_INPUTS } from 'src/client/generated/kindInputs.ts';
import { TextControl } from 'src/client/kinds/plainControls.tsx';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { CheckList } from 'src/client/workflow/CheckList.tsx';
import type { Choices } from 'src/client/fields/Choices.ts';
import { comparisonsOf, takesValue, type ConditionField } from 'src/client/workflow/conditionFields.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Comparison, Condition } from 'src/model/workflow/WorkflowTemplate.ts';

export interface ConditionInputProps {
  readonly fields: readonly ConditionField[];
  /** Those whose end can be asked for. */
  readonly steps: Choices;
  readonly outcomes: Choices;
  readonly value: Condition | undefined;
  readonly set: (value: Condition | undefined) => void;
}

type Known = Pick<ConditionInputProps, 'fields' | 'steps' | 'outcomes'>;
type Part = Extract<Condition, { path: string } | { outcome: unknown }>;

/** Conditions nest this far; one more level could hold no parts of its own. */
const DEEPEST_CONDITION = 3;
const OUTCOME = ' outcome';

const newPart = ({ fields }: Known): Condition => ({ path: fields[0]?.path ?? '', is: 'filled' });

const NO_STATE = { labelId: undefined, describedBy: undefined, invalid: false, required: false };
const NO_PROPERTY = {};

const ConditionValueInput = ({
  field,
  part,
  set,
}: {
  readonly field: ConditionField | undefined;
  readonly part: Extract<Condition, { path: string }>;
  readonly set: (value: Json) => void;
}) => {
  const messages = useMessages();
  const id = useId();
  const label = messages.format('workflow.when.value');
  const { value, is } = part;
  if (is === 'in')
    return (
      <CheckList
        label={label}
        choices={field?.choices ?? []}
        value={Array.isArray(value) ? value.map(String) : []}
        set={(next) => set([...next])}
      />
    );
  const { control } = KIND_INPUTS[field?.property.kind ?? 'text'];
  const Control = control ?? TextControl;
  return (
    <>
      <label htmlFor={id} className="kk-unseen">
        {label}
      </label>
      <FieldStateContext value={{ ...NO_STATE, label }}>
        <Control
          id={id}
          inline
          property={field?.property ?? NO_PROPERTY}
          choices={field?.choices}
          none={messages.format('workflow.ask.choose')}
          value={value}
          set={(next) => set(next ?? '')}
        />
      </FieldStateContext>
    </>
  );
};

const Comparing = ({
  known,
  part,
  set,
}: {
  readonly known: Known;
  readonly part: Extract<Condition, { path: string }>;
  readonly set: (part: Condition) => void;
}) => {
  const messages = useMessages();
  const field = known.fields.find(({ path }) => path === part.path);
  const choose = (is: Comparison): void =>
    set({ path: part.path, is, ...(takesValue(is) && { value: is === 'in' ? [] : '' }) });
  return (
    <>
      <HTMLSelect
        aria-label={messages.format('workflow.when.how')}
        value={part.is}
        onChange={({ target }) => choose(target.value as Comparison)}
      >
        {[...new Set([...comparisonsOf(field), part.is])].map((is) => (
          <option key={is} value={is}>
            {messages.format(`workflow.when.is.${is}`)}
          </option>
        ))}
      </HTMLSelect>
      {takesValue(part.is) && (
        <ConditionValueInput field={field} part={part} set={(value) => set({ ...part, value })} />
      )}
    </>
  );
};

const Ending = ({
  known,
  part,
  set,
}: {
  readonly known: Known;
  readonly part: Extract<Condition, { outcome: unknown }>;
  readonly set: (part: Condition) => void;
}) => {
  const messages = useMessages();
  const [key, outcomes] = part.outcome;
  return (
    <>
      <HTMLSelect
        aria-label={messages.format('workflow.when.step')}
        value={key}
        onChange={({ target }) => set({ outcome: [target.value, outcomes] })}
      >
        {known.steps.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </HTMLSelect>
      <CheckList
        label={messages.format('workflow.when.with')}
        choices={known.outcomes}
        value={outcomes}
        set={(next) => set({ outcome: [key, next] })}
      />
    </>
  );
};

interface PartProps {
  readonly known: Known;
  readonly part: Part;
  readonly set: (part: Condition) => void;
  readonly remove: () => void;
}

const PartRow = ({ known, part, set, remove }: PartProps) => {
  const messages = useMessages();
  const { fields, steps } = known;
  const path = 'path' in part ? part.path : OUTCOME;
  const isKnown = path === OUTCOME || fields.some((each) => each.path === path);
  const choose = (next: string): void =>
    set(next === OUTCOME ? { outcome: [steps[0]?.[0] ?? '', []] } : { path: next, is: 'filled' });
  return (
    <li className="kk-when-part">
      <HTMLSelect
        aria-label={messages.format('workflow.when.what')}
        value={path}
        onChange={({ target }) => choose(target.value)}
      >
        {steps.length > 0 && <option value={OUTCOME}>{messages.format('workflow.when.outcome')}</option>}
        {!isKnown && <option value={path}>{path}</option>}
        {fields.map((each) => (
          <option key={each.path} value={each.path}>
            {each.text}
          </option>
        ))}
      </HTMLSelect>
      {'path' in part ? (
        <Comparing known={known} part={part} set={set} />
      ) : (
        <Ending known={known} part={part} set={set} />
      )}
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
        <HTMLSelect
          aria-label={messages.format('workflow.when.join')}
          value={join}
          onChange={({ target }) => set(parts, target.value === 'any' ? 'any' : 'all')}
        >
          <option value="all">{messages.format('workflow.when.all')}</option>
          <option value="any">{messages.format('workflow.when.any')}</option>
        </HTMLSelect>
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

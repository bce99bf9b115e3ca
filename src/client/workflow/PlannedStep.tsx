// One step as a plan draws it: what it is, what it waits for, when it is done, who is asked, what follows, and what is wrong with it.

import type { ReactNode } from 'react';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { IconButton } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { MoveButtons } from 'src/client/ui/MoveButtons.tsx';
import { conditionWords, outcomeName, stepName, type WordsOf } from 'src/client/workflow/conditionWords.ts';
import { useClient } from 'src/client/useClient.ts';
import type { TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

interface PlannedStepProps {
  readonly step: TemplateStep;
  readonly words: WordsOf & { readonly of: string };
  readonly faults: readonly string[];
  /** Undefined for those who may only look. */
  readonly change: (() => void) | undefined;
  readonly remove: () => void;
  readonly move: (by: 1 | -1) => void;
  readonly handle: ReactNode;
}

/** Assignees of the step, as planned. */
const Assignees = ({ step, words }: Pick<PlannedStepProps, 'step' | 'words'>) => {
  const { messages, of } = words;
  const { users = [], path, capability } = step.assign ?? {};
  if (users.length === 0 && path === undefined && capability === undefined) return null;
  return (
    <div>
      <dt>{messages.format('workflow.assigned')}</dt>
      <dd>
        {users.map((id) => (
          <span key={id}>
            <ItemLink id={id} />{' '}
          </span>
        ))}
        {[
          ...(path === undefined
            ? []
            : [messages.format('workflow.assignedBy', { field: messages.property(of, path) })]),
          ...(capability === undefined
            ? []
            : [messages.format('workflow.assignedWith', { right: messages.format(`capabilities.${capability}`) })]),
        ].join(', ')}
      </dd>
    </div>
  );
};

/** Prerequisites of the step, its condition, and its successors. */
const Course = ({ step, words }: Pick<PlannedStepProps, 'step' | 'words'>) => {
  const { messages } = words;
  const { after = [], when, next = {}, others = [], answers = false } = step;
  const names = (keys: readonly string[]): string => messages.intl.formatList(keys.map((key) => stepName(words, key)));
  return (
    <dl className="kk-step-facts kk-step-course">
      {after.length > 0 && (
        <div>
          <dt>{messages.format('workflow.after')}</dt>
          <dd>{names(after)}</dd>
        </div>
      )}
      {when && (
        <div>
          <dt>{messages.format('workflow.when')}</dt>
          <dd>{conditionWords(words, when)}</dd>
        </div>
      )}
      <Assignees step={step} words={words} />
      {others.length > 0 && (
        <div>
          <dt>{messages.format('workflow.others')}</dt>
          <dd>{names(others)}</dd>
        </div>
      )}
      {answers && (
        <div>
          <dt>{messages.format('workflow.answers')}</dt>
          <dd>{messages.format('workflow.answers.yes')}</dd>
        </div>
      )}
      {Object.entries(next).map(([outcome, keys]) => (
        <div key={outcome}>
          <dt>{outcomeName(words, outcome)}</dt>
          <dd>
            <Icon name="arrow-right" /> {keys.length > 0 ? names(keys) : messages.format('workflow.next.nothing')}
          </dd>
        </div>
      ))}
    </dl>
  );
};

const Kind = ({ step, words }: Pick<PlannedStepProps, 'step' | 'words'>) => {
  const { registry } = useClient();
  const { messages } = words;
  const { days, working, kind } = step;
  const declared = registry.steps[kind];
  return (
    <p className="kk-step-state">
      <span>{declared ? messages.type(declared.type) : kind}</span>
      {days !== undefined && (
        <span className="kk-soft">
          {messages.format(working === true ? 'workflow.edit.workingDays' : 'workflow.clock.days', { count: days })}
        </span>
      )}
    </p>
  );
};

export const PlannedStep = ({ step, words, faults, change, remove, move, handle }: PlannedStepProps) => {
  const { registry } = useClient();
  const { messages } = words;
  const { label, key } = step;
  const faulty = faults.length > 0;
  return (
    <li className={`kk-step${faulty ? ' kk-step-faulty' : ''}`} data-step={key}>
      <span className="kk-step-icon">
        <Icon name={faulty ? 'warning-sign' : (registry.steps[step.kind]?.icon ?? 'dot')} />
        {change && handle}
      </span>
      <div className="kk-fill">
        <h5 className="kk-step-title">{label}</h5>
        <Kind step={step} words={words} />
        <Course step={step} words={words} />
        {faults.map((text) => (
          <p key={text} className="kk-late kk-step-fault">
            {text}
          </p>
        ))}
        {change && (
          <p className="kk-step-moves">
            <IconButton
              size="small"
              icon="edit"
              label={messages.format('workflow.edit.changeNamed', { label })}
              onClick={change}
            />
            <MoveButtons name={label} first={false} last={false} move={move} />
            <IconButton
              size="small"
              icon="trash"
              label={messages.format('workflow.edit.remove', { label })}
              onClick={remove}
            />
          </p>
        )}
      </div>
    </li>
  );
};

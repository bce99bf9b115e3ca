// Values that a wizard needs before its item can move on: on the first step all of them, by steps; on each step those
// that it still lacks.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import type { FormProblem } from 'src/client/fields/rules/FormProblem.ts';
import { placeLabel } from 'src/client/forms/theme/ErrorSummary.tsx';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { stepTitle } from 'src/client/wizard/StepList.tsx';
import { neededIn, stepsOf, type ShownStep } from 'src/client/wizard/wizardSteps.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { pointerParts } from 'src/model/text/jsonPointer.ts';
import 'src/client/wizard/wizard.css';

interface NeededProps {
  readonly type: ItemType;
  readonly draft: ItemDraft;
}

/** Fields in the order of the form. */
const useFields = ({ type }: NeededProps) => {
  const messages = useMessages();
  return ({ names, missing }: ShownStep): string => {
    const placeOf = ({ path }: FormProblem): number => names.indexOf(pointerParts(path)[0] ?? '');
    const inOrder = missing.toSorted((one, other) => placeOf(one) - placeOf(other));
    return messages.intl.formatList(inOrder.map((problem) => placeLabel(messages, type.name, problem)));
  };
};

/** Open for a new item; includes values that are already filled in. */
export const NeededInAll = observer((props: NeededProps) => {
  const { type, draft } = props;
  const messages = useMessages();
  const fields = useFields(props);
  const steps = neededIn(type, draft.values).filter(({ declared }) => declared);
  return (
    <details className="kk-wizard-needed" open>
      <summary>{messages.format('wizard.needed')}</summary>
      <dl>
        {steps.map((step) => (
          <div key={step.key}>
            <dt>{stepTitle(messages, type, step)}</dt>
            <dd className={step.missing.length === 0 ? 'kk-soft' : undefined}>
              {step.missing.length === 0 ? messages.format('wizard.neededNothing') : fields(step)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="kk-soft">{messages.format('wizard.neededNote')}</p>
    </details>
  );
});

/** Follows what is typed. */
export const NeededHere = observer(({ at, ...props }: NeededProps & { readonly at: string }) => {
  const { type, draft } = props;
  const messages = useMessages();
  const fields = useFields(props);
  const step = stepsOf(type, draft.values, []).find(({ key }) => key === at);
  const [began] = useState(step);
  const isDone = step?.missing.length === 0;
  if (!step || !began || (isDone && began.missing.length === 0)) return null;
  // Keeps its place when nothing is missing any longer, so that a map below does not move under the pointer that draws on it.
  return (
    <p className="kk-wizard-needed-here" style={isDone ? { visibility: 'hidden' } : undefined}>
      {messages.format('wizard.neededHere', { fields: fields(isDone ? began : step) })}
    </p>
  );
});

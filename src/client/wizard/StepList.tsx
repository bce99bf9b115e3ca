// The steps of a wizard as a list, with the current step and the progress of each. On a narrow screen, only the current step shows its
// name.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { stateOfStep, type ShownStep, type StepState } from 'src/client/wizard/wizardSteps.ts';
import type { StepPlace } from 'src/client/navigation/stepParam.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import 'src/client/wizard/wizard.css';

const WIZARD_STEP_ICONS: Readonly<Record<Exclude<StepState, 'notYet'>, string>> = {
  complete: 'tick',
  missing: 'more',
  wrong: 'warning-sign',
};

export const stepTitle = (messages: Messages, type: ItemType, { key, declared }: Pick<ShownStep, 'key' | 'declared'>) =>
  declared ? (messages.find(`types.${type.name}.wizard.${key}`) ?? key) : messages.format('wizard.review');

interface StepListProps {
  readonly type: ItemType;
  readonly steps: readonly ShownStep[];
  readonly place: StepPlace;
  /** Absent where only the first step can be filled in so far. */
  readonly goTo?: (step: number) => void;
}

export const StepList = observer(({ type, steps, place, goTo }: StepListProps) => {
  const messages = useMessages();
  return (
    <nav className="kk-wizard-steps" aria-label={messages.format('wizard.steps')}>
      <p className="kk-wizard-count">{messages.format('wizard.at', { number: place.current, count: steps.length })}</p>
      <ol>
        {steps.map((step, index) => {
          const number = index + 1;
          const isCurrent = number === place.current;
          const state = stateOfStep(step, { number, place });
          const title = stepTitle(messages, type, step);
          return (
            <li key={step.key}>
              <button
                type="button"
                className={`kk-wizard-step kk-wizard-${state}`}
                aria-current={isCurrent ? 'step' : undefined}
                disabled={!goTo && !isCurrent}
                onClick={() => goTo?.(number)}
              >
                <span className="kk-wizard-mark" aria-hidden>
                  {state === 'notYet' ? number : <Icon name={WIZARD_STEP_ICONS[state]} />}
                </span>
                <span className="kk-wizard-title">{title}</span>
                <span className="kk-wizard-state">{messages.format(`wizard.states.${state}`)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
});

// The last step of a wizard: what is missing or wrong, each a link to where it is filled in; everything that has been entered, step by
// step; and what moves the item on.

import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import { ValueRow } from 'src/client/forms/ValueRow.tsx';
import { encodeProblem, problemText, type FormProblem } from 'src/client/fields/rules/FormProblem.ts';
import { placeLabel } from 'src/client/forms/theme/ErrorSummary.tsx';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { transitionPreview, PreviewLines } from 'src/client/workflow/PreviewLines.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { TransitionButtons } from 'src/client/workflow/TransitionButtons.tsx';
import { useMoves, type ShownPreview } from 'src/client/workflow/useMoves.tsx';
import { ChosenList } from 'src/client/wizard/SuggestedChoice.tsx';
import { stepTitle } from 'src/client/wizard/StepList.tsx';
import { pathsOfStep, type ShownStep } from 'src/client/wizard/wizardSteps.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

interface ReviewProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly draft: ItemDraft;
  readonly steps: readonly ShownStep[];
  readonly goTo: (step: number) => void;
  readonly goToField: (problem: FormProblem) => void;
  /** Opens the step of the value that the server refused. */
  readonly edit: () => void;
  readonly save: () => void;
}

type PartProps = Pick<ReviewProps, 'type' | 'draft'> & {
  readonly item: Item;
  readonly step: ShownStep;
};

const Entered = observer(({ item, type, draft, step }: PartProps) => {
  const messages = useMessages();
  const { declared } = step;
  if (!declared) return null;
  const { values } = draft;
  const { choice } = declared;
  const paths = pathsOfStep(type, declared).filter((path) => path !== choice?.path && !isEmptyValue(values[path]));
  const shown = { ...item, ...values } as Item;
  return (
    <>
      {choice && <ChosenList values={values} choice={choice} />}
      <dl className="kk-values">
        {paths.map((path) => {
          const property = type.properties[path];
          if (!property) return null;
          return (
            <ValueRow key={path} property={property} name={messages.property(type.name, path)}>
              <PropertyValue type={type.name} property={property} value={values[path]} item={shown} />
            </ValueRow>
          );
        })}
      </dl>
      {!step.filled && <p className="kk-soft">{messages.format('wizard.nothing')}</p>}
    </>
  );
});

interface LackingProps extends Pick<ReviewProps, 'type' | 'steps' | 'goToField'> {
  /** The reasons for which the server would refuse the move. */
  readonly refused: readonly FormProblem[];
}

const Lacking = ({ type, steps, refused, goToField }: LackingProps) => {
  const messages = useMessages();
  const found = steps.flatMap(({ declared, missing, wrong }) => (declared ? [...missing, ...wrong] : []));
  const known = new Set(found.map(({ path }) => path));
  const lacking = [...found, ...refused.filter(({ path }) => !known.has(path))];
  if (lacking.length === 0)
    return (
      <Band tone="success">
        <p>{messages.format('wizard.complete')}</p>
      </Band>
    );
  const text = (problem: FormProblem): string => problemText(messages.intl, encodeProblem(problem));
  return (
    <Band tone="warning">
      <p>
        <strong>{messages.format('wizard.lacking', { count: lacking.length })}</strong>
      </p>
      <ul className="kk-wizard-lacking">
        {lacking.map((problem) => (
          <li key={`${problem.path} ${problem.message}`}>
            <button type="button" className="kk-text-button" onClick={() => goToField(problem)}>
              {placeLabel(messages, type.name, problem)}
            </button>
            {': '}
            {text(problem)}
          </li>
        ))}
      </ul>
    </Band>
  );
};

/** Returns what the server says of the move out of the present state: reasons to refuse it, and warnings. Observable. */
const useMovePreview = ({ item, type }: Pick<ReviewProps, 'item' | 'type'>): ShownPreview | undefined => {
  const client = useClient();
  const { property = '', transitions = [] } = type.states ?? {};
  const move = transitions.find(
    ({ from, name, preview }) =>
      preview !== undefined && from.includes(String(item[property])) && client.items.may(item.$id, name),
  );
  const { $id, _t, _i, _u: version } = item;
  const ask = useCallback(
    async (): Promise<ShownPreview | undefined> =>
      move && { move: move.name, version, preview: await transitionPreview(client, { _t, _i }, move) },
    [client, _t, _i, version, move],
  );
  return useServerData(move && { of: `${$id} ${move.name}`, ask, version }).answer;
};

export const WizardReview = observer(({ item, type, draft, steps, goTo, goToField, edit, save }: ReviewProps) => {
  const messages = useMessages();
  const shown = useMovePreview({ item, type });
  const { moves, dialog } = useMoves({ item, type, draft, edit, shown });
  const { dirty } = draft;
  const { errors = [], lines = [] } = shown?.preview ?? {};
  // Changes that are not saved are not in what the server has seen.
  const refused = dirty ? [] : errors;
  return (
    <>
      <Lacking type={type} steps={steps} refused={refused} goToField={goToField} />
      <PreviewLines lines={lines.filter(({ warning }) => warning)} />
      {steps.map((step, index) =>
        step.declared ? (
          <section key={step.key} className="kk-wizard-entered" aria-labelledby={`${item.$id}-${step.key}`}>
            <header>
              <h4 id={`${item.$id}-${step.key}`}>{stepTitle(messages, type, step)}</h4>
              <Button size="small" variant="minimal" icon="edit" onClick={() => goTo(index + 1)}>
                {messages.format('wizard.change')}
                <span className="kk-unseen"> {stepTitle(messages, type, step)}</span>
              </Button>
            </header>
            <Entered item={item} type={type} draft={draft} step={step} />
          </section>
        ) : null,
      )}
      {dirty && !draft.waiting && (
        <Band
          icon="history"
          actions={
            <Button size="small" intent="primary" loading={draft.dirtyState === 'SAVING'} onClick={save}>
              {messages.format('cells.save')}
            </Button>
          }
        >
          {messages.format('wizard.unsaved')}
        </Band>
      )}
      <div className="kk-wizard-moves" role="group" aria-label={messages.format('wizard.moveOn')}>
        {moves.length > 0 ? (
          <TransitionButtons moves={moves} />
        ) : (
          <p className="kk-soft">
            <Icon name="lock" /> {messages.format('wizard.noMoves')}
          </p>
        )}
      </div>
      {dialog}
    </>
  );
});

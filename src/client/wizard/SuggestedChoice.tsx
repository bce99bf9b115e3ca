// A choice of items of which an action suggests some. Suggested items are selected at first; a deselected one stays in
// the list, so that the decision is recorded.

import { Checkbox } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useId } from 'react';
import { encodeProblem, problemText } from 'src/client/fields/rules/FormProblem.ts';
import { ItemFinder } from 'src/client/kinds/relation/ItemFinder.tsx';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { propertyOfPointer } from 'src/client/stores/draftValues.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { NothingSuggested } from 'src/client/wizard/SuggestionNote.tsx';
import { useChoiceSuggestions, type Suggestions } from 'src/client/wizard/useChoiceSuggestions.ts';
import { choosableIn, withSuggested, type Choosable } from 'src/client/wizard/wizardSteps.ts';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { WizardChoice, WizardStep } from 'src/model/schema/TypeView.ts';

interface ChoiceProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly draft: ItemDraft;
  readonly choice: WizardChoice;
}

const setChosen = (draft: ItemDraft, { path, item }: WizardChoice, chosen: readonly Choosable[]): void => {
  const list = chosen.map(({ id, ...switches }) => ({ [item]: id, ...switches }) as Json);
  draft.set({ ...draft.values, [path]: list });
};

/** Chooses what is newly suggested, each time that the suggestions are known. */
const useSuggested = ({ item, type, draft, choice }: ChoiceProps): Suggestions => {
  const suggestions = useChoiceSuggestions({ item, type, draft, choice });
  const { answer } = suggestions;
  useEffect(() => {
    if (!answer) return;
    const ids = answer.map(({ id }) => id);
    setChosen(draft, choice, withSuggested(choosableIn(draft.values, choice), ids));
  }, [answer, draft, choice]);
  return suggestions;
};

const Tag = ({ entry, isKept }: { readonly entry: Choosable; readonly isKept: boolean }) => {
  const messages = useMessages();
  const word = isKept ? 'kept' : entry.suggested ? 'suggested' : 'added';
  return <span className="kk-soft">{messages.format(`wizard.choice.${word}`)}</span>;
};

const Entries = observer(({ type, draft, choice, kept }: ChoiceProps & { readonly kept: ReadonlySet<string> }) => {
  const { items } = useClient();
  const messages = useMessages();
  const chosen = choosableIn(draft.values, choice);
  const set = (id: string, selected: boolean): void =>
    setChosen(
      draft,
      choice,
      chosen.map((each) => (each.id === id ? { ...each, selected } : each)),
    );
  const remove = (id: string): void =>
    setChosen(
      draft,
      choice,
      chosen.filter((each) => each.id !== id),
    );
  const label = messages.property(type.name, choice.path);
  if (chosen.length === 0) return null;
  return (
    <fieldset className="kk-wizard-choice">
      <legend>{label}</legend>
      <ul className="kk-plain-list">
        {chosen.map((entry) => {
          const { id, selected, suggested } = entry;
          const name = items.label(id) ?? messages.format('cells.hiddenItem');
          return (
            <li key={id}>
              <Checkbox
                checked={selected}
                disabled={kept.has(id) && selected}
                onChange={({ currentTarget }) => set(id, currentTarget.checked)}
              >
                <span dir="auto">{name}</span> <Tag entry={entry} isKept={kept.has(id)} />
              </Checkbox>
              {!suggested && !kept.has(id) && (
                <IconButton
                  icon="cross"
                  size="small"
                  label={messages.format('workflow.ask.without', { name })}
                  onClick={() => remove(id)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
});

/** Problems that the server reported for the choice. */
const RefusedChoice = observer(({ draft, choice }: Pick<ChoiceProps, 'draft' | 'choice'>) => {
  const messages = useMessages();
  const refused = Object.entries(draft.problems)
    .filter(([path]) => propertyOfPointer(path) === choice.path)
    .flatMap(([path, list]) => list.map((one) => ({ path, ...one })));
  if (refused.length === 0) return null;
  return (
    <div role="alert">
      <Band tone="danger">
        {refused.map((problem) => (
          <p key={`${problem.path} ${problem.message}`}>{problemText(messages.intl, encodeProblem(problem))}</p>
        ))}
      </Band>
    </div>
  );
});

interface StepProps extends Omit<ChoiceProps, 'choice'> {
  readonly step: WizardStep & { readonly choice: WizardChoice };
}

export const SuggestedChoice = observer(({ step, ...given }: StepProps) => {
  const { item, type, draft } = given;
  const { choice } = step;
  const props = { ...given, choice };
  const messages = useMessages();
  const id = useId();
  const { answer, failure, lacks, loading, again } = useSuggested(props);
  const kept = new Set([item[choice.kept ?? ''] ?? []].flat().map(String));
  const chosen = choosableIn(draft.values, choice);
  const { to: types, only } = type.properties[choice.path]?.properties?.[choice.item]?.rel ?? {};
  const add = (picked: string): void => {
    if (chosen.some((each) => each.id === picked)) {
      const selected = chosen.map((each) => (each.id === picked ? { ...each, selected: true } : each));
      setChosen(draft, choice, selected);
    } else setChosen(draft, choice, [...chosen, { id: picked, suggested: false, selected: true }]);
  };
  return (
    <div className="kk-wizard-suggested">
      <RefusedChoice draft={draft} choice={choice} />
      {loading && <Loading />}
      {failure !== undefined && <PartFailed message="wizard.choice.failed" failure={failure} again={again} />}
      {lacks && (
        <Band tone="warning">
          {messages.format('wizard.choice.lacks', { name: messages.property(type.name, choice.by) })}
        </Band>
      )}
      {answer?.length === 0 && <NothingSuggested type={type} step={step} />}
      {!loading && <Entries {...props} kept={kept} />}
      <div className="kk-wizard-add">
        <label htmlFor={id}>{messages.format('wizard.choice.add')}</label>
        <ItemFinder id={id} types={types} {...(only && { only })} value={undefined} set={add} />
      </div>
      <p className="kk-soft" role="status">
        {messages.format('wizard.choice.count', {
          count: chosen.filter(({ selected }) => selected).length,
          all: chosen.length,
        })}
      </p>
    </div>
  );
});

/** Shows the chosen entries read-only. */
export const ChosenList = observer(({ values, choice }: { readonly values: Values } & Pick<ChoiceProps, 'choice'>) => {
  const { items } = useClient();
  const messages = useMessages();
  return (
    <ul className="kk-plain-list">
      {choosableIn(values, choice).map(({ id, selected }) => (
        <li key={id}>
          <Icon name={selected ? 'tick' : 'cross'} /> {items.label(id) ?? messages.format('cells.hiddenItem')}{' '}
          {!selected && <span className="kk-soft">{messages.format('wizard.choice.leftOut')}</span>}
        </li>
      ))}
    </ul>
  );
});

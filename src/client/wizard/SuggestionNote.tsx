// Announces the suggestions of a later step of a wizard at the value from which they follow, and warns if there are
// none.

import { observer } from 'mobx-react-lite';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useChoiceSuggestions } from 'src/client/wizard/useChoiceSuggestions.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { WizardStep } from 'src/model/schema/TypeView.ts';

/** Words of the type where it has some, else those of every wizard. */
const useWords = (type: ItemType, { key }: WizardStep) => {
  const messages = useMessages();
  return (word: 'found' | 'noneFound', values: Readonly<Record<string, string>> = {}): string =>
    messages.find(`types.${type.name}.wizard.${key}.${word}`, values) ??
    messages.format(`wizard.choice.${word}`, values);
};

interface NoteProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly draft: ItemDraft;
  /** The step with the choice. */
  readonly step: WizardStep;
  /** Says nothing where something is suggested. */
  readonly warningOnly: boolean;
}

export const NothingSuggested = ({ type, step }: Pick<NoteProps, 'type' | 'step'>) => {
  const words = useWords(type, step);
  return (
    <Band tone="warning">
      <p>{words('noneFound')}</p>
    </Band>
  );
};

/** Also announced to screen readers, because the value may be drawn on a map far away. */
export const SuggestionNote = observer(({ item, type, draft, step, warningOnly }: NoteProps) => {
  const messages = useMessages();
  const words = useWords(type, step);
  const { choice } = step;
  const { answer, failure } = useChoiceSuggestions(choice && { item, type, draft, choice });
  const names = answer?.map(({ name }) => name) ?? [];
  const isShown = answer !== undefined && failure === undefined;
  return (
    <div role="status">
      {isShown && names.length === 0 && <NothingSuggested type={type} step={step} />}
      {isShown && names.length > 0 && !warningOnly && (
        <Band tone="info">
          <p>{words('found', { names: messages.intl.formatList([...names]) })}</p>
        </Band>
      )}
    </div>
  );
});

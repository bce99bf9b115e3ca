// Shows the people and the items that an open step is about, as its kind declares them, above its form and its values.

import { observer } from 'mobx-react-lite';
import { itemIn } from 'src/client/fields/rules/ownerOf.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { PeopleLinks } from 'src/client/workflow/StepEntry.tsx';
import { kindOfType } from 'src/client/fields/display/stepValues.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';

export const StepFacts = observer(({ step }: { readonly step: Item }) => {
  const { items, registry } = useClient();
  const messages = useMessages();
  const { shows } = kindOfType(registry, step._t) ?? {};
  const of = itemIn(items.get(String(step['of'] ?? '')));
  if (!shows || !of) return null;
  const idsAt = (path: string): readonly ItemId[] => {
    const [first = '', second] = path.split('.');
    const named = valuesAt(of, first).filter(isItemId);
    if (second === undefined) return named;
    return named.flatMap((id) => {
      const related = itemIn(items.get(id));
      return related ? valuesAt(related, second).filter(isItemId) : [];
    });
  };
  const facts = Object.entries(shows).flatMap(([name, paths]) => {
    const ids = [...new Set(paths.flatMap(idsAt))];
    return ids.length > 0 ? [{ name, ids }] : [];
  });
  if (facts.length === 0) return null;
  return (
    <dl className="kk-step-facts kk-step-shows">
      {facts.map(({ name, ids }) => (
        <div key={name}>
          <dt>{messages.format(`workflow.shows.${name}`)}</dt>
          <dd>
            <PeopleLinks ids={ids} />
          </dd>
        </div>
      ))}
    </dl>
  );
});

// Lists the records that a review has picked with the response when the step ends. Only the relation is copied; the notes stay in the step.

import { valuesAt } from 'src/model/schema/paths.ts';
import { writeItem } from 'src/server/extend.ts';
import type { RunEffect } from 'src/server/extend.ts';

const RELEVANT = 'relevant';

export const takeRelevant: RunEffect = async (context, { item, step }) => {
  const { services, tx } = context;
  const stored = await services.items.find(tx, item.id, true);
  if (!stored || !step) return;
  const known = valuesAt(stored.properties, RELEVANT).map(String);
  const picked = valuesAt(step.properties, `${RELEVANT}.record`).map(String);
  const fresh = picked.filter((id) => !known.includes(id));
  if (fresh.length === 0) return;
  const most = services.registry.types[stored.type]?.properties[RELEVANT]?.maxItems;
  const all = [...known, ...fresh].slice(0, most);
  await writeItem(context, stored, { changes: { [RELEVANT]: all }, kind: 'updated' });
};

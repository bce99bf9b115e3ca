// Actions on any item that people talk about or in: how much of it the caller has seen, and which people who may read it have a name
// like this, to be mentioned.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { SUGGEST_MINIMUM } from 'src/model/query/searchText.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { foldText } from 'src/model/text/foldText.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import { readersAmong } from 'src/server/access/read/readersAmong.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';
import { itemsNaming } from 'src/server/store/itemsNaming.ts';

/** As many as fit a picker. */
const MAX_PEOPLE = 10;
/** Looked through for them: people who may not read the item are passed over. */
const MAX_CANDIDATES = 200;

export const readersNamed: EngineAction = {
  name: 'readersNamed',
  on: 'item',
  async run({ text = '' }, { services, db, readFilter, now }, target) {
    const stored = await services.access.visible(db, readFilter, target);
    const named = String(text).trim();
    const { ids } = await services.search.search(readFilter, {
      must: { _t: [SYSTEM_TYPES.user], ...(named.length < SUGGEST_MINIMUM ? {} : { text: [named] }) },
      max: MAX_CANDIDATES,
    });
    const labels = await services.items.labels(db, readFilter, ids);
    const wanted = foldText(named);
    const begins = (id: ItemId): boolean => ` ${foldText(labels.get(id) ?? '')}`.includes(` ${wanted}`);
    const may = (await readersAmong({ services, db, now }, ids.filter(begins), stored)).slice(0, MAX_PEOPLE);
    const people = may.flatMap(($id) => {
      const label = labels.get($id);
      return label === undefined ? [] : [{ $id, label }];
    });
    return { people: people as unknown as Json };
  },
};

/** `act/markRead`: the caller has seen this much of the item; never less than before. */
export const markRead: EngineAction = {
  name: 'markRead',
  on: 'item',
  async run({ seen }, { services, tx, readFilter, subject, now }, target) {
    if (!tx || subject.userId === undefined) throw problem('notSignedIn');
    refuseActing(subject);
    await services.access.visible(tx, readFilter, target);
    const metadata = { at: now, by: subject.userId, actor: undefined };
    // Locked, so that the same mark is not made twice.
    const user = await services.items.find(tx, subject.userId, true);
    const type = services.registry.types[SYSTEM_TYPES.readMark];
    if (!user || !type) throw problem('notAllowed');
    const [known] = await itemsNaming(tx, type, { user: user.id, context: target });
    const mark = known === undefined ? undefined : await services.items.find(tx, known, true);
    const before = Number(mark?.properties['seen'] ?? 0);
    const next = Math.max(before, Number(seen));
    if (mark && next > before) await services.items.write(tx, mark, { seen: next }, metadata);
    if (!mark)
      await services.items.insert(tx, SYSTEM_TYPES.readMark, { user: user.id, context: target, seen: next }, metadata);
    return { seen: next };
  },
};

// What grants allow beyond reading: the named verb, for as long as the granter could do it by own right. Called by actionRights.

import { principalsOf } from 'src/model/access/principalsOf.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Asker, DeclaredRules } from 'src/server/access/actions/declaredRules.ts';
import { isGrantable } from 'src/server/access/effectiveGrants.ts';
import type { ReadFilters } from 'src/server/access/read/readFilters.ts';
import { subjectFrom } from 'src/server/sessions/subjectFrom.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { grantsTo, type GrantRow } from 'src/server/store/grantRows.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

/** One action that one item is asked about. */
export interface ActionCase {
  readonly stored: StoredItem;
  readonly action: string;
}

export interface GrantedActions {
  /** By the declared rules and the readers of the item alone. */
  byOwnRight(asker: Asker, asked: ActionCase): Promise<boolean>;
  /** Those of the cases that a grant allows. */
  granted(asker: Asker, cases: readonly ActionCase[]): Promise<ReadonlySet<ActionCase>>;
}

interface Options {
  readonly registry: ServerRegistry;
  readonly readFilters: ReadFilters;
  readonly items: ItemStorage;
  readonly rules: DeclaredRules;
}

export const READ = 'read';

export const createGrantedActions = ({ registry, readFilters, items, rules }: Options): GrantedActions => {
  const byOwnRight: GrantedActions['byOwnRight'] = async ({ db, readFilter }, { stored, action }) => {
    const { subject } = readFilter;
    if (subject.admin) return true;
    const held = new Set(principalsOf(subject));
    if (!(await items.ownReaders(db, stored)).some((key) => held.has(key))) return false;
    const rule = rules.action(stored.type, action);
    return (
      action === READ ||
      (rule !== undefined && (await rules.holdEach({ db, readFilter }, [{ rule, item: stored }]))[0] === true)
    );
  };

  const subjectOf = async (db: Queryable, userId: ItemId): Promise<Subject | undefined> => {
    const user = await items.find(db, userId);
    return user && subjectFrom(userId, user.properties, undefined);
  };

  const someGranterMay = async (db: Queryable, asked: ActionCase, rows: readonly GrantRow[]): Promise<boolean> => {
    for (const { grantedBy } of rows) {
      const granter = await subjectOf(db, grantedBy);
      if (granter && (await byOwnRight({ db, readFilter: await readFilters.readFilterFor(granter) }, asked)))
        return true;
    }
    return false;
  };

  return {
    byOwnRight,
    granted: async ({ db, readFilter }, cases) => {
      const asked = cases.flatMap((each) => {
        const t = registry.types[each.stored.type]?.number;
        return t !== undefined && isGrantable(each.action) ? [{ each, t, i: each.stored.number }] : [];
      });
      const found = new Set<ActionCase>();
      if (asked.length === 0 || readFilter.subject.userId === undefined) return found;
      const rows = await grantsTo(db, asked, readFilter.principals);
      for (const { each, t, i } of asked) {
        const own = rows.filter((row) => row.t === t && row.i === i && row.actions.includes(each.action));
        if (await someGranterMay(db, each, own)) found.add(each);
      }
      return found;
    },
  };
};

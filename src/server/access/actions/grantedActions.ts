// Rights beyond reading that grants give: a grant allows the named verb while the granter could perform it by own right. Called by
// actionRights.

import type { Clock } from 'src/base/clock.ts';
import { principalsOf } from 'src/model/access/principalsOf.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ActionCase, AskedCase, Asker, DeclaredRules, RuleCase } from 'src/server/access/actions/declaredRules.ts';
import { isGrantable } from 'src/server/store/readers/effectiveGrants.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import { subjectFrom } from 'src/server/store/readers/subjectFrom.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { grantKey, grantsByItem, grantsTo } from 'src/server/store/grantRows.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';

export interface GrantedActions {
  /** Answers from the declared rules and the readers of the items only, in the order of the cases. */
  byOwnRight(db: Queryable, cases: readonly AskedCase[]): Promise<boolean[]>;
  /** Returns the cases that a grant allows. */
  granted(asker: Asker, cases: readonly ActionCase[]): Promise<ReadonlySet<ActionCase>>;
}

interface Options {
  readonly registry: ServerRegistry;
  readonly readFilters: ReadFilters;
  readonly items: ItemStorage;
  readonly rules: DeclaredRules;
  readonly clock: Clock;
}

export const READ = 'read';

/** Enough for a rule that looks behind no relation. */
const seesNothing = (subject: Subject): RuleCase['by'] => ({ subject, canRead: () => false });

export const createGrantedActions = ({ registry, readFilters, items, rules, clock }: Options): GrantedActions => {
  const byOwnRight: GrantedActions['byOwnRight'] = async (db, cases) => {
    const stored = [...new Set(cases.filter(({ by }) => !by.subject.admin).map((each) => each.stored))];
    const keys = await items.ownReadersOf(db, stored);
    const readersOf = new Map(stored.map((each, index) => [each, keys[index] ?? []]));
    const reads = cases.filter(({ stored: each, by: { subject } }) => {
      const held = new Set(principalsOf(subject));
      return readersOf.get(each)?.some((key) => held.has(key)) ?? false;
    });
    const declared = reads.flatMap((each) => {
      const rule = rules.action(each.stored.type, each.action);
      return rule ? [{ each, rule, item: each.stored, by: each.by }] : [];
    });
    const holds = await rules.holdEach(db, declared, (asked) => byOwnRight(db, asked));
    const held = new Set<AskedCase>([
      ...reads.filter(({ action }) => action === READ),
      ...declared.filter((_, index) => holds[index]).map(({ each }) => each),
    ]);
    return cases.map((each) => each.by.subject.admin || held.has(each));
  };

  /** Returns the granters who still have an account. A read filter costs a query, so it is created only for a rule that needs one. */
  const grantersOf = async (db: Queryable, ids: readonly ItemId[]) => {
    const users = ids.length === 0 ? [] : await items.findMany(db, ids);
    const now = clock.now();
    const subjects = users.flatMap(({ id, properties }) => subjectFrom(id, properties, { now }) ?? []);
    const byId = new Map(subjects.map((subject) => [subject.userId, subject]));
    const filters = new Map<Subject, Promise<RuleCase['by']>>();
    return async (id: ItemId, { stored, action }: ActionCase): Promise<RuleCase['by'] | undefined> => {
      const subject = byId.get(id);
      if (!subject) return undefined;
      if ((rules.action(stored.type, action)?.relations.length ?? 0) === 0) return seesNothing(subject);
      const found = filters.get(subject) ?? readFilters.readFilterFor(subject);
      filters.set(subject, found);
      return found;
    };
  };

  return {
    byOwnRight,
    granted: async ({ db, readFilter }, cases) => {
      const asked = cases.flatMap((each) => {
        const t = registry.types[each.stored.type]?.number;
        return t !== undefined && isGrantable(each.action) ? [{ each, t, i: each.stored.number }] : [];
      });
      if (asked.length === 0 || readFilter.subject.userId === undefined) return new Set();
      const rows = await grantsTo(
        db,
        [...new Map(asked.map((each) => [grantKey(each), each])).values()],
        readFilter.principals,
      );
      const rowsOf = grantsByItem(rows);
      const wanted = asked.flatMap(({ each, ...key }) =>
        (rowsOf.get(grantKey(key)) ?? [])
          .filter(({ actions }) => actions.includes(each.action))
          .map(({ grantedBy }) => ({ each, grantedBy })),
      );
      const granterOf = await grantersOf(db, [...new Set(wanted.map(({ grantedBy }) => grantedBy))]);
      const own: (AskedCase & { readonly each: ActionCase })[] = [];
      for (const { each, grantedBy } of wanted) {
        const by = await granterOf(grantedBy, each);
        if (by) own.push({ ...each, each, by });
      }
      const held = await byOwnRight(db, own);
      return new Set(own.filter((_, index) => held[index]).map(({ each }) => each));
    },
  };
};

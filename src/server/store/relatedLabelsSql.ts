// Sub-select for the labels of related items in the statement that reads one item, so that a read is one round trip. Relations to any type
// are excluded: searching all partitions would cost more than a second statement. Used by itemRows.

import { aclOf } from 'src/server/store/readers/readCondition.ts';
import type { ReadPlan, TypeKey } from 'src/server/store/itemPlan.ts';
import { partitionOf, quoted } from 'src/server/store/partitions.ts';

/** A restriction on an acl column, as ` and …`. */
type Filtered = (acl: string) => string;

const valuesAtSql = (path: string): string => {
  const steps = path.split('.').map((step) => `.${JSON.stringify(step)}`);
  return `jsonb_path_query_array(b.body, ${quoted(`lax $${steps.join('')}[*]`)})`;
};

/** Selects type and number of each id in row `x` and in its visible restricted parts. */
const namedSql = ({ type, related, leveled }: ReadPlan, filtered: Filtered): string => {
  const restricted = `union all select l.body from item_level l where l.t = ${type.number} and l.i = x.i ${filtered('coalesce(p.restricted_acl, l.acl)')}`;
  const values = ['jsonb_build_array(x.creator, x.updater)', ...related.map(({ path }) => valuesAtSql(path))];
  return `select split_part(e, '-', 1) as type, split_part(e, '-', 2)::bigint as i
    from (select x.body || '{}' as body ${leveled ? restricted : ''} offset 0) b, jsonb_array_elements_text(${values.join(' || ')}) e where e ~ '^\\w+-[0-9]{1,10}$'`;
};

/**
 * Selects by the primary key. It uses an array, since the planner estimates a thousand values for a document and would scan the whole
 * table.
 */
const itemsSql = ({ name, number }: TypeKey): string =>
  `select '${name}-' || i as id, t, acl, terms, label from ${partitionOf(number)} where t = ${number} and i = any(array(select i from named where type = '${name}'))`;

/**
 * Selects an object of labels by id for row `x` with its pending readers `p`. `offset 0` makes it filter once instead of in every branch.
 */
export const relatedLabelsSql = (plan: ReadPlan, filtered: Filtered): string => {
  const types = new Set([...plan.creators, ...plan.related.flatMap(({ targets }) => targets)]);
  const items = [...types].map(itemsSql).join(' union all ');
  return `(with named as materialized (${namedSql(plan, filtered)})
    select json_object_agg(r.id, r.label) from (${items} offset 0) r where true ${filtered(aclOf('r'))})`;
};

// The sub-select by which the statement that reads one item also brings the labels of what it names, so that a read is one round
// trip. Relations to any type are left out: looking in every partition would cost more than a second statement. Used by itemRows.

import { aclOf } from 'src/server/access/read/readable.ts';
import type { ItemPlan, ReadPlan, RelatedPath } from 'src/server/store/itemPlan.ts';
import { partitionOf, quoted } from 'src/server/store/partitions.ts';

/** A restriction on an acl column, as ` and …`. */
type Gated = (acl: string) => string;

const jsonPath = (path: string): string =>
  quoted(
    `lax $${path
      .split('.')
      .map((step) => `.${JSON.stringify(step)}`)
      .join('')}[*]`,
  );

/** The values at the path; those of a restricted property stand in the item itself when its own level is at least as strict. */
const valuesSql = ({ type }: ItemPlan, { path, property }: RelatedPath, filtered: Gated): string => {
  const values = (body: string): string => `select jsonb_path_query(${body}, ${jsonPath(path)}) #>> '{}' as id`;
  if (property.level === undefined) return values('x.body');
  const restricted = `from item_level l where l.t = ${type.number} and l.i = x.i ${filtered('coalesce(p.restricted_acl, l.acl)')}`;
  return `${values('x.body')} union all ${values('l.body')} ${restricted}`;
};

/** Labels of the items of one type among some ids. What is no id of the type finds nothing. */
const labelsSql = (
  values: string,
  { name, number }: { readonly name: string; readonly number: number },
  filtered: Gated,
) =>
  `select v.id, r.label from (${values}) v join ${partitionOf(number)} r
    on r.i = case when v.id ~ ${quoted(`^${name}-[0-9]{1,10}$`)} then split_part(v.id, '-', 2)::bigint end ${filtered(aclOf('r'))}`;

/** An object of labels by id, of the row `x` with its pending readers `p`. */
export const relatedLabelsSql = (plan: ReadPlan, filtered: Gated): string => {
  const creator = plan.creators.map((type) => labelsSql('select x.creator as id', type, filtered));
  const related = plan.related.flatMap((path) =>
    path.targets.map((type) => labelsSql(valuesSql(plan, path, filtered), type, filtered)),
  );
  return `(select json_object_agg(n.id, n.label) from (${[...creator, ...related].join(' union all ')}) n)`;
};

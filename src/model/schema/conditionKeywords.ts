// Keywords of JSON Schema that a form condition (`when`) may use: the browser evaluates it directly, since it compiles no schemas. The
// compiler refuses other keywords; client/forms/rules/whenHolds implements each.

export const CONDITION_KEYWORDS = [
  'const',
  'enum',
  'not',
  'anyOf',
  'allOf',
  'contains',
  'properties',
  'type',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
] as const;
export type ConditionKeyword = (typeof CONDITION_KEYWORDS)[number];

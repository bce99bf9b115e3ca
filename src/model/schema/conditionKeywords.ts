// The part of JSON Schema that a form condition (`when`) may use: the browser reads it directly, since it compiles no schema.
// The compiler refuses other words; client/forms/rules/whenHolds gives each its meaning.

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

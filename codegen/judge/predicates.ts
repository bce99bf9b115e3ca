// Judges one predicate: exactly one word, paths that exist, capabilities that exist, one hop at most.
// Used for access actions, writable properties and the administration of lists.

import { isObject, pointer, type JsonValue } from 'codegen/json.ts';
import { noCapability, targetsOf, type Teller } from 'codegen/judge/Judgement.ts';
import type { Linked } from 'codegen/Linked.ts';
import { didYouMean } from 'codegen/nearest.ts';
import { allPaths, propertyAt } from 'codegen/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';

export interface PredicatePlace {
  readonly linked: Linked;
  readonly teller: Teller;
  /** Undefined where the item may be of any type. */
  readonly properties: Readonly<Record<string, Property>> | undefined;
  /** Inside `via`. */
  readonly hopped: boolean;
}

const COMPARED = ['eq', 'in', 'lt', 'gt', 'has'];

const judgePath = (path: JsonValue | undefined, at: string, { properties, teller }: PredicatePlace): void => {
  if (properties === undefined) return;
  const known = typeof path === 'string' && propertyAt(properties, path) !== undefined;
  teller.expect(
    known,
    at,
    `${JSON.stringify(path)} is no property here${didYouMean(
      String(path),
      allPaths(properties).map(([each]) => each),
    )}`,
  );
};

const VALUES = new Set(['$user.id', '$user.owners', '$now']);

const judgeValue = (value: JsonValue | undefined, at: string, { teller }: PredicatePlace): void => {
  if (typeof value !== 'string' || !value.startsWith('$')) return;
  teller.expect(VALUES.has(value), at, `${value} is no value word; known: ${[...VALUES].join(', ')}`);
};

const judgeVia = (via: JsonValue | undefined, at: string, place: PredicatePlace): void => {
  const { linked, teller } = place;
  if (!isObject(via)) return;
  teller.expect(!place.hopped, at, 'a predicate follows one relation at most');
  judgePath(via['rel'], `${at}/rel`, place);
  const relation = place.properties && propertyAt(place.properties, String(via['rel']));
  if (relation !== undefined) teller.expect(relation.rel !== undefined, `${at}/rel`, `${relation.name} is no relation`);
  const targets = targetsOf(relation?.rel?.to ?? ['*'], linked) ?? [undefined];
  for (const target of targets) {
    const properties = target === undefined ? undefined : linked.types[target]?.properties;
    predicates(via['where'], `${at}/where`, { ...place, properties, hopped: true });
  }
};

const judgeMany = (list: JsonValue | undefined, at: string, place: PredicatePlace): void => {
  if (Array.isArray(list)) list.forEach((each, index) => predicates(each, pointer(at, index), place));
};

/** Tells what is wrong with the predicate at `at`. */
export const predicates = (predicate: JsonValue | undefined, at: string, place: PredicatePlace): void => {
  if (!isObject(predicate)) return;
  const { teller, linked } = place;
  const words = Object.keys(predicate).filter((key) => key !== 'anywhere');
  const [word = ''] = words;
  teller.expect(
    words.length === 1,
    at,
    `holds ${words.join(' and ') || 'nothing'}: write exactly one word, or all/any`,
  );
  teller.expect(!('anywhere' in predicate) || word === 'cap', at, '"anywhere" belongs to "cap"');
  const value = predicate[word];
  if (word === 'all' || word === 'any') judgeMany(value, pointer(at, word), place);
  if (word === 'not') predicates(value, `${at}/not`, place);
  if (word === 'empty') judgePath(value, `${at}/empty`, place);
  if (word === 'via') judgeVia(value, `${at}/via`, place);
  if (word === 'cap')
    teller.expect(linked.capabilities.includes(String(value)), at, noCapability(String(value), linked));
  if (COMPARED.includes(word) && Array.isArray(value)) {
    judgePath(value[0], pointer(at, word, 0), place);
    judgeValue(value[1], pointer(at, word, 1), place);
    teller.expect(word !== 'in' || Array.isArray(value[1]), pointer(at, word, 1), '"in" needs a list of values');
  }
};

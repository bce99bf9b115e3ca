// What a facet and its values are called: messages for declared values, labels for related items, list labels, bucket names.

import type { FacetValue, FilterValue } from 'src/model/generated/wire.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';
import type { Client } from 'src/client/Client.ts';
import type { ListingPlan } from 'src/client/search/listingPlan.ts';
import { plainReading, type Words } from 'src/client/ui/words.ts';

export interface FacetRoom {
  readonly client: Client;
  readonly words: Words;
  readonly plan: ListingPlan;
}

type Namer = (facet: Facet, value: string, room: FacetRoom) => string | undefined;

const typeOf = (plan: ListingPlan, key: string) =>
  plan.types.find(({ view }) => view.facets.some((facet) => facet.key === key)) ?? plan.types[0];

const enumWord: Namer = (facet, value, { words, plan }) =>
  facet.key === '_t'
    ? words.type(value)
    : (words.find(`types.${typeOf(plan, facet.key)?.name ?? ''}.enum.${facet.key}.${value}`) ?? plainReading(value));

const listWord: Namer = (facet, value, { client, plan }) => {
  const type = typeOf(plan, facet.key);
  const list = type && propertyAt(type.properties, facet.key)?.list;
  return list ? client.lists.label(list.list, 'system', value) : undefined;
};

const NAMERS: Readonly<Record<Facet['kind'], Namer>> = {
  SEL: enumWord,
  LIST: listWord,
  REL: (_facet, value, { client }) => client.items.label(value),
  BOOL: (_facet, value, { words }) => words.say(`facets.${value}`),
  RANGE: (facet, value, { words }) => words.find(`buckets.${facet.buckets ?? ''}.${value}`) ?? plainReading(value),
  LEVEL: (_facet, value, { words }) => words.find(`levels.${value}`),
  TERM: (_facet, value) => value,
};

const rangeWord = (value: { readonly from?: string | number; readonly to?: string | number }, words: Words): string =>
  words.say('facets.range', { from: value.from ?? '…', to: value.to ?? '…' });

/** Undefined for a related item whose label the reader may not know. Observable. */
export const valueWord = (
  facet: Facet,
  value: FilterValue | FacetValue['value'],
  room: FacetRoom,
  label?: string,
): string | undefined => {
  if (value === null) return room.words.say('facets.none');
  if (typeof value === 'object') return rangeWord(value, room.words);
  return label ?? NAMERS[facet.kind](facet, String(value), room);
};

export const facetWord = (facet: Facet, { words, plan }: FacetRoom): string => {
  if (facet.key === '_t') return words.say('facets.type');
  if (facet.kind === 'LEVEL') return words.say('facets.level');
  return words.property(typeOf(plan, facet.key)?.name ?? '', facet.key);
};

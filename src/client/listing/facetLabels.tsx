// Names of facets and of their values: messages for declared values, labels for related items, list labels, bucket
// names.

import { itemName } from 'src/client/navigation/itemName.ts';
import type { FacetValue, FilterValue, RangeValue } from 'src/model/generated/wire.ts';
import { isOther, otherText } from 'src/model/item/otherMarker.ts';
import type { BaseKey } from 'src/model/query/queryKeys.ts';
import { readValue } from 'src/model/query/facetValues.ts';
import type { SavedGroup } from 'src/model/query/savedCriteria.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';
import type { Client } from 'src/client/Client.ts';
import { facetSubject, type ListingPlan } from 'src/model/listing/listingPlan.ts';
import { shownRange } from 'src/client/listing/wholeRange.ts';
import { readableName } from 'src/model/text/readableName.ts';
import { plainDate } from 'src/client/ui/dates.ts';
import { stateWord } from 'src/client/ui/stateWord.ts';
import { type Messages } from 'src/client/ui/declaredMessages.ts';

export interface FacetContext {
  readonly client: Client;
  readonly messages: Messages;
  readonly plan: ListingPlan;
}

const PLACE_KEY: BaseKey = 'hasPlace';

type Namer = (facet: Facet, value: string, context: FacetContext) => string | undefined;

const enumLabel: Namer = ({ key }, value, { messages, plan }) => {
  if (key === '_t') return messages.type(value);
  const { type, path } = facetSubject(plan, key);
  if (type?.states?.property === path) return stateWord(messages, type, { state: value });
  return messages.find(`types.${type?.name ?? ''}.enum.${path}.${value}`) ?? readableName(value);
};

const listLabel: Namer = (facet, value, { client, messages, plan }) => {
  if (isOther(value)) return otherText(value) || messages.format('forms.otherValue');
  const { type, path } = facetSubject(plan, facet.key);
  const list = type && propertyAt(type.properties, path)?.list;
  return list ? client.lists.labelAmong(list.list, client.session.user?.readOrgs ?? [], value) : undefined;
};

const NAMERS: Readonly<Record<Facet['kind'], Namer>> = {
  SEL: enumLabel,
  LIST: listLabel,
  REL: (_facet, value, { client: { items }, messages }) =>
    items.isAbsent(value) ? undefined : itemName(items, messages.format, value),
  BOOL: (_facet, value, { messages }) => messages.format(`facets.${value}`),
  RANGE: (facet, value, { messages }) =>
    messages.find(`buckets.${facet.buckets ?? ''}.${value}`) ?? readableName(value),
  LEVEL: (_facet, value, { messages }) => messages.find(`levels.${value}`),
  TERM: ({ message }, value, { messages }) =>
    (message === undefined ? undefined : messages.find(message.replace('{value}', value))) ?? value,
};

const rangeLabel = (value: RangeValue, messages: Messages): string => {
  const [from, to] = shownRange(value).map((end) => (typeof end === 'string' ? plainDate(messages.intl, end) : end));
  if (from !== undefined && from === to) return String(from);
  return messages.format('facets.range', { from: from ?? '…', to: to ?? '…' });
};

/** Undefined for a related item whose label the reader may not know. Observable. */
export const valueLabel = (
  facet: Facet,
  value: FilterValue | FacetValue['value'],
  context: FacetContext,
  label?: string,
): string | undefined => {
  if (value === null) return context.messages.format(facet.kind === 'BOOL' ? 'facets.unset' : 'facets.none');
  if (typeof value === 'object') return 'type' in value ? undefined : rangeLabel(value, context.messages);
  return label ?? NAMERS[facet.kind](facet, String(value), context);
};

/** True while the label of a value is not here yet: those of a list arrive with the list. Observable. */
export const isLabelLoading = (...args: Parameters<typeof valueLabel>): boolean =>
  args[0].kind === 'LIST' && valueLabel(...args) === undefined;

/** Returns the label of a value, or the words that take its place while it is read or where the reader may not know it. Observable. */
export const shownLabel = (...args: Parameters<typeof valueLabel>): string =>
  valueLabel(...args) ?? args[2].messages.format(isLabelLoading(...args) ? 'app.loading' : 'cells.hiddenItem');

export const facetLabel = (facet: Facet, { messages, plan }: FacetContext): string => {
  if (facet.key === '_t') return messages.format('facets.type');
  if (facet.kind === 'LEVEL') return messages.format('facets.level');
  if (facet.key === PLACE_KEY) return messages.format('facets.hasPlace');
  const { type, path } = facetSubject(plan, facet.key);
  return messages.property(type?.name ?? '', path);
};

/** Returns a group of a saved search as one phrase: "Topics · Title: fish". An alternative says that it is one. */
export const groupLabel = (group: SavedGroup, isAlternative: boolean, context: FacetContext): string => {
  const { messages, plan, client } = context;
  const { relation, filters } = group;
  const holder = plan.types.find(({ properties }) => relation !== undefined && propertyAt(properties, relation)?.rel);
  const targets = propertyAt(holder?.properties ?? {}, relation ?? '')?.rel?.to ?? [];
  const types = relation === undefined ? plan.types : targets.flatMap((name) => client.registry.types[name] ?? []);
  const within = { ...context, plan: { ...plan, types } };
  const phrases = filters.map(({ prop, value = [] }) => {
    const facets = types.flatMap(({ view }) => view.facets);
    const facet = facets.find(({ key }) => key === prop) ?? { key: prop, kind: 'TERM' as const };
    const values = value.map((text) => shownLabel(facet, readValue(text) ?? text, within));
    return `${facetLabel(facet, within)}: ${values.join(', ')}`;
  });
  const named = relation === undefined ? [] : [messages.property(holder?.name ?? '', relation)];
  const text = [...named, ...phrases].join(' · ');
  return isAlternative ? messages.format('listing.alternative', { text }) : text;
};

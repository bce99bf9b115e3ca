// Values of facets that a typed text names, such as "photograph" for the type of an archive entry. The words of a search are found in the
// texts of the records; these values are filters.

import { facetLabel, valueLabel, type FacetContext } from 'src/client/listing/facetLabels.tsx';
import { facetSubject, type ListingPlan } from 'src/model/listing/listingPlan.ts';
import { includesValue, toggleChosen, type ListingState } from 'src/model/listing/listingState.ts';
import { foldedTokens } from 'src/model/query/searchText.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';

/** A filter for what was typed. */
export interface ValueOffer {
  readonly key: string;
  /** `Type: Photograph`, with the type of the records in a search of everything. */
  readonly name: string;
  /** The state with the filter, without the words that name it. */
  readonly state: ListingState;
}

interface Source {
  readonly facet: Facet;
  /** Type that must be chosen for its own facet. */
  readonly type?: string;
}

/** Letters by which a typed word may be longer than the word of a label: "photographs" names "Photograph". */
const MOST_ENDING = 2;
const SHORTEST_WORD = 3;

const namesWord = (typed: string, word: string): boolean =>
  typed.length >= SHORTEST_WORD &&
  (word.startsWith(typed) || (typed.startsWith(word) && typed.length - word.length <= MOST_ENDING));

const offeredFacets = (plan: ListingPlan, { chosen }: ListingState): Source[] => {
  const { ownFacets } = plan;
  const given = plan.facets.map((facet): Source => ({ facet }));
  if (!ownFacets || chosen['_t']) return given;
  return [...given, ...Object.entries(ownFacets).flatMap(([type, facets]) => facets.map((facet) => ({ facet, type })))];
};

/** Returns the declared values of a facet; none while its list is loading. Observable. */
const declaredValues = ({ key, kind }: Facet, { client, plan }: FacetContext): readonly string[] => {
  if (key === '_t') return plan.types.map(({ name }) => name);
  const { type, path } = facetSubject(plan, key);
  const property = type && propertyAt(type.properties, path);
  if (kind === 'SEL') return property?.values ?? [];
  return kind === 'LIST' && property?.list ? (client.lists.keys(property.list.list) ?? []) : [];
};

interface OfferedWord {
  readonly text: string;
  readonly folded: string;
}

const splitTyped = (text: string): readonly OfferedWord[] =>
  text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => ({ text: word, folded: foldedTokens(word)[0] ?? '' }));

/** Returns the typed words that a label is named by: the whole label, or everything that was typed. */
const namingWords = (label: string, typed: readonly OfferedWord[]): readonly OfferedWord[] => {
  const words = foldedTokens(label);
  const naming = typed.filter(({ folded }) => words.some((word) => namesWord(folded, word)));
  const isWhole = words.every((word) => naming.some(({ folded }) => namesWord(folded, word)));
  return isWhole || naming.length === typed.length ? naming : [];
};

const chosenWith = (state: ListingState, { facet, type }: Source, value: string): ListingState['chosen'] => {
  const chosen = type === undefined ? state.chosen : toggleChosen(state.chosen, '_t', type);
  return includesValue(chosen[facet.key] ?? [], value) ? chosen : toggleChosen(chosen, facet.key, value);
};

/** Returns the filters that the text of the state names, at most `most`. Observable. */
export const valueOffers = (context: FacetContext, state: ListingState, most: number): readonly ValueOffer[] => {
  const typed = splitTyped(state.text);
  const { messages, plan } = context;
  const offers = offeredFacets(plan, state).flatMap((source): ValueOffer[] => {
    const { facet, type } = source;
    const own =
      type === undefined
        ? context
        : { ...context, plan: { ...plan, types: plan.types.filter(({ name }) => name === type) } };
    return declaredValues(facet, own).flatMap((value) => {
      const label = valueLabel(facet, value, own);
      const naming = label === undefined ? [] : namingWords(label, typed);
      if (label === undefined || naming.length === 0) return [];
      const chosen = chosenWith(state, source, value);
      const left = typed.filter((word) => !naming.includes(word));
      const text = left.map((word) => word.text).join(' ');
      const name = `${facetLabel(facet, own)}: ${label}`;
      return chosen === state.chosen
        ? []
        : [
            {
              key: `${type ?? ''}/${facet.key}/${value}`,
              name: type === undefined ? name : `${messages.plural(type)} · ${name}`,
              state: { ...state, text, chosen },
            },
          ];
    });
  });
  return offers.slice(0, most);
};

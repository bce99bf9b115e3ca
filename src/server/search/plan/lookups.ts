// Data that a plan needs from the database: term ids and text hits. The same code builds a plan twice: once to record its needs, once with
// the answers, so the two always agree.

import type { Area } from 'src/model/geo/geoJson.ts';
import type { TextScores } from 'src/server/search/evaluate/searchPlan.ts';
import { termKey, type TermKey } from 'src/server/search/termLookup.ts';

export interface Lookups {
  /** Returns the id of a term, or undefined for an unused one. */
  term(prop: string, val: string): number | undefined;
  /** True when the worker has the texts; `hits` is used only for texts with phrases then. */
  readonly textsInWorker: boolean;
  /** Returns the items of a type that match a text, or undefined when it has no searchable word. */
  hits(text: string, type: number): Int32Array | undefined;
  /** Returns the items of a type with a geometry on the edge of the area that meets it. */
  onEdge(area: Area, type: number): Int32Array;
  /** Returns scores of a type's items for the typed text, or undefined when no order needs them. */
  scores(type: number): TextScores | undefined;
  /** Returns the items of a type that the asker has starred. */
  stars(type: number): Int32Array;
  /** Returns the conversations of the asker with unread messages. */
  unread(): Int32Array;
}

/** Area in a query, with its types. */
export interface AreaNeed {
  readonly area: Area;
  readonly types: ReadonlySet<number>;
}

const areaKey = (area: Area): string => JSON.stringify(area.coordinates);

export interface Needs extends Lookups {
  readonly terms: readonly TermKey[];
  /** Types per text. */
  readonly texts: ReadonlyMap<string, ReadonlySet<number>>;
  /** Areas by areaKey. */
  readonly areas: ReadonlyMap<string, AreaNeed>;
  /** Returns whether the asker's stars are needed. */
  wantsStars(): boolean;
  wantsUnread(): boolean;
}

/** No item. */
export const NO_HITS = new Int32Array(0);

export const createNeeds = (textsInWorker: boolean): Needs => {
  const terms: TermKey[] = [];
  const texts = new Map<string, Set<number>>();
  const areas = new Map<string, AreaNeed & { readonly types: Set<number> }>();
  let starred = false;
  let unread = false;
  return {
    textsInWorker,
    terms,
    texts,
    areas,
    term(prop, val) {
      terms.push({ prop, val });
      return undefined;
    },
    hits(text, type) {
      texts.set(text, (texts.get(text) ?? new Set<number>()).add(type));
      return NO_HITS;
    },
    onEdge(area, type) {
      const key = areaKey(area);
      const need = areas.get(key) ?? { area, types: new Set<number>() };
      areas.set(key, need);
      need.types.add(type);
      return NO_HITS;
    },
    scores: () => undefined,
    stars() {
      starred = true;
      return NO_HITS;
    },
    wantsStars: () => starred,
    unread() {
      unread = true;
      return NO_HITS;
    },
    wantsUnread: () => unread,
  };
};

/** Hits of one text by type number; undefined when the text has no searchable word. */
export type Hits = ReadonlyMap<number, Int32Array> | undefined;

export interface Found {
  readonly terms: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<string, Hits>;
  readonly textsInWorker: boolean;
  readonly scores: ReadonlyMap<number, TextScores>;
  readonly areas: ReadonlyMap<string, ReadonlyMap<number, Int32Array>>;
  readonly stars: ReadonlyMap<number, Int32Array>;
  readonly unread: Int32Array;
}

export const createLookups = ({ terms, texts, textsInWorker, scores, areas, stars, unread }: Found): Lookups => ({
  textsInWorker,
  term: (prop, val) => terms.get(termKey({ prop, val })),
  hits(text, type) {
    const hits = texts.get(text);
    return hits && (hits.get(type) ?? NO_HITS);
  },
  onEdge: (area, type) => areas.get(areaKey(area))?.get(type) ?? NO_HITS,
  scores: (type) => scores.get(type),
  stars: (type) => stars.get(type) ?? NO_HITS,
  unread: () => unread,
});

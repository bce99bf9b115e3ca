// What the main thread and the search worker say to each other. The worker owns its columns: they are not shared memory,
// because then a query and an update would need locks; here both stand in one queue, so a search that is posted after an
// update always sees it. The main thread needs the columns for nothing else.

import type { GivenUp } from 'src/server/search/givenUp.ts';
import type { TileToEncode } from 'src/server/search/map/encodeTile.ts';
import type { LocatePlan, LocateResult } from 'src/server/search/evaluate/locate.ts';
import type { Area, Geometry } from 'src/model/geo/geoJson.ts';
import type { Band } from 'src/server/search/map/bandsAround.ts';
import type { SearchPlan, SearchResult } from 'src/server/search/evaluate/searchPlan.ts';
import type { RowMessage, TablePlan } from 'src/server/search/columns/Table.ts';
import type { TermBatch } from 'src/server/search/columns/TermPlaces.ts';

/** A question that may be given up: where its mark is. */
interface Markable {
  readonly id: number;
  readonly at: number;
}

export type ToWorker =
  /** Sent first. */
  | { readonly do: 'givenUp'; readonly marks: GivenUp }
  /** Forgets everything and starts with empty tables. */
  | { readonly do: 'tables'; readonly tables: readonly TablePlan[] }
  | { readonly do: 'terms'; readonly batch: TermBatch }
  | { readonly do: 'rows'; readonly type: number; readonly rows: readonly RowMessage[] }
  /** Everything was sent: what searches will ask for first can be made. */
  | { readonly do: 'prepare' }
  | { readonly do: 'remove'; readonly type: number; readonly numbers: readonly number[] }
  /** Whatever holds the term is read by this acl, and what is restricted in it by the other one. */
  | {
      readonly do: 'readBy';
      readonly type: number;
      readonly term: number;
      readonly acl: number;
      readonly restrictedAcl: number;
    }
  | { readonly do: 'close'; readonly closed: ReadonlyMap<number, number> }
  | ({ readonly do: 'search'; readonly plan: SearchPlan } & Markable)
  | ({ readonly do: 'locate'; readonly plan: LocatePlan } & Markable)
  /** Asked of a second thread, which has no columns: an encode takes longer than a search. */
  | { readonly do: 'encode'; readonly id: number; readonly tile: TileToEncode }
  /** Asked of the second thread. */
  | { readonly do: 'around'; readonly id: number; readonly geometry: Geometry; readonly metres: number }
  /** Which of the geometries, as JSON, meet the area. */
  | ({
      readonly do: 'meet';
      readonly area: Area;
      readonly geometries: readonly string[];
      readonly deadline: number;
    } & Markable)
  | { readonly do: 'size'; readonly id: number };

/** What the columns hold, for those who look after the site. */
export interface IndexSize {
  readonly items: number;
  readonly bytes: number;
}

export type FromWorker =
  | { readonly id: number; readonly result: SearchResult }
  | { readonly id: number; readonly located: LocateResult }
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly met: Uint8Array }
  | { readonly id: number; readonly around: Band | undefined }
  | { readonly id: number; readonly size: IndexSize }
  | { readonly id: number; readonly failed: 'timeout' | 'error'; readonly text: string };

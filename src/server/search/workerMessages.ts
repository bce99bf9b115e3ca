// Messages between the main thread and the search worker. The columns belong to the worker and are not shared memory, so no locks are
// needed: queries and updates are in one queue, and a search sent after an update includes it. The main thread does not need the columns
// otherwise.

import type { GivenUp } from 'src/server/search/cancelledRequests.ts';
import type { RowBlock } from 'src/server/search/check/differingRows.ts';
import type { TileToEncode } from 'src/server/search/map/encodeTile.ts';
import type { CandidatePlan, Candidates } from 'src/server/search/evaluate/textCandidates.ts';
import type { LocatePlan, LocateResult } from 'src/server/search/evaluate/locate.ts';
import type { Area, Geometry } from 'src/model/geo/geoJson.ts';
import type { Band } from 'src/server/search/map/bandsAround.ts';
import type { SearchPlan, SearchResult } from 'src/server/search/evaluate/searchPlan.ts';
import type { LoadedPart } from 'src/server/search/columns/loadTable.ts';
import type { RowMessage, TablePlan } from 'src/server/search/columns/Table.ts';
import type { SnapshotAnswer, RestoreAsked } from 'src/server/search/snapshot/restoreIndex.ts';
import type { ComparedPart, StaleRows } from 'src/server/search/snapshot/RowComparison.ts';
import type { SnapshotLabel } from 'src/server/search/snapshot/snapshotFile.ts';
import type { TermBatch } from 'src/server/search/columns/TermPlaces.ts';

/** A request that can be cancelled, with the index of its flag. */
interface Markable {
  readonly id: number;
  readonly at: number;
}

export type ToWorker =
  /** Sent first. */
  | { readonly do: 'givenUp'; readonly marks: GivenUp }
  /** Clears everything and creates empty tables. */
  | { readonly do: 'tables'; readonly tables: readonly TablePlan[] }
  | { readonly do: 'terms'; readonly batch: TermBatch }
  | { readonly do: 'rows'; readonly type: number; readonly rows: readonly RowMessage[] }
  /** A piece of the rows of a COPY statement. */
  | {
      readonly do: 'load';
      readonly type: number;
      readonly part: LoadedPart;
      readonly first: boolean;
      readonly bytes: Uint8Array;
    }
  /** Replaces everything by the content of a snapshot, or by empty tables. */
  | ({ readonly do: 'restore'; readonly id: number } & RestoreAsked)
  /** A piece of the rows of a COPY statement that are compared with those of the snapshot. */
  | { readonly do: 'check'; readonly part: ComparedPart; readonly first: boolean; readonly bytes: Uint8Array }
  /** All rows were sent. Removes those that were not among them, and asks which must be read again. */
  | { readonly do: 'checked'; readonly id: number; readonly pieces: number }
  /** Writes a snapshot. */
  | { readonly do: 'save'; readonly id: number; readonly path: string; readonly label: SnapshotLabel }
  /** All texts were sent; searches use them. */
  | { readonly do: 'textsReady' }
  /** Everything but texts was sent; columns for the first searches can be prepared. */
  | { readonly do: 'prepare' }
  | { readonly do: 'remove'; readonly type: number; readonly numbers: readonly number[] }
  /** Rows with the term are read by this acl, and their restricted parts by the other one. */
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
  | ({ readonly do: 'candidates'; readonly plan: CandidatePlan } & Markable)
  /** Sent to a second thread without columns, because encoding takes longer than a search. */
  | { readonly do: 'encode'; readonly id: number; readonly tile: TileToEncode }
  /** Sent to the second thread. */
  | { readonly do: 'around'; readonly id: number; readonly geometry: Geometry; readonly metres: number }
  /** Asks which of the geometries, as JSON, meet the area. */
  | ({
      readonly do: 'meet';
      readonly area: Area;
      readonly geometries: readonly string[];
      readonly deadline: number;
    } & Markable)
  /** Asks which rows of the block differ from the columns. */
  | { readonly do: 'compare'; readonly id: number; readonly block: RowBlock }
  | { readonly do: 'size'; readonly id: number };

/** Size of the columns, for administrators. */
export interface IndexSize {
  readonly items: number;
  readonly bytes: number;
}

export type FromWorker =
  | { readonly id: number; readonly result: SearchResult }
  | { readonly id: number; readonly located: LocateResult }
  | { readonly id: number; readonly candidates: Candidates }
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly met: Uint8Array }
  | { readonly id: number; readonly around: Band | undefined }
  | { readonly id: number; readonly differing: readonly number[] }
  | { readonly id: number; readonly size: IndexSize }
  | { readonly id: number; readonly snapshot: SnapshotAnswer }
  | { readonly id: number; readonly stale: StaleRows }
  /** False when the tables were replaced meanwhile. */
  | { readonly id: number; readonly saved: boolean }
  | { readonly id: number; readonly failed: 'timeout' | 'error'; readonly text: string };

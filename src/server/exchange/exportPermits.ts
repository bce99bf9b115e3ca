// Uses that consents permit of exported records. Records whose consent does not permit what the export is for are left out; the others
// carry the terms under which they leave.

import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import {
  canBeLimited,
  commonUses,
  lastDayOf,
  permitsBehind,
  refusingPermit,
  type Permit,
  type Permits,
} from 'src/server/access/permits.ts';
import type { ExchangeNeeds } from 'src/server/exchange/ExchangeNeeds.ts';
import { createListTexts } from 'src/server/exchange/exportLists.ts';
import type { ExportAsker, ExportPermits, FoundIds } from 'src/server/exchange/exportSource.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';

/** Ids whose permits are read together. */
const IDS_PER_READ = 5_000;
const NO_PERMITS: Permits = new Map();

/** Returns the word for a use, as the owner of the consent calls it. */
export const permitLabels = (services: ExchangeNeeds, language: string) => {
  const textsOf = createListTexts(services, language);
  return async (readFilter: ReadFilter, { list, owner }: Permit): Promise<(use: string) => string> => {
    const texts = list === undefined ? undefined : await textsOf(readFilter, list);
    return (use) => texts?.get(owner ?? '')?.get(use) ?? texts?.get(SYSTEM_OWNER)?.get(use) ?? use;
  };
};

/** Yields the permits behind the records, some at a time. */
export async function* permitPages(
  { services, gone }: Pick<ExportAsker, 'services' | 'gone'>,
  found: FoundIds,
): AsyncGenerator<Permits> {
  for (let from = 0; from < found.count; from += IDS_PER_READ) {
    gone.throwIfAborted();
    const count = Math.min(IDS_PER_READ, found.count - from);
    const ids = Array.from({ length: count }, (_, at) => found.idAt(from + at));
    yield await permitsBehind({ services, db: services.database }, ids);
  }
}

const hasPermits = async (asker: ExportAsker, found: FoundIds): Promise<boolean> => {
  for await (const permits of permitPages(asker, found)) if (permits.size > 0) return true;
  return false;
};

interface PermitOptions {
  readonly asker: ExportAsker;
  readonly types: readonly ServerItemType[];
  readonly found: FoundIds;
  readonly words: ExportWords;
  /** Purpose of the export. */
  readonly use: string | undefined;
}

const termsIn = (words: ExportWords, permits: readonly Permit[], label: (use: string) => string): string => {
  const uses = commonUses(permits).map(label);
  const text = uses.length === 0 ? words.format('permits.none') : uses.join('; ');
  const last = lastDayOf(permits);
  return last === undefined ? text : words.format('permits.until', { uses: text, date: words.date(last) });
};

export const exportPermits = async ({ asker, types, found, words, use }: PermitOptions): Promise<ExportPermits> => {
  const { services } = asker;
  const some = types.some(canBeLimited) && (await hasPermits(asker, found));
  const labelsOf = permitLabels(services, words.language);
  return {
    some,
    async read(readFilter, ids) {
      const permits = some ? await permitsBehind({ services, db: services.database }, ids) : NO_PERMITS;
      const terms = new Map<ItemId, string>();
      for (const [id, behind] of permits) {
        const [first] = behind;
        if (first) terms.set(id, termsIn(words, behind, await labelsOf(readFilter, first)));
      }
      return {
        ids: ids.filter((id) => refusingPermit(permits.get(id), use) === undefined),
        termsOf: (id) => terms.get(id),
      };
    },
  };
};

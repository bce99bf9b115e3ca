// `act/permittedUses`: which uses the consents behind records permit. Asked before an export, and on the page of a record.

import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import { invalidAt } from 'src/model/problems.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { canBeLimited, commonUses, lastDayOf, type Permit } from 'src/server/access/permits.ts';
import { endpoint, type ExchangeContext } from 'src/server/exchange/ExchangeNeeds.ts';
import { permitPages } from 'src/server/exchange/exportPermits.ts';
import { foundIds, type FoundIds } from 'src/server/exchange/exportSource.ts';
import { exportedTypes } from 'src/server/exchange/exportStream.ts';
import { queryInput } from 'src/server/search/queryInput.ts';
import { costOfScreenSearch } from 'src/server/search/searchScreen.ts';

type UsesInput = Endpoints['permittedUses']['input'];
type UsesAnswer = Endpoints['permittedUses']['answer'];

const NO_SIGNAL = new AbortController().signal;
const NAMES_LANGUAGE = 'en';

const readableIds = async (
  { services, db, readFilter, gone }: ExchangeContext,
  { query = {}, ids }: UsesInput,
): Promise<FoundIds> => {
  if (!ids) {
    const { max: _, after: __, facets: ___, labels: ____, times: _____, days: ______, ...asked } = query;
    return foundIds(services.registry, await services.search.found(readFilter, asked, gone));
  }
  const visible = [...(await services.items.labels(db, readFilter, ids)).keys()];
  return { count: visible.length, idAt: (place) => visible[place] ?? '' };
};

interface Counted {
  readonly limited: number;
  readonly permitted: ReadonlyMap<string, number>;
  /** Permits behind the records, each once. */
  readonly permits: readonly Permit[];
}

const countUses = async ({ services, gone = NO_SIGNAL }: ExchangeContext, found: FoundIds): Promise<Counted> => {
  const permitted = new Map<string, number>();
  const permits = new Map<string, Permit>();
  let limited = 0;
  for await (const page of permitPages({ services, gone }, found))
    for (const behind of page.values()) {
      limited += 1;
      for (const use of commonUses(behind)) permitted.set(use, (permitted.get(use) ?? 0) + 1);
      for (const each of behind) permits.set(each.id, each);
    }
  return { limited, permitted, permits: [...permits.values()] };
};

/** Returns the uses of the lists of the site and of the owners of the permits, and those that a permit names. */
const namedUses = async (
  { services, readFilter }: ExchangeContext,
  { permitted, permits }: Counted,
  locale: string,
): Promise<UsesAnswer['uses']> => {
  const labels = new Map<string, string>();
  const owners = new Set([SYSTEM_OWNER, ...permits.map(({ owner }) => owner ?? '')]);
  for (const list of new Set(permits.map((permit) => permit.list))) {
    const answer =
      list === undefined ? undefined : await services.lists.values(readFilter, { locale, list, owner: undefined });
    for (const owner of owners)
      for (const { key, label, state } of answer?.[owner] ?? [])
        if (state === 'ACTIVE' || permitted.has(key)) labels.set(key, label);
  }
  for (const use of permitted.keys()) if (!labels.has(use)) labels.set(use, use);
  return [...labels].map(([use, label]) => ({ use, label, permitted: permitted.get(use) ?? 0 }));
};

export const permittedUses = endpoint(
  'permittedUses',
  async (context, input) => {
    const { query, ids, language = NAMES_LANGUAGE } = input;
    if ((query === undefined) === (ids === undefined)) throw invalidAt('/query', 'errors.required');
    if (query) queryInput(query);
    if (!exportedTypes(context.services.registry, input).some(canBeLimited)) return { limited: 0, uses: [] };
    const counted = await countUses(context, await readableIds(context, input));
    if (counted.limited === 0) return { limited: 0, uses: [] };
    const until = lastDayOf(counted.permits);
    return {
      limited: counted.limited,
      uses: await namedUses(context, counted, language),
      ...(until !== undefined && { until }),
    };
  },
  costOfScreenSearch,
);

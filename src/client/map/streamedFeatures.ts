// Features as the server streams them, each part with the rights of its moment. Called by useFeatureSet.

import type { FeatureSource, MapFeature } from 'src/client/map/MapFeature.ts';
import type { Client } from 'src/client/Client.ts';
import type { MapFeatures } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { isProblem } from 'src/model/problems.ts';

const TRIES = 4;
const LONGEST_WAIT_S = 5;

/** A screen of many layers asks for them at once; who asks for too many waits as long as the server says. */
const inTurn = async (ask: () => Promise<void>, signal: AbortSignal, tries = TRIES): Promise<void> => {
  try {
    await ask();
  } catch (thrown) {
    if (tries <= 1 || signal.aborted || !isProblem(thrown) || thrown.key !== 'rateLimited') throw thrown;
    const seconds = Math.min(Number(thrown.params?.['retryAfter'] ?? 1), LONGEST_WAIT_S);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    await inTurn(ask, signal, tries - 1);
  }
};

/** `everything`: also what the view of its type leaves out of maps, where a listing has found it. */
export const createStreamedFeatures = (
  { connection }: Pick<Client, 'connection'>,
  everything: boolean,
): FeatureSource => ({
  read: async (query, take, signal) => {
    let [total, more] = [0, false];
    const asked = { query, ...(everything ? { includeExcluded: true } : {}) };
    await inTurn(
      async () =>
        await connection.stream(
          'act/streamFeatures',
          asked as unknown as Json,
          (part) => {
            const { features, ...first } = part as unknown as MapFeatures;
            total = first.total ?? total;
            more = first.more ?? more;
            if (!signal.aborted) take(features as unknown as readonly MapFeature[]);
          },
          signal,
        ),
      signal,
    );
    return { total, more };
  },
});

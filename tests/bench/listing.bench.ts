// The request of a listing after a person typed a word and chose two facets: `search/ids` with six facets and 50 labels on the sample
// community, over the socket of the built server.

import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { serially, milliseconds } from 'tests/bench/measure.ts';
import { openProduct } from 'tests/bench/openProduct.ts';

const ROUNDS = 200;
const LIMIT = 30;
const FACETS = ['type', 'category', '$access', 'language', 'collections', 'yearPublished'];

export const run = async (): Promise<void> => {
  const { socket: open, stop } = await openProduct();
  const socket = await open('member');
  const ask = async (operation: string, body?: Query): Promise<Json | undefined> => {
    socket.received.length = 0;
    const { b, erred } = await socket.ask(operation, body as unknown as Json);
    if (erred) throw new Error(JSON.stringify(b));
    return b;
  };
  const search = async (query: Query): Promise<SearchAnswer> =>
    (await ask('search/ids', query)) as unknown as SearchAnswer;
  const base: Query = { must: { _t: ['ArchiveEntry'], text: ['river'] }, facets: FACETS, labels: true, max: 50 };
  // The two most frequent values, so that the page has as many results as possible.
  const { facets } = await search(base);
  const chosen = Object.fromEntries(
    ['language', '$access'].map((key) => [
      key,
      (facets?.[key] ?? []).flatMap((each) => ('value' in each && each.value !== null ? [each.value] : [])).slice(0, 2),
    ]),
  );
  const query: Query = { ...base, must: { ...base.must, ...chosen } as never };
  const { total, ids, labels } = await search(query);
  const times = await serially({ ping: () => ask('ping'), search: () => search(query) }, ROUNDS);
  socket.close();
  await stop();
  const { ping, search: own } = times;
  if (!ping || !own) throw new Error('nothing measured');
  console.log(
    `${total} found, ${ids.length} on the page with ${Object.keys(labels ?? {}).length} labels; ${JSON.stringify(chosen)}`,
  );
  console.log(
    `ms (best): search ${milliseconds(own.median)} (${milliseconds(own.best)}), ping ${milliseconds(ping.median)} (${milliseconds(ping.best)})`,
  );
  report({
    name: 'search/ids: text, two filters, six facets, 50 labels, sample community',
    unit: 'ms',
    value: own.median,
    best: own.best,
    baseline: { name: 'ping over the socket', value: ping.median, best: ping.best },
    limit: { of: 'value', atMost: LIMIT },
  });
};

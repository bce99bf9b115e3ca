// Searches and suggestions; labels that come along go to the item store, so that rows have names before their items are read.

import { MAX_INT32 } from 'src/base/maxInt32.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { ItemStore } from 'src/client/stores/ItemStore.ts';
import type { Query, SearchAnswer, Suggestion } from 'src/model/generated/wire.ts';

/** `max` that means everything; the answer then comes in parts. Source: spec platform 9. */

export class SearchCalls {
  private readonly connection: ServerConnection;
  private readonly items: ItemStore;

  constructor(connection: ServerConnection, items: ItemStore) {
    this.connection = connection;
    this.items = items;
  }

  async search(query: Query): Promise<SearchAnswer> {
    const answer =
      query.max === MAX_INT32 ? await this.everything(query) : await this.connection.send('search/ids', query);
    if (answer.labels) this.items.putLabels(answer.labels);
    return answer;
  }

  /** How many items of any kind a search by words finds. */
  async count(text: string): Promise<number> {
    return (await this.search({ must: { text: [text] }, max: 1 })).total;
  }

  async suggest(text: string, types?: readonly string[]): Promise<readonly Suggestion[]> {
    const found = await this.connection.send('suggest', { text, ...(types && { types }) });
    this.items.putLabels(Object.fromEntries(found.map(({ $id, label }) => [$id, label])));
    return found;
  }

  // Total and facets come with the first part.
  private async everything(query: Query): Promise<SearchAnswer> {
    const parts: SearchAnswer[] = [];
    const { connection } = this;
    await connection.stream('search/ids', query as unknown as Json, (part) =>
      parts.push(part as unknown as SearchAnswer),
    );
    const [first, ...rest] = parts;
    if (!first) return { ids: [], total: 0 };
    const labels = first.labels && Object.assign({}, ...parts.map((part) => part.labels));
    return { ...first, ids: [...first.ids, ...rest.flatMap(({ ids }) => ids)], ...(labels && { labels }) };
  }
}

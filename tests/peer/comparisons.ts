// The same work in both products, as their clients send it: one search, read or save over our socket, and each way that Directus offers.
// Called by measurePeer.ts.

import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { askOver, RefusedRequest } from 'tests/bench/scale/openAtSize.ts';
import type { DirectusAnswer, DirectusClient, DirectusQuery } from 'tests/peer/DirectusClient.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';

type Work = () => Promise<unknown>;

export interface Comparison {
  readonly name: string;
  /** Largest part of the time of Directus. */
  readonly atMost: number;
  readonly own: Work;
  /** The ways of Directus; the fastest one counts. */
  readonly theirs: Readonly<Record<string, Work>>;
  /** Sends the request to the process of Directus that keeps answers. */
  readonly kept?: Work;
  /** Returns what both found, to compare: totals and first ids. */
  readonly found?: () => Promise<readonly [own: string, theirs: string]>;
}

export interface Peers {
  /** Sockets of a member of many organizations and of a person who may change the entries of one. */
  readonly member: TestSocket;
  readonly editor: TestSocket;
  readonly theirMember: DirectusClient;
  readonly theirEditor: DirectusClient;
  /** The member, signed in at the process that keeps answers. */
  readonly keeping: DirectusClient;
}

/** Parts of the time of Directus: 10 and 5 times faster. */
const TENTH = 0.1;
const FIFTH = 0.2;
const TYPE = 'ArchiveEntry';
const LIST = 50;
const SUGGESTIONS = 10;

const numberOf = (id: ItemId): number => Number(id.split('-')[1]);

interface Search {
  readonly name: string;
  readonly type?: string;
  readonly word?: string;
}

const ownQuery = ({ type, word }: Search): Query => ({
  must: {
    _t: [TYPE],
    ...(type !== undefined && { type: [type], $access: ['PUBLIC'] }),
    ...(word !== undefined && { text: [word] }),
  },
});

const theirQuery = ({ type, word }: Search): DirectusQuery => ({
  ...(type !== undefined && { filter: { type: { _eq: type }, access: { _eq: 'PUBLIC' } } }),
  ...(word !== undefined && { search: word }),
});

export const readOne = ({ member, theirMember, keeping }: Peers, ids: readonly ItemId[]): Comparison => {
  const fields = [
    '*',
    'owner.name',
    'source_org.name',
    'source.name',
    'topics.topic.name',
    'collections.collection.name',
  ];
  const inTurn = (): (() => ItemId) => {
    let at = 0;
    return () => ids[at++ % ids.length] ?? '';
  };
  const [own, rest, socket, kept] = [inTurn(), inTurn(), inTurn(), inTurn()];
  return {
    name: 'one item with the labels of its relations',
    atMost: TENTH,
    own: () => askOver(member, `read/${own()}`),
    theirs: {
      REST: () => theirMember.read(`entry/${numberOf(rest())}`, { fields }),
      WebSocket: () => theirMember.overSocket({ action: 'read', id: numberOf(socket()), query: { fields } }),
    },
    kept: () => keeping.read(`entry/${numberOf(kept())}`, { fields }),
  };
};

export const list = ({ member, theirMember, keeping }: Peers, search: Search): Comparison => {
  const own = (): Promise<SearchAnswer> =>
    askOver<SearchAnswer>(member, 'search/ids', {
      ...ownQuery(search),
      ...{ sort: [{ key: 'created', order: 'desc' }], labels: true, max: LIST },
    });
  const query: DirectusQuery = {
    ...theirQuery(search),
    ...{ fields: ['id', 'title'], sort: ['-created'], limit: LIST, meta: 'filter_count' },
  };
  const rest = (client: DirectusClient) => client.read<readonly { readonly id: number }[]>('entry', query);
  return {
    ...{ name: search.name, atMost: TENTH, own },
    theirs: {
      REST: () => rest(theirMember),
      WebSocket: () => theirMember.overSocket({ action: 'read', query }),
    },
    kept: () => rest(keeping),
    async found() {
      const [{ total, ids }, { data, meta }] = [await own(), await rest(theirMember)];
      const theirIds = new Set(data.map(({ id }) => id));
      const same = ids.filter((id) => theirIds.has(numberOf(id))).length;
      return [`${total}`, `${meta?.filter_count}, ${same} of ${data.length} rows the same`];
    },
  };
};

const FACETS: Readonly<Record<string, string>> = {
  type: 'type',
  $access: 'access',
  owner: 'owner',
  sourceOrg: 'source_org',
  source: 'source',
  yearPublished: 'year_published',
};

const graphqlFacets = ({ type, word }: Search): string => {
  const filter = type === undefined ? '' : `, filter: { type: { _eq: "${type}" }, access: { _eq: "PUBLIC" } }`;
  const search = word === undefined ? '' : `, search: "${word}"`;
  const facets = Object.values(FACETS).map(
    (name) => `${name}: entry_aggregated(groupBy: ["${name}"], limit: -1${filter}${search}) { group count { id } }`,
  );
  return `{ ${facets.join('\n')} }`;
};

export const sixFacets = ({ member, theirMember, keeping }: Peers, search: Search): Comparison => {
  const queries = Object.values(FACETS).map((name): DirectusQuery => ({
    ...theirQuery(search),
    ...{ aggregate: { count: 'id' }, groupBy: [name], limit: -1 },
  }));
  const rest = (client: DirectusClient): Promise<DirectusAnswer<unknown>[]> =>
    Promise.all(queries.map((query) => client.read('entry', query)));
  return {
    name: search.name,
    atMost: TENTH,
    own: () => askOver(member, 'search/ids', { ...ownQuery(search), facets: Object.keys(FACETS), max: 0 }),
    theirs: {
      'six REST requests': () => rest(theirMember),
      'six WebSocket messages': () =>
        Promise.all(queries.map((query) => theirMember.overSocket({ action: 'read', query }))),
      GraphQL: () => theirMember.graphql(graphqlFacets(search)),
    },
    kept: () => rest(keeping),
  };
};

export const suggestion = ({ member, theirMember, keeping }: Peers, text: string): Comparison => {
  const fields = ['id', 'title'];
  const bounded = { fields, limit: SUGGESTIONS };
  const beginning: DirectusQuery = { ...bounded, filter: { title: { _istarts_with: text } } };
  const containing: DirectusQuery = { ...bounded, filter: { title: { _icontains: text } } };
  return {
    name: 'suggestions for four letters',
    atMost: FIFTH,
    own: () => askOver(member, 'suggest', { text, types: [TYPE] }),
    theirs: {
      'REST, _istarts_with': () => theirMember.read('entry', beginning),
      'REST, _icontains': () => theirMember.read('entry', containing),
      'WebSocket, _istarts_with': () => theirMember.overSocket({ action: 'read', query: beginning }),
      'WebSocket, _icontains': () => theirMember.overSocket({ action: 'read', query: containing }),
    },
    kept: () => keeping.read('entry', beginning),
  };
};

export const update = ({ editor, theirEditor }: Peers, id: ItemId, counter: number): Comparison => {
  let _u = counter;
  let at = 0;
  const title = (): string => `Saved for the ${(at += 1)}th time`;
  return {
    name: 'update of a text of one item',
    atMost: FIFTH,
    async own() {
      const body = { $id: id, _u, title: title() };
      editor.received.length = 0;
      const { b, erred } = await editor.ask('update', body, { key: crypto.randomUUID() });
      if (erred) throw new RefusedRequest('update', b);
      ({ _u } = b as unknown as Item);
    },
    theirs: {
      REST: () => theirEditor.send(`/items/entry/${numberOf(id)}`, { method: 'PATCH', body: { title: title() } }),
      WebSocket: () => theirEditor.overSocket({ action: 'update', id: numberOf(id), data: { title: title() } as Json }),
    },
  };
};

// The part of the typed client for programs that is equal for all types. Emitted as it is before the types (programClient.ts).

export const PROGRAM_RUNTIME = `// Typed client for programs: copy this file into your program. Example:
//
//   const token = await signIn('https://records.example.org', 'robot@example.org', password);
//   const site = createSiteClient({ url: 'https://records.example.org', token });
//   for await (const entry of site.ArchiveEntry.each({ must: { state: ['CLOSED'] } })) console.log(entry.title);

export type ItemId = string;
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type Values = { readonly [name: string]: JsonValue };
export type TypeName = keyof ItemTypes;

/** Members that every item has in addition to its properties. */
export interface Header<Name extends TypeName> {
  readonly $id: ItemId;
  /** Counter of updates. A change names the one that it is based on. */
  readonly _u: number;
  readonly _t: Name;
  readonly _i: number;
  readonly $label: string;
}

/** Properties that the account may not read are absent. */
export type Read<Name extends TypeName> = Header<Name> & Readonly<Partial<ItemTypes[Name]>>;

/** New values; null removes one. */
export type Changes<Name extends TypeName> = { readonly [Key in keyof ItemTypes[Name]]?: ItemTypes[Name][Key] | null };

type Filter<Name extends TypeName> = { readonly [Key in SearchKeys[Name]]?: readonly JsonValue[] };

export interface Question<Name extends TypeName> {
  readonly must?: Filter<Name>;
  readonly mustNot?: Filter<Name>;
  readonly sort?: readonly { readonly key: SortKeys[Name]; readonly order?: 'asc' | 'desc' }[];
  /** Number of items of one page, at most 1,000. */
  readonly max?: number;
}

export interface TypeClient<Name extends TypeName> {
  /** Returns the first page of what the question finds. */
  find(question?: Question<Name>): Promise<Read<Name>[]>;
  /** Yields everything that the question finds, page by page. */
  each(question?: Question<Name>): AsyncGenerator<Read<Name>, void, undefined>;
  read(id: ItemId): Promise<Read<Name>>;
  create(values: ItemTypes[Name]): Promise<Read<Name>>;
  /** Saves changes. Throws a problem with the key \`conflict\` when another save changed the same property. */
  update(item: Pick<Header<Name>, '$id' | '_u'>, changes: Changes<Name>): Promise<{ readonly $id: ItemId; readonly _u: number }>;
  delete(item: Pick<Header<Name>, '$id' | '_u'>): Promise<void>;
}

export type SiteClient = { readonly [Name in TypeName]: TypeClient<Name> };

/** A refusal of the server: its key, and what belongs to it. */
export class SiteProblem extends Error {
  readonly key: string;
  readonly params: Values;

  constructor(key: string, params: Values) {
    super(\`\${key} \${JSON.stringify(params)}\`);
    this.name = 'SiteProblem';
    this.key = key;
    this.params = params;
  }
}

export interface ClientOptions {
  /** Address of the site. */
  readonly url: string;
  readonly token: string;
}

/** Signs in with the password of an account without a second factor. Returns the token of the session. */
export const signIn = async (url: string, email: string, password: string): Promise<string> => {
  const answer = await fetch(new URL('/api/sign-in', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const token = answer.headers.get('access-token');
  if (token === null) throw new SiteProblem('signInFailed', {});
  return token;
};

type Ask = (o: string, b: unknown) => Promise<unknown>;

const asker =
  ({ url, token }: ClientOptions): Ask =>
  async (o, b) => {
    const answer = await fetch(new URL('/api/item', url), {
      method: 'POST',
      headers: { authorization: \`Bearer \${token}\`, 'content-type': 'application/json' },
      body: JSON.stringify({ o, b }),
    });
    const reply = (await answer.json()) as { readonly erred?: boolean; readonly b: unknown };
    if (reply.erred !== true) return reply.b;
    const { userMessage = 'unknown', params = {} } = reply.b as { readonly userMessage?: string; readonly params?: Values };
    throw new SiteProblem(userMessage, params);
  };

const PAGE_SIZE = 200;

const typeClient = <Name extends TypeName>(ask: Ask, name: Name): TypeClient<Name> => {
  const page = async (
    { must, mustNot, sort, max = PAGE_SIZE }: Question<Name>,
    after: string | undefined,
  ): Promise<{ readonly items: Read<Name>[]; readonly after: string | undefined }> => {
    const query = { must: { ...must, _t: [name] }, mustNot, sort, max, after };
    const found = (await ask('search/ids', query)) as { readonly ids: readonly ItemId[]; readonly after?: string };
    const read = (await ask('readMany/object', found.ids)) as Readonly<Record<ItemId, Read<Name>>>;
    return { items: found.ids.flatMap((id) => read[id] ?? []), after: found.after };
  };
  return {
    find: async (question = {}) => (await page(question, undefined)).items,
    async *each(question = {}) {
      let after: string | undefined;
      do {
        const part = await page(question, after);
        yield* part.items;
        ({ after } = part);
      } while (after !== undefined);
    },
    read: async (id) => (await ask(\`read/\${id}\`, null)) as Read<Name>,
    create: async (values) => (await ask(\`create/\${name}\`, values)) as Read<Name>,
    update: async ({ $id, _u }, changes) =>
      (await ask('update', { $id, _u, ...changes })) as { readonly $id: ItemId; readonly _u: number },
    delete: async ({ $id, _u }) => void (await ask(\`delete/\${$id}\`, { _u })),
  };
};

/** Returns a client with a member for each type. It has the rights of the account at the time of each request. */
export const createSiteClient = (options: ClientOptions): SiteClient => {
  const ask = asker(options);
  return new Proxy({} as SiteClient, {
    get: (_, name) => (typeof name === 'string' ? typeClient(ask, name as TypeName) : undefined),
  });
};`;

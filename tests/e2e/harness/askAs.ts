// Runs one operation over HTTP as a given account. Tests use it to prepare data, or to change data as another person, without a page.
import { expect } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { keptTokenOf } from 'tests/e2e/harness/signIn.ts';

type Values = Readonly<Record<string, Json>>;

type Asked = readonly [o: string, b: Json];

/** Runs the operation and throws if it is refused. */
export const askWith = async (url: string, token: string, [o, b]: Asked): Promise<Values> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o, b }) });
  const { b: body, erred } = (await answer.json()) as { readonly b: Values; readonly erred?: boolean };
  if (erred === true) throw new Error(`${o} answered ${JSON.stringify(body)}`);
  return body;
};

export const askAs = async (url: string, as: Account, asked: Asked): Promise<Values> =>
  askWith(url, await keptTokenOf(url, as), asked);

/** Returns the first item that the search finds for the staff of the sample community. */
export const findItem = async (url: string, must: Json): Promise<string> => {
  const { ids } = await askAs(url, 'staff', ['search/ids', { must, max: 1 }]);
  const [id] = ids as readonly string[];
  if (id === undefined) throw new Error(`the sample has nothing for ${JSON.stringify(must)}`);
  return id;
};

/** Updates the item from its current revision. */
export const changeItem = async (url: string, id: string, changes: Values): Promise<void> => {
  const { _u = 0 } = await askAs(url, 'staff', [`read/${id}`, null]);
  await askAs(url, 'staff', ['update', { $id: id, _u, ...changes }]);
};

/** Creates an active public place and returns its id. */
export const addPlace = async (url: string, label: string, coordinates: readonly [number, number]): Promise<string> => {
  const question = { must: { _t: ['SpatialFeature'], state: ['ACTIVE'] }, max: 1 };
  const { ids = [] } = await askAs(url, 'staff', ['search/ids', question]);
  const { owner = '' } = await askAs(url, 'staff', [`read/${String((ids as readonly Json[])[0])}`, null]);
  const geometry = { type: 'Point', coordinates: [...coordinates] };
  const values = { label, geometry, state: 'ACTIVE', access: 'PUBLIC', owner };
  return String((await askAs(url, 'staff', ['create/SpatialFeature', values]))['$id']);
};

/** Blocks the person and returns their id, after a job has written the state of the account into the record. */
export const blockUser = async (url: string, name: string): Promise<string> => {
  const user = await findItem(url, { _t: ['User'], text: [name] });
  const { _u = 0 } = await askAs(url, 'admin', [`read/${user}`, null]);
  await askAs(url, 'admin', ['update', { $id: user, _u, blocked: true }]);
  const must = { _t: ['User'], account: ['BLOCKED'] };
  const blockedUsers = async (): Promise<unknown> =>
    (await askAs(url, 'admin', ['search/ids', { must, max: 9 }]))['ids'];
  await expect.poll(blockedUsers, { timeout: 60_000, interval: 1_000 }).toContain(user);
  return user;
};

/** Adds a value to the archive types, and a record that has it. Returns the name of the value. */
export const addUsedValue = async (url: string, word: string): Promise<string> => {
  const owner = await findItem(url, { _t: ['Organization'], text: ['Tamber Inlet'] });
  const number = Date.now() % 100_000;
  const [name, key] = [`${word} ${number}`, `${word.toUpperCase()}_${number}`];
  await askAs(url, 'staff', ['create/LOVValue', { key, list: 'ARC_TYPES', t: { en: name }, owner }]);
  await askAs(url, 'staff', ['create/ArchiveEntry', { title: `Roll ${number}`, owner, type: key }]);
  return name;
};

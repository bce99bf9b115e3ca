// All contents of a database on this device, as a person who opens the files of the browser would see them.

const shown = (value: unknown): string =>
  value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : JSON.stringify(value);

/** One text for each record. */
export const storedBytes = async (
  databases: IDBFactory,
  name = 'knowledge-keeper',
  stores: readonly string[] = ['drafts'],
): Promise<readonly string[]> => {
  const request = databases.open(name);
  await new Promise((resolve) => request.addEventListener('success', resolve));
  const reading = request.result.transaction(stores);
  const all = stores.map((store) => reading.objectStore(store).getAll());
  await new Promise((resolve) => reading.addEventListener('complete', resolve));
  request.result.close();
  return all.flatMap(({ result }) => result.map((each: object) => Object.values(each).map(shown).join('|')));
};

// Everything that the drafts database holds, as somebody who looks into the files of the browser would see it.

const shown = (value: unknown): string =>
  value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : JSON.stringify(value);

/** One text for each record. */
export const storedBytes = async (databases: IDBFactory): Promise<readonly string[]> => {
  const request = databases.open('knowledge-keeper');
  await new Promise((resolve) => request.addEventListener('success', resolve));
  const all = request.result.transaction('drafts').objectStore('drafts').getAll();
  await new Promise((resolve) => all.addEventListener('success', resolve));
  request.result.close();
  return all.result.map((each: object) => Object.values(each).map(shown).join('|'));
};

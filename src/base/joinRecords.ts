// Joins records whose names must be unique.

/** Returns all entries of the records. Throws when two records have one name. */
export const joinRecords = <Value>(
  records: readonly (Readonly<Record<string, Value>> | undefined)[],
): Readonly<Record<string, Value>> => {
  const joined: Record<string, Value> = {};
  for (const [name, value] of records.flatMap((record) => Object.entries(record ?? {}))) {
    if (Object.hasOwn(joined, name)) throw new Error(`Two records have the name ${name}.`);
    joined[name] = value;
  }
  return joined;
};

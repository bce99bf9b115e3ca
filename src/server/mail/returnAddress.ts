// The address that a mail server returns an email to: the site's, with the id of the email after a plus sign. Nobody can guess the id, and
// who receives the email can only return that one.

const ID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;

const partsOf = (address: string): readonly [string, string] => {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1)];
};

/** `returned@example.org` and an id give `returned+<id>@example.org`. */
export const returnAddressOf = (address: string, id: string): string => {
  const [name, domain] = partsOf(address);
  return `${name}+${id}@${domain}`;
};

/** Returns the id of the email that is returned; undefined for every other address. Letters may have changed their case on the way. */
export const returnedIdOf = (address: string, to: string): string | undefined => {
  const [name, domain] = partsOf(address);
  const [toName, toDomain] = partsOf(to.toLowerCase());
  if (toDomain !== domain || !toName.startsWith(`${name}+`)) return undefined;
  const id = toName.slice(name.length + 1);
  return new RegExp(`^${ID}$`).test(id) ? id : undefined;
};

// Return address of an email: the site's, with the id of the email after a plus sign. The id cannot be guessed, and a recipient can only
// return that email.

const RETURN_ID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;

const addressParts = (address: string): readonly [string, string] => {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1)];
};

/** `returned@example.org` and an id give `returned+<id>@example.org`. */
export const returnAddressOf = (address: string, id: string): string => {
  const [name, domain] = addressParts(address);
  return `${name}+${id}@${domain}`;
};

/** Returns the id of the returned email; undefined for every other address. The case of letters may have changed. */
export const returnedIdOf = (address: string, to: string): string | undefined => {
  const [name, domain] = addressParts(address);
  const [toName, toDomain] = addressParts(to.toLowerCase());
  if (toDomain !== domain || !toName.startsWith(`${name}+`)) return undefined;
  const id = toName.slice(name.length + 1);
  return new RegExp(`^${RETURN_ID}$`).test(id) ? id : undefined;
};

// The plain reading of a key, where no message is declared for it. Pure.

/** `needsAttention` reads "Needs attention"; `shelf.code` reads "Code". */
export const readableName = (path: string): string => {
  const last = path.split('.').at(-1) ?? path;
  const spaced = last
    .replace(/^[$_]+/, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

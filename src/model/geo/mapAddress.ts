// Addresses of tiles with one host among several: `https://{a-c}.tiles.example.org/{z}/{x}/{y}.png`. The server allows the hosts in its
// content policy, and the map requests them. Pure.

const HOST_RANGE = /\{([a-z]-[a-z]|\d-\d)\}/;

/** Returns one address for each letter or number of the range, or the address itself when it has none. */
export const expandedHosts = (address: string): readonly string[] => {
  const [whole = '', range] = HOST_RANGE.exec(address) ?? [];
  if (range === undefined) return [address];
  const [from, to] = [range.charCodeAt(0), range.charCodeAt(2)] as const;
  return Array.from({ length: Math.max(0, to - from) + 1 }, (_, at) =>
    address.replace(whole, String.fromCharCode(from + at)),
  );
};

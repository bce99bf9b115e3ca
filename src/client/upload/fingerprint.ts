// Distinguishes a file that is chosen again from another one with the same name and size without reading all of it: by the time of its last
// change, its beginning and its end. Called by UploadStore. The server stores it with the upload until an item uses it.

const EDGE_BYTES = 64 * 1024;

/** Returns undefined on a page that is not secure, where the browser offers no hash function. */
export const uploadFingerprint = async (file: File): Promise<string | undefined> => {
  const { subtle } = crypto as Partial<Crypto>;
  if (!subtle) return undefined;
  const edges = new Blob([`${file.lastModified} ${file.size} `, file.slice(0, EDGE_BYTES), file.slice(-EDGE_BYTES)]);
  const hash = new Uint8Array(await subtle.digest('SHA-256', new Uint8Array(await edges.arrayBuffer())));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

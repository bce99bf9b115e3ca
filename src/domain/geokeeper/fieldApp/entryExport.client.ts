// Writes an entry with its files into one JSON file, for a person whose entry cannot be sent. The file is assembled from parts, so the memory
// that is needed does not grow with the videos in it.

import { keepFile } from 'src/client/extendFrame.ts';
import type { FieldVault } from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';
import { type FieldEntry, trackOf } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';

/** Divisible by three, so that the encoded parts can be joined. */
const ENCODED_BYTES = 3 * 262_144;

const encodedPart = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
};

const encodedContent = async (content: Blob): Promise<Blob> => {
  const parts: Blob[] = [];
  for (let at = 0; at < content.size; at += ENCODED_BYTES) {
    const bytes = new Uint8Array(await content.slice(at, at + ENCODED_BYTES).arrayBuffer());
    parts.push(new Blob([encodedPart(bytes)]));
  }
  return new Blob(parts);
};

/** Returns a file with the entry, its track and the content of its files in Base64. */
export const exportEntry = async (vault: FieldVault, entry: FieldEntry): Promise<Blob> => {
  const track = entry.formType === 'trip' ? trackOf(await vault.points(entry.instanceId)) : undefined;
  const head = JSON.stringify({ ...entry, ...(track && { track }) });
  const parts: (string | Blob)[] = [head.slice(0, -1), ',"contents":{'];
  for (const [at, { name, type }] of entry.files.entries()) {
    const content = await vault.file(entry.instanceId, name, type);
    if (content) parts.push(`${at === 0 ? '' : ','}${JSON.stringify(name)}:"`, await encodedContent(content), '"');
  }
  return new Blob([...parts, '}}'], { type: 'application/json' });
};

export const saveEntry = async (vault: FieldVault, entry: FieldEntry): Promise<void> =>
  keepFile(await exportEntry(vault, entry), `${entry.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`);

// Encrypts the drafts of one user before they are kept on this device (AES-GCM by WebCrypto). Made by DraftStorage from the key
// that comes with `authed`; the key stays in memory, is never stored and cannot be exported.

import { type DraftRecord, isDraftRecord } from 'src/client/stores/DraftRecord.ts';

export interface DraftCipher {
  /** `id` is bound to the content: a record moved to another id no longer opens. */
  encrypt(id: string, record: DraftRecord): Promise<Uint8Array>;
  /** Undefined for what another key has encrypted, or another version has written. */
  decrypt(id: string, data: Uint8Array): Promise<DraftRecord | undefined>;
}

const ALGORITHM = 'AES-GCM';
const IV_BYTES = 12;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Refuses where the page is not secure: browsers encrypt only there. */
export const createDraftCipher = async (key: string): Promise<DraftCipher> => {
  const { subtle } = crypto as Partial<Crypto>;
  if (!subtle) throw new Error('this page is not secure');
  const own = await subtle.importKey('raw', bytesOf(key), ALGORITHM, false, ['encrypt', 'decrypt']);
  return {
    async encrypt(id, record) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const parameters = { name: ALGORITHM, iv, additionalData: utf8(id) };
      const sealed = await subtle.encrypt(parameters, own, utf8(JSON.stringify(record)));
      return Uint8Array.from([...iv, ...new Uint8Array(sealed)]);
    },
    async decrypt(id, data) {
      try {
        const parameters = { name: ALGORITHM, iv: data.slice(0, IV_BYTES), additionalData: utf8(id) };
        const plain = await subtle.decrypt(parameters, own, data.slice(IV_BYTES));
        const record: unknown = JSON.parse(new TextDecoder().decode(plain));
        return isDraftRecord(record) ? record : undefined;
      } catch {
        return undefined;
      }
    },
  };
};

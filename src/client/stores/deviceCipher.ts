// Encrypts one user's data on this device (AES-GCM by WebCrypto). The key comes with `authed`, stays in memory, is never stored and cannot
// be exported. Used by DraftStorage and keptFiles.ts.

export interface DeviceCipher {
  /** `id` is bound to the content: a record under another id cannot be decrypted. */
  encrypt(id: string, plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** Rejects data that was encrypted with another key or changed. */
  decrypt(id: string, data: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
}

const CIPHER_ALGORITHM = 'AES-GCM';
const DEVICE_IV_BYTES = 12;

const bytesFromBase64 = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const secureSubtle = (): SubtleCrypto => {
  const { subtle } = crypto as Partial<Crypto>;
  if (!subtle) throw new Error('this page is not secure');
  return subtle;
};

/** A key that cannot be exported, and its content encrypted for its owner, who can restore the key from it. */
export interface SealedKey {
  readonly key: CryptoKey;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

const DEVICE_KEY_BYTES = 32;

const importedKey = async (content: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  await secureSubtle().importKey('raw', content, CIPHER_ALGORITHM, false, ['encrypt', 'decrypt']);

/** Creates a key for data that must open without a connection. Rejects on a page that is not secure. */
export const createSealedKey = async (owner: DeviceCipher, id: string): Promise<SealedKey> => {
  const content = crypto.getRandomValues(new Uint8Array(DEVICE_KEY_BYTES));
  return { key: await importedKey(content), sealed: await owner.encrypt(id, content) };
};

/** Restores a key. Rejects when it was encrypted for another owner. */
export const openSealedKey = async (
  owner: DeviceCipher,
  id: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey> => await importedKey(await owner.decrypt(id, sealed));

/** Rejects on a page that is not secure, where browsers do not encrypt. */
export const createDeviceCipher = async (key: string): Promise<DeviceCipher> =>
  cipherWithKey(await importedKey(bytesFromBase64(key)));

export const cipherWithKey = (own: CryptoKey): DeviceCipher => {
  const subtle = secureSubtle();
  return {
    async encrypt(id, plain) {
      const iv = crypto.getRandomValues(new Uint8Array(DEVICE_IV_BYTES));
      const parameters = { name: CIPHER_ALGORITHM, iv, additionalData: utf8(id) };
      const sealed = new Uint8Array(await subtle.encrypt(parameters, own, plain));
      const data = new Uint8Array(DEVICE_IV_BYTES + sealed.length);
      data.set(iv);
      data.set(sealed, DEVICE_IV_BYTES);
      return data;
    },
    async decrypt(id, data) {
      const parameters = { name: CIPHER_ALGORITHM, iv: data.slice(0, DEVICE_IV_BYTES), additionalData: utf8(id) };
      return new Uint8Array(await subtle.decrypt(parameters, own, data.subarray(DEVICE_IV_BYTES)));
    },
  };
};

export const encryptJson = (cipher: DeviceCipher, id: string, value: unknown): Promise<Uint8Array<ArrayBuffer>> =>
  cipher.encrypt(id, utf8(JSON.stringify(value)));

/** Returns undefined for data encrypted with another key, and for invalid JSON. */
export const decryptJson = async (
  cipher: DeviceCipher,
  id: string,
  data: Uint8Array<ArrayBuffer>,
): Promise<unknown> => {
  try {
    return JSON.parse(new TextDecoder().decode(await cipher.decrypt(id, data)));
  } catch {
    return undefined;
  }
};

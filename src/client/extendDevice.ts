// The code for data on this device that src/domain may use: encryption, uploads, and what a page needs without a connection.

import type { FileSender, SenderOptions } from 'src/client/upload/UploadStore.ts';

/** Loads the code that sends files by tus. */
export const loadFileSender = async (options: SenderOptions): Promise<FileSender> =>
  (await import('src/client/upload/fileSender.ts')).createFileSender(options);

export { uuid } from 'src/client/connection/uuid.ts';
export { isUnreachable, messageOfThrown } from 'src/client/connection/ClientProblem.ts';
export {
  cipherWithKey,
  createDeviceCipher,
  createSealedKey,
  decryptJson,
  type DeviceCipher,
  encryptJson,
  openSealedKey,
} from 'src/client/stores/deviceCipher.ts';
export { removeAllAreas } from 'src/client/map/keptTiles.ts';
export { askUpload, UploadStatusError } from 'src/client/upload/askUpload.ts';
export { deviceSpace, onServiceWorker, prepareOfflineUse, storePage } from 'src/client/ui/offlineUse.ts';

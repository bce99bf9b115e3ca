// The module of stored files.

import { attachmentRoutes, type AttachmentRouteNeeds } from 'src/server/files/attachmentRoutes.ts';
import { uploadRoute, type UploadRouteNeeds } from 'src/server/files/uploadRoute.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Clock } from 'src/base/clock.ts';
import { CHECK_FILES, createFileCheck } from 'src/server/files/checkFiles.ts';
import { noteAltered, type Files } from 'src/server/files/files.ts';
import { REMOVE_ERASED, removeErasedFiles, type ErasedFileNeeds } from 'src/server/files/removeErased.ts';
import { createFileSweep } from 'src/server/files/sweepFiles.ts';
import type { Uploads } from 'src/server/files/uploads.ts';
import { defineModule } from 'src/server/Module.ts';
import type { Database } from 'src/server/store/database.ts';
import { SWEEP_FILES, sweepFilesLater } from 'src/server/store/fileNames.ts';
import { SWEEP_UPLOADS } from 'src/server/store/uploadRows.ts';

export interface FileNeeds extends ErasedFileNeeds, AttachmentRouteNeeds, UploadRouteNeeds {
  /** Folder of the stored files. */
  readonly fileFolder: string;
  readonly database: Database;
  readonly registry: ServerRegistry;
  readonly files: Files;
  readonly clock: Clock;
  readonly uploads: Uploads;
  readonly log: (message: string) => void;
}

export const filesModule = defineModule<FileNeeds>({
  routes: [attachmentRoutes, uploadRoute],
  jobs: (services) => ({
    [SWEEP_UPLOADS]: services.uploads.sweep,
    [SWEEP_FILES]: createFileSweep({ ...services, dir: services.fileFolder }),
    [REMOVE_ERASED]: (_payload, signal) => removeErasedFiles(services, signal),
    [CHECK_FILES]: createFileCheck({
      dir: services.fileFolder,
      clock: services.clock,
      onAltered: noteAltered(services.log),
    }),
  }),
  schedule: [{ name: CHECK_FILES, times: '10 2 * * 0' }],
  prune: [sweepFilesLater],
});

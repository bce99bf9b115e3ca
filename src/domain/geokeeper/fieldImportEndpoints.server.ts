// `act/previewFieldRecords` tells what an import of records into a form would do. `act/importFieldRecords/async` imports them.

import { importRecords } from 'src/domain/geokeeper/imports/importRecords.server.ts';
import { withImport } from 'src/domain/geokeeper/imports/openImport.server.ts';
import { previewImport } from 'src/domain/geokeeper/imports/previewImport.server.ts';
import { endpoint } from 'src/server/extend.ts';

/** Cost of a request in searches: a file is read completely. */
const PREVIEW_COST = 10;

export const previewFieldRecords = endpoint(
  'previewFieldRecords',
  (context, uploads) =>
    withImport(context, context.stored, uploads, (opened) => previewImport(context, context.stored, opened)),
  () => PREVIEW_COST,
);

export const importFieldRecords = endpoint('importFieldRecords', importRecords);

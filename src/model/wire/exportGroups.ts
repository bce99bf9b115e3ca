// Groups of export formats: what a format can carry.

import { EXPORT_GROUPS, type ExportFormatName } from 'src/model/generated/exportFormats.ts';

/** Returns true for formats that are about the places of records. */
export const isPlaceFormat = (format: ExportFormatName): boolean => EXPORT_GROUPS[format] === 'places';

/** Returns true for formats that write the files of records. */
export const hasFiles = (format: ExportFormatName): boolean => EXPORT_GROUPS[format] === 'files';

/** Returns true for formats that write columns. Others write the fields that they know, or the stored form of items. */
export const hasColumns = (format: ExportFormatName): boolean =>
  isPlaceFormat(format) || EXPORT_GROUPS[format] === 'tables';

/** Returns true for formats that an import reads again: they can hold the ids and versions of the records. */
export const isImportable = (format: ExportFormatName): boolean =>
  hasColumns(format) || EXPORT_GROUPS[format] === 'raw';

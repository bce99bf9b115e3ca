// Texts and files of a question or a choice of an XLSForm.

import type { TextMedia } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { XlsRecord } from 'src/domain/geokeeper/xlsform/xlsTable.ts';

export const mediaOf = (record: XlsRecord): TextMedia | undefined => {
  const image = record.text('media::image');
  const audio = record.text('media::audio');
  const video = record.text('media::video');
  if (!image && !audio && !video) return undefined;
  return { ...(image && { image }), ...(audio && { audio }), ...(video && { video }) };
};

// The name of a media type in the reader's words.

import type { Messages } from 'src/client/ui/declaredMessages.ts';

/** Returns "JPEG picture" for `image/jpeg`. A media type without words reads by its name: "THING file" for `application/x-thing`. */
export const fileKind = (messages: Messages, mime: string): string => {
  const [kind = '', name = ''] = mime.split('/');
  if (name === '') return mime;
  const format =
    messages.find(`files.formats.${mime.replace(/\+.*$/, '')}`) ?? name.replace(/^x-|^vnd\.|\+.*$/g, '').toUpperCase();
  return messages.format(`files.kinds.${['image', 'audio', 'video', 'text'].includes(kind) ? kind : 'other'}`, {
    format,
  });
};

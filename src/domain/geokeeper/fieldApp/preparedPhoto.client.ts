// Prepares a photo before it is stored: in the size that the form asks for, upright, and without the position, the time and the camera that
// phones write into their files, unless the form asks for them.

import { FileRefusedError } from 'src/domain/geokeeper/formView/FileSource.client.ts';

const JPEG_QUALITY = 0.9;
const JPEG = 'image/jpeg';
/** Largest content that is read as a picture. Phones have no memory for larger ones. */
const MAX_PHOTO_BYTES = 100_000_000;
/** Pixels of the largest picture that all browsers can draw. */
const MAX_PHOTO_PIXELS = 16_000_000;

interface PhotoWishes {
  /** Longest edge. */
  readonly maxPixels: number | undefined;
  /** Leaves the photo as the camera made it. */
  readonly keepsCameraData: boolean;
}

interface PreparedPhoto {
  readonly content: Blob;
  readonly name: string;
}

const scaleOf = (width: number, height: number, maxPixels: number | undefined): number =>
  Math.min(
    1,
    maxPixels === undefined || maxPixels <= 0 ? 1 : maxPixels / Math.max(width, height),
    Math.sqrt(MAX_PHOTO_PIXELS / (width * height)),
  );

/** The browser applies the rotation that the camera noted, so the new picture needs none. */
const uprightPicture = async (picture: ImageBitmap, scale: number): Promise<Blob | null> => {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve) => {
    canvas.toBlob(resolve, JPEG, JPEG_QUALITY);
  });
};

/** Decides by the content whether it is a picture. Neither the name nor the type that it claims to have counts. */
export const preparedPhoto = async (
  content: Blob,
  name: string,
  { maxPixels, keepsCameraData }: PhotoWishes,
): Promise<PreparedPhoto> => {
  if (content.size > MAX_PHOTO_BYTES) throw new FileRefusedError('fieldForms.photoTooLarge');
  const picture = await createImageBitmap(content, { imageOrientation: 'from-image' }).catch(() => {
    throw new FileRefusedError('fieldForms.notAPhoto');
  });
  try {
    if (keepsCameraData) return { content, name };
    const jpeg = await uprightPicture(picture, scaleOf(picture.width, picture.height, maxPixels));
    if (!jpeg) throw new FileRefusedError('fieldForms.photoTooLarge');
    return { content: jpeg, name: `${name.replace(/\.[A-Za-z0-9]{1,5}$/, '')}.jpg` };
  } finally {
    picture.close();
  }
};

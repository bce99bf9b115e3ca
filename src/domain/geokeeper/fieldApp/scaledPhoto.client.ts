// Makes a photo smaller before it is stored. The browser applies the rotation that the camera noted.

const JPEG_QUALITY = 0.88;

/**
 * Returns the picture with its longer edge reduced to `maxPixels`. Returns the content as it is when it is small enough, or when the browser
 * cannot read it as a picture, regardless of type it claims to have.
 */
export const scaledPhoto = async (content: Blob, maxPixels: number | undefined): Promise<Blob> => {
  if (maxPixels === undefined || maxPixels <= 0) return content;
  const picture = await createImageBitmap(content, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) return content;
  try {
    const scale = maxPixels / Math.max(picture.width, picture.height);
    if (scale >= 1) return content;
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const smaller = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY);
    });
    return smaller ?? content;
  } finally {
    picture.close();
  }
};

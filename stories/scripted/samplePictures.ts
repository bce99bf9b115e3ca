// Pictures for stories: drawings of the sample. The build of storybook contains them as files (.storybook/attachments.ts).

/** Number of different pictures. */
export const SAMPLE_PICTURES = 12;

/** Returns the path of the picture to show for an address of the product. The same address always gets the same picture. */
export const samplePictureFor = (pathname: string): string => {
  const number = Number(/-(\d+)/.exec(pathname)?.[1] ?? 0);
  return `sample-pictures/${number % SAMPLE_PICTURES}.jpg`;
};

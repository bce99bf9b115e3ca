// The style sheet that the page itself contains (server/cli/embedFirstParts.ts).

/**
 * Replaces the sheet by a link to its file, for a copy of the page in a document whose policy permits no sheets within elements. Resolves
 * when the link is in effect; when the file does not arrive, the sheet stays.
 */
export const linkFirstSheet = async (): Promise<void> => {
  const sheet = document.querySelector<HTMLStyleElement>('style[data-address]');
  if (!sheet) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = sheet.dataset['address'] ?? '';
  const isLoaded = await new Promise<boolean>((resolve) => {
    link.addEventListener('load', () => resolve(true));
    link.addEventListener('error', () => resolve(false));
    sheet.before(link);
  });
  (isLoaded ? sheet : link).remove();
};

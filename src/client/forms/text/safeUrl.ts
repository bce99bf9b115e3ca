// Which stored addresses may become links: http and https only, so that no value can run a script.

export const safeUrl = (value: string): string | undefined => {
  const url = URL.parse(value);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
};

/** What a reader sees of a link: without scheme and final slash. */
export const shortUrl = (value: string): string => value.replace(/^https?:\/\//i, '').replace(/\/$/, '');

// Whether an address that somebody else wrote (`next` of /sign-in) stays on this site. Pure.
// Anything doubtful leads home: a wrong redirect after sign-in is how people are sent to a copy of this page.

const HOME = '/';
const ORIGIN = 'https://this.invalid';
const DEPTH = 3;

// oxlint-disable-next-line no-control-regex -- browsers drop tabs and line ends from addresses, and read a backslash as a slash
const DOUBTFUL = /[\u0000-\u001f\u007f\\]/;

const leadsAway = (path: string): boolean => !path.startsWith('/') || path.startsWith('//') || DOUBTFUL.test(path);

const decoded = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

const staysThroughDecoding = (path: string): boolean => {
  let text: string | undefined = path;
  for (let round = 0; round < DEPTH; round += 1) {
    if (text === undefined || leadsAway(text)) return false;
    text = decoded(text);
  }
  return true;
};

/** The path with its query when it is a plain path of this site, `/` otherwise. */
export const localPath = (next: string | null | undefined): string => {
  if (next === null || next === undefined) return HOME;
  const [path = ''] = next.split(/[?#]/, 1);
  if (leadsAway(next) || !staysThroughDecoding(path)) return HOME;
  const url = URL.canParse(next, ORIGIN) ? new URL(next, ORIGIN) : undefined;
  if (url?.origin !== ORIGIN || url.pathname.startsWith('//')) return HOME;
  return `${url.pathname}${url.search}`;
};

// Shows values of the kind `url`, and writes them as text.

import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { keepHere } from 'src/client/kinds/keepHere.ts';

/** Returns addresses that may become links: http and https only, so that no value can run a script. */
export const safeUrl = (value: string): string | undefined => {
  const url = URL.parse(value);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
};

/** Returns the address without scheme and final slash. */
const shortUrl = (value: string): string => value.replace(/^https?:\/\//i, '').replace(/\/$/, '');

const UrlValue = ({ value }: ValueProps) => {
  const href = safeUrl(String(value));
  if (!href) return <>{String(value)}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" onClick={keepHere} className="kf-break">
      {shortUrl(String(value))}
    </a>
  );
};

export const urlView: KindView = { read: UrlValue, look: {} };

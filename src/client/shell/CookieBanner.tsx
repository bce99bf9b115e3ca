// Shown until accepted on this device; links to the cookies section of the privacy policy. Spec platform 2.

import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { Button } from 'src/client/ui/Button.tsx';

const KEY = 'Cookies-Accepted';

const accepted = (): boolean => {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
};

const remember = (): void => {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // Without storage the banner comes back on the next visit; nothing else depends on it.
  }
};

export const CookieBanner = () => {
  const { formatMessage } = useIntl();
  const [shown, setShown] = useState(() => !accepted());
  if (!shown) return null;
  const accept = (): void => {
    remember();
    setShown(false);
  };
  return (
    <section className="kk-cookies" aria-label={formatMessage({ id: 'cookies.title' })} data-kk-region="cookies">
      <p className="kk-fill">
        {formatMessage({ id: 'cookies.text' })}{' '}
        <ShellLink to="/privacy-policy?c0=cookies">{formatMessage({ id: 'cookies.more' })}</ShellLink>
      </p>
      <Button variant="solid" onClick={accept}>
        {formatMessage({ id: 'cookies.accept' })}
      </Button>
    </section>
  );
};

// Shown until accepted on this device; links to the cookies section of the privacy policy. Spec platform 2.

import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { recall, remember } from 'src/client/ui/deviceMemory.ts';

const KEY = 'Cookies-Accepted';

export const CookieBanner = () => {
  const { formatMessage } = useIntl();
  const [shown, setShown] = useState(() => recall(KEY) !== 'true');
  if (!shown) return null;
  const accept = (): void => {
    remember(KEY, 'true');
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

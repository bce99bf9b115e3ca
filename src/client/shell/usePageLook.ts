// Theme, text size, density and language of the page, as the person chose them. App applies them to the columns and to pages with their own frame.

import { useLayoutEffect } from 'react';
import { DARK_DEVICE, isDark } from 'src/client/stores/darkPage.ts';
import { applyDensity, isCompact } from 'src/client/stores/density.ts';
import { rememberLanguage } from 'src/client/stores/ownLanguage.ts';
import { applyTextSize, textSize } from 'src/client/stores/textSize.ts';
import { directionOf } from 'src/client/ui/direction.ts';
import { applyTheme } from 'src/client/ui/theme.ts';
import { useMedia } from 'src/client/ui/useMedia.ts';
import { useClient } from 'src/client/useClient.ts';

const useTheme = (): void => {
  const client = useClient();
  const { site } = client;
  useMedia(DARK_DEVICE);
  const dark = isDark(client);
  // Runs before the browser paints, so that nothing is shown in the other theme.
  useLayoutEffect(() => applyTheme(site.colours, dark), [site, dark]);
};

/** Language and direction of the page, before the browser paints. */
const useUserLanguage = (): void => {
  const { intl, session } = useClient();
  const { locale } = intl;
  const { user } = session;
  useLayoutEffect(() => {
    document.documentElement.lang = locale;
    document.documentElement.dir = directionOf(locale);
    rememberLanguage({ user });
  }, [locale, user]);
};

/** Observable: call it inside an observer. */
export const usePageLook = (): void => {
  const client = useClient();
  useTheme();
  const compact = isCompact(client);
  useLayoutEffect(() => applyDensity(compact), [compact]);
  const size = textSize(client);
  useLayoutEffect(() => applyTextSize(size), [size]);
  useUserLanguage();
};

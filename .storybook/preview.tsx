// What every story stands in: the product's styles, the theme and the width chosen in the toolbar, and a picture wherever
// the product would ask its server for one. A story stays as it is when its theme changes.
import './storyClock.ts';
import '../tests/clock/movedDate.js';
import './productSheets.ts';
import { useLayoutEffect, type ReactNode } from 'react';
import type { Decorator, Preview } from '@storybook/react-vite';
import { applyTheme } from '../src/client/ui/theme.ts';
import { BROKEN, NEVER_THERE } from '../stories/viewers/madeFiles.ts';
import { samplePictureFor } from '../stories/scripted/samplePictures.ts';
import { toySite } from '../stories/scripted/toyItems.ts';

const chosen = { dark: false };

const Themed = ({
  dark,
  dir,
  children,
}: {
  readonly dark: boolean;
  readonly dir: string;
  readonly children: ReactNode;
}) => {
  useLayoutEffect(() => {
    applyTheme(toySite.colours, dark);
    document.body.style.background = dark ? '#1c2127' : '#ffffff';
    document.documentElement.dir = dir;
  }, [dark, dir]);
  return children;
};

const withTheme: Decorator = (Story, { globals }) => {
  chosen.dark = globals.theme === 'dark';
  return (
    <Themed dark={chosen.dark} dir={String(globals.direction)}>
      <Story />
    </Themed>
  );
};

// Who is not signed in wears what the system prefers: here, what the toolbar says.
const asked = window.matchMedia.bind(window);
window.matchMedia = (query) => {
  const scheme = /prefers-color-scheme: (dark|light)/.exec(query)?.[1];
  return asked(scheme === undefined ? query : scheme === (chosen.dark ? 'dark' : 'light') ? 'all' : 'not all');
};

/** Gives a picture of the sample where the product would ask its server for one. Everything else that fails stays failed. */
const givePicture = (event: Event): void => {
  const { target: image } = event;
  if (!(image instanceof HTMLImageElement)) return;
  const { pathname } = new URL(image.src);
  if (!/^\/(?:item-id-image|attachment)\//.test(pathname) || pathname.includes(BROKEN)) return;
  event.stopImmediatePropagation();
  if (pathname.includes(NEVER_THERE)) return;
  if (!pathname.includes('sample-pictures')) image.src = `./${samplePictureFor(pathname)}`;
};
document.addEventListener('error', givePicture, { capture: true });

const size = (name: string, width: number, height: number) => ({
  name,
  styles: { width: `${width}px`, height: `${height}px` },
});

const preview: Preview = {
  decorators: [withTheme],
  // Nothing that one story leaves on the device is found by the next.
  beforeEach: () => localStorage.clear(),
  initialGlobals: { theme: 'light', direction: 'ltr' },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: {
        icon: 'mirror',
        items: [
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
        ],
      },
    },
    direction: {
      description: 'Direction',
      toolbar: {
        icon: 'transfer',
        items: [
          { value: 'ltr', title: 'Left to right' },
          { value: 'rtl', title: 'Right to left' },
        ],
      },
    },
  },
  parameters: {
    layout: 'padded',
    a11y: { test: 'error' },
    viewport: {
      options: {
        zoomed: size('400 % zoom', 320, 256),
        phone: size('Phone', 360, 740),
        tablet: size('Tablet', 768, 1024),
        desktop: size('Desktop', 1280, 800),
        wide: size('Wide', 1920, 1080),
      },
    },
  },
};

export default preview;

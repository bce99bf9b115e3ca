// Sets up the page of every story: the product's styles, the theme and width chosen in the toolbar, and sample pictures in place of those
// that the product would request from its server. A story keeps its state when the theme changes.
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

// Pages for visitors follow the system's colour scheme. In stories, the toolbar decides it.
const asked = window.matchMedia.bind(window);
window.matchMedia = (query) => {
  const scheme = /prefers-color-scheme: (dark|light)/.exec(query)?.[1];
  return asked(scheme === undefined ? query : scheme === (chosen.dark ? 'dark' : 'light') ? 'all' : 'not all');
};

/** Shows a sample picture when a request for a picture of the server fails. All other failures stay visible. */
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
  // Clears the storage of the previous story.
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

// Sets up the page of every story: the product's styles, the theme and width chosen in the toolbar, and sample pictures in place of those
// that the product would request from its server. A story keeps its state when the theme changes.
import './storyClock.ts';
import '../tests/clock/movedDate.js';
import './productSheets.ts';
import { Fragment, useLayoutEffect, type ReactNode } from 'react';
import type { Decorator, Preview } from '@storybook/react-vite';
import { applyTheme } from '../src/client/ui/theme.ts';
import { BROKEN, NEVER_THERE } from '../stories/viewers/madeFiles.ts';
import { samplePictureFor } from '../stories/scripted/samplePictures.ts';
import { setStoryLanguage } from '../stories/scripted/storyLanguage.ts';
import { applyDensity } from '../src/client/stores/density.ts';
import { forceColours, reduceMotion } from './forcedColors.ts';
import { SideBySide } from './sideBySide.tsx';
import { toySite } from '../stories/scripted/toyItems.ts';

const chosen = { dark: false, still: false };

interface ThemedProps {
  readonly dark: boolean;
  readonly dir: string;
  readonly textSize: string;
  readonly forced: boolean;
  readonly compact: boolean;
  readonly still: boolean;
  readonly children: ReactNode;
}

const TEXT_CLASSES = ['kk-text-large', 'kk-text-larger'];

const Themed = ({ dark, dir, textSize, forced, compact, still, children }: ThemedProps) => {
  useLayoutEffect(() => {
    applyTheme(toySite.colours, dark);
    document.body.style.background = dark ? '#1c2127' : '#ffffff';
    document.documentElement.dir = dir;
  }, [dark, dir]);
  useLayoutEffect(() => {
    for (const name of TEXT_CLASSES) document.documentElement.classList.toggle(name, name === textSize);
  }, [textSize]);
  useLayoutEffect(() => {
    forceColours(forced);
    return () => forceColours(false);
  }, [forced]);
  useLayoutEffect(() => applyDensity(compact), [compact]);
  useLayoutEffect(() => {
    reduceMotion(still);
    return () => reduceMotion(false);
  }, [still]);
  return children;
};

/** A note on the use of a component, as its stories declare it in `parameters.usage`. */
const Usage = ({ text }: { readonly text: string }) => (
  <p style={{ marginBlock: '0 16px', padding: '8px 12px', borderInlineStart: '3px solid var(--kk-primary)' }}>{text}</p>
);

const withTheme: Decorator = (Story, { globals, id, parameters }) => {
  const { theme, direction, textSize, contrast, language, notes, density, motion } = globals;
  chosen.dark = theme === 'dark';
  chosen.still = motion === 'reduced';
  setStoryLanguage(String(language));
  if (theme === 'both') return <SideBySide id={id} globals={globals} />;
  const usage: unknown = parameters.usage;
  return (
    <Themed
      dark={chosen.dark}
      dir={String(direction)}
      textSize={String(textSize)}
      forced={contrast === 'forced'}
      compact={density === 'compact'}
      still={chosen.still}
    >
      {notes === 'shown' && typeof usage === 'string' && <Usage text={usage} />}
      {/* Another language or density makes another client. */}
      <Fragment key={`${String(language)} ${String(density)}`}>
        <Story />
      </Fragment>
    </Themed>
  );
};

// Pages for visitors follow the system's colour scheme. In stories, the toolbar decides it, and reduced motion as well.
const asked = window.matchMedia.bind(window);
window.matchMedia = (query) => {
  if (chosen.still && query.includes('prefers-reduced-motion: reduce')) return asked('all');
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

const toolbar = (
  description: string,
  icon: 'mirror' | 'transfer' | 'globe' | 'zoom' | 'contrast' | 'info' | 'menu' | 'time',
  items: readonly (readonly [value: string, title: string])[],
) => ({ description, toolbar: { icon, items: items.map(([value, title]) => ({ value, title })) } });

const preview: Preview = {
  decorators: [withTheme],
  // Clears the storage of the previous story.
  beforeEach: () => localStorage.clear(),
  initialGlobals: {
    ...{ theme: 'light', direction: 'ltr', language: 'en', textSize: 'usual', contrast: 'usual', notes: 'hidden' },
    ...{ density: 'comfortable', motion: 'usual' },
  },
  globalTypes: {
    theme: toolbar('Theme', 'mirror', [
      ['light', 'Light'],
      ['dark', 'Dark'],
      ['both', 'Side by side'],
    ]),
    direction: toolbar('Direction', 'transfer', [
      ['ltr', 'Left to right'],
      ['rtl', 'Right to left'],
    ]),
    language: toolbar('Language', 'globe', [
      ['en', 'English'],
      ['stretched', 'Stretched and accented'],
    ]),
    textSize: toolbar('Text size', 'zoom', [
      ['usual', 'Usual text'],
      ['kk-text-large', 'Large text'],
      ['kk-text-larger', 'Larger text'],
    ]),
    contrast: toolbar('Contrast', 'contrast', [
      ['usual', 'Usual colours'],
      ['forced', 'Forced colours'],
    ]),
    density: toolbar('Density', 'menu', [
      ['comfortable', 'Comfortable rows'],
      ['compact', 'Compact rows'],
    ]),
    motion: toolbar('Motion', 'time', [
      ['usual', 'Usual motion'],
      ['reduced', 'Reduced motion'],
    ]),
    notes: toolbar('Notes on use', 'info', [
      ['hidden', 'Notes hidden'],
      ['shown', 'Notes shown'],
    ]),
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

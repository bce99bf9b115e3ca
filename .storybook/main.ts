// Where storybook finds stories and how it builds them; the accessibility checker is its only add-on.
import type { StorybookConfig } from '@storybook/react-vite';
import { declaredStories } from './declaredStories.ts';
import { sampleFiles } from './sampleFiles.ts';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.stories.tsx', '../schemas/*/area.json'],
  experimental_indexers: (existing) => [declaredStories, ...(existing ?? [])],
  addons: ['@storybook/addon-a11y'],
  // To mark parts of a story is for who develops it; being ready for it looks at every element each time one is drawn.
  features: { highlight: process.env.NODE_ENV !== 'production' },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: 'react-docgen' },
  // The product's build has entries and folders of its own; stories keep its plugins, aliases and definitions only, and no server.
  viteFinal: ({ environments: _product, builder: _build, ...vite }) => ({
    ...vite,
    plugins: [
      ...(vite.plugins ?? []).filter((each) => !(each && 'name' in each && each.name === 'borrow-site-configuration')),
      sampleFiles(),
    ],
    root: process.cwd(),
    publicDir: false,
    base: './',
  }),
};

export default config;

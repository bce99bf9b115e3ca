// Configures where storybook finds stories and how it builds them. The accessibility checker is its only add-on.
import type { StorybookConfig } from '@storybook/react-vite';
import { compileFaults } from './compileFaults.ts';
import { declaredStories } from './declaredStories.ts';
import { sampleFiles } from './sampleFiles.ts';

/** Plugins of the product's own page. */
const NOT_IN_STORIES = ['borrow-site-configuration', 'check-browser-first', 'use-embedded-parts'];

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../stories/**/*.stories.tsx', '../schemas/*/area.json'],
  experimental_indexers: (existing) => [declaredStories, ...(existing ?? [])],
  addons: ['@storybook/addon-a11y'],
  // Highlighting helps only during development. It inspects every element on each render, so builds leave it out.
  features: { highlight: process.env.NODE_ENV !== 'production', changeDetection: false },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: 'react-docgen' },
  // Stories use only the plugins, aliases and definitions of the product's build: not its entries and folders, not its server, and not the
  // parts that its page contains.
  viteFinal: ({ environments: _product, builder: _build, ...vite }) => ({
    ...vite,
    plugins: [
      ...(vite.plugins ?? []).filter((each) => !(each && 'name' in each && NOT_IN_STORIES.includes(each.name))),
      sampleFiles(),
      compileFaults(),
    ],
    root: process.cwd(),
    publicDir: false,
    base: './',
  }),
};

export default config;

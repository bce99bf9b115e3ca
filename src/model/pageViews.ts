// Addresses of the application page: engine views, declared screens and items, one path segment per column. The client shows them; the
// server answers 404 for all other paths.

import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

/** Views that fill the page, without other columns. */
export const SINGLE_VIEWS: readonly string[] = [
  'sign-in',
  'sign-out',
  'register',
  'forgot-password',
  'set-pass',
  'confirm-email',
  'unsubscribe',
  'invitation',
];

export const ENGINE_VIEWS: readonly string[] = [
  'deleted',
  'home',
  'help',
  ...SINGLE_VIEWS,
  'my-account',
  'notifications',
  'imprint',
  'search',
  'starred',
  'tasks',
  'terms',
  'unsaved',
  'import-table',
  'privacy-policy',
];

/** Segment of an item: `i-{type}-{number}`, followed by a key for a new item. */
export const ITEM_SEGMENT = /^i-([^-]+-[^-]+)(?:-(.+))?$/;

const decodedView = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

export type PageRegistry = Pick<Registry, 'screens' | 'types'>;

/** Returns a test for paths without their query. It is true when every segment names a view, a screen, or an item of a declared type. */
export const pagePathsOf = ({ screens, types }: PageRegistry): ((path: string) => boolean) => {
  const views = new Set([...ENGINE_VIEWS, ...screens.map(({ path }) => path)]);
  const slashed = [...views].filter((view) => view.includes('/'));
  const isColumn = (segment: string): boolean => {
    const type = tryParseItemId(ITEM_SEGMENT.exec(segment)?.[1])?.type;
    return views.has(segment) || (type !== undefined && Object.hasOwn(types, type));
  };
  return (path) => {
    const plain = path.replace(/^\/+|\/+$/g, '');
    const first = slashed.find((view) => plain === view || plain.startsWith(`${view}/`)) ?? '';
    return plain
      .slice(first.length)
      .split('/')
      .every((segment) => segment === '' || isColumn(decodedView(segment)));
  };
};

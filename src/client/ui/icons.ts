// Tells Blueprint where icon paths are: those that the client and the declarations name come in one small chunk; any other icon loads the
// full set. Called once by main and by the stories' preview.

import { type IconName, Icons, IconSize } from '@blueprintjs/icons';

const pascal = (name: string): string =>
  name.replace(/(^|-)([a-z0-9])/g, (_whole, _dash, letter: string) => letter.toUpperCase());

const FALLBACK_ICON = 'Document';

let loadedIcons: Promise<void> | undefined;

const loadPaths = async (name: string): Promise<string[]> => {
  const { icons } = await import('src/model/generated/loadedIcons.ts');
  // Loads all icons together with the first one, so that later icons render without waiting (Icon.tsx).
  loadedIcons ??= Icons.load(Object.keys(icons) as IconName[], IconSize.STANDARD);
  const known = icons[name];
  if (known) return known;
  const all = (await import('@blueprintjs/icons/lib/esm/generated/16px/paths')) as unknown as Readonly<
    Record<string, string[] | undefined>
  >;
  return all[pascal(name)] ?? all[FALLBACK_ICON] ?? [];
};

/** All icons are drawn from the 16 px set, which scales; a second set would be another 80 kB. */
export const setUpIcons = (): void => Icons.setLoaderOptions({ loader: loadPaths });

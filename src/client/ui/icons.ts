// How Blueprint finds icon paths: the shell's own few in one small chunk, the full set only when a declaration names another.
// Called once by main and by the stories' preview.

import { type IconName, Icons, IconSize } from '@blueprintjs/icons';

const pascal = (name: string): string =>
  name.replace(/(^|-)([a-z0-9])/g, (_whole, _dash, letter: string) => letter.toUpperCase());

const FALLBACK = 'Document';

let ready: Promise<void> | undefined;

const loadPaths = async (name: string): Promise<string[]> => {
  const { shellIcons } = await import('src/client/ui/shellIcons.ts');
  // With the first of them all are there, so that none that comes later waits (Icon.tsx).
  ready ??= Icons.load(Object.keys(shellIcons) as IconName[], IconSize.STANDARD);
  const known = shellIcons[name];
  if (known) return known;
  const all = (await import('@blueprintjs/icons/lib/esm/generated/16px/paths')) as unknown as Readonly<
    Record<string, string[] | undefined>
  >;
  return all[pascal(name)] ?? all[FALLBACK] ?? [];
};

/** All icons are drawn from the 16 px set, which scales; a second set would be another 80 kB. */
export const setUpIcons = (): void => Icons.setLoaderOptions({ loader: loadPaths });

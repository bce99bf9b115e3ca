// Decides which declared screens and capabilities an installation has. A dedicated installation has only the areas of its key capabilities.

import type { Registry, Screen } from 'src/model/schema/Registry.ts';

export interface Installation {
  readonly dedicated: boolean;
  /** Key capabilities of the site. */
  readonly keyCaps: readonly string[];
}

export const isInstalled = (screen: Screen, { dedicated, keyCaps }: Installation): boolean =>
  (!screen.dedicatedOnly || dedicated) &&
  (screen.keyCapability === undefined || keyCaps.includes(screen.keyCapability)) &&
  (!dedicated || screen.dedicatedKeys === undefined || screen.dedicatedKeys.some((key) => keyCaps.includes(key)));

type Screens = Pick<Registry, 'screens'>;

/** Returns the key capabilities of an installation whose settings name none: all of them. */
export const allKeys = ({ screens }: Screens): string[] => [
  ...new Set(screens.flatMap(({ keyCapability, dedicatedKeys = [] }) => [keyCapability ?? [], dedicatedKeys].flat())),
];

/** Returns the capabilities for which the installation has no screen, although screens need them. */
export const unusedCapabilities = ({ screens }: Screens, installation: Installation): string[] => {
  const needed = new Set(screens.flatMap(({ capability }) => capability ?? []));
  return [...needed].filter((name) =>
    screens.every((screen) => screen.capability !== name || !isInstalled(screen, installation)),
  );
};

// The displays of listings, by mode. Each folder of a display exports its own parts.

import type { DisplayParts } from 'src/client/displays/Display.ts';
import type { DisplayMode } from 'src/model/generated/displays.ts';

const modeModules = import.meta.glob<{ readonly display: DisplayParts }>('./*/*Mode.ts', { eager: true });

const byMode = new Map(Object.values(modeModules).map(({ display }) => [display.mode, display]));

/** Throws for a mode whose folder has no file of its parts. */
export const displayParts = (mode: DisplayMode): DisplayParts => {
  const parts = byMode.get(mode);
  if (!parts) throw new Error(`src/client/displays/${mode.toLowerCase()} has no file of its parts`);
  return parts;
};

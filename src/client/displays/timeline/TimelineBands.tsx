// The periods behind a timeline, each with its name while any of it is in view. A picture: the menu of periods and the description of the
// timeline say the same in words.

import type { CSSProperties } from 'react';
import type { ShownBand } from 'src/client/displays/timeline/timeBands.ts';

const NAME_HEIGHT = 18;
/** Least width of a period that has a name, in pixels. */
const LEAST = 48;

/** Pixels that the names take. */
export const bandNames = (bands: readonly ShownBand[]): number =>
  NAME_HEIGHT * bands.reduce((most, { line }) => Math.max(most, line + 1), 0);

const placed = ({ x, width, line }: ShownBand): CSSProperties & Record<`--${string}`, string> => ({
  transform: `translateX(${x}px)`,
  inlineSize: width,
  '--kk-band-line': `${line * NAME_HEIGHT}px`,
});

export const TimelineBands = ({ bands }: { readonly bands: readonly ShownBand[] }) => (
  <div className="kk-time-bands">
    {bands.map((band) => (
      <div
        key={band.key}
        className={band.tinted ? 'kk-time-band kk-time-band-tinted' : 'kk-time-band'}
        style={placed(band)}
        data-time-band={band.name}
      >
        {band.width >= LEAST && (
          <span dir="auto" title={band.name}>
            {band.name}
          </span>
        )}
      </div>
    ))}
  </div>
);

// Shared parts of the charts: width, links within a drawing, and the colours and patterns that tell parts apart. Each
// colour has a pattern, so that no information depends on colour only.

import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { isPlainClick } from 'src/client/navigation/ShellLink.tsx';
import { isRtl } from 'src/client/ui/direction.ts';
import { useClient } from 'src/client/useClient.ts';

export interface ChartFrame {
  readonly ref: (element: HTMLElement | null) => void;
  readonly width: number;
  /** The page reads from right to left, so a drawing does too. */
  readonly mirrored: boolean;
}

const FIRST_WIDTH = 320;

/** The width of an element, followed. */
export const useChartFrame = (): ChartFrame => {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [frame, setFrame] = useState({ width: FIRST_WIDTH, mirrored: false });
  useEffect(() => {
    if (!element) return undefined;
    const mirrored = isRtl(element);
    const observer = new ResizeObserver(() => setFrame({ width: Math.max(1, element.clientWidth), mirrored }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref: setElement, ...frame };
};

interface ChartLinkProps {
  readonly to: string | undefined;
  readonly label: string;
  /** The keyboard reaches the same link next to it. */
  readonly pointerOnly?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Link of a drawing. It has a name but no text, which is drawn next to it; without an address it still has its name.
 */
export const ChartLink = ({ to, label, pointerOnly, className, children }: ChartLinkProps) => {
  const { navigation } = useClient();
  if (to === undefined)
    return (
      <g role="img" aria-label={label} className={className}>
        {children}
      </g>
    );
  const follow = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void navigation.go(to);
  };
  return (
    <a href={to} aria-label={label} className={className} onClick={follow} {...(pointerOnly && { tabIndex: -1 })}>
      <title>{label}</title>
      {children}
    </a>
  );
};

/** Number of parts that a chart can distinguish. */
export const TONES = 6;

/** Returns the tone of a value; a missing value always has the quiet one. */
export const toneOf = (value: unknown, at: number): number => (value === null ? TONES : (at % (TONES - 1)) + 1);

const TONE_PATTERNS: Readonly<Record<number, string>> = {
  2: 'M-1 1 l2 -2 M0 6 l6 -6 M5 7 l2 -2',
  3: 'M0 3 h6',
  4: 'M-1 5 l2 2 M0 0 l6 6 M5 -1 l2 2',
  5: 'M3 0 v6',
  6: 'M0 3 h6 M3 0 v6',
};

const patternId = (prefix: string, tone: number): string => `${prefix}-${tone}`;

/** One pattern for each tone: its colour, and lines of the paper's colour over it. */
export const Patterns = ({ prefix }: { readonly prefix: string }) => (
  <defs>
    {Array.from({ length: TONES }, (_, index) => index + 1).map((tone) => (
      <pattern
        key={tone}
        id={patternId(prefix, tone)}
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        className={`kk-tone-${tone}`}
      >
        <rect width={6} height={6} className="kk-tone" />
        {TONE_PATTERNS[tone] !== undefined && <path d={TONE_PATTERNS[tone]} className="kk-tone-lines" />}
      </pattern>
    ))}
  </defs>
);

export const toneFill = (prefix: string, tone: number): string => `url(#${patternId(prefix, tone)})`;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Width of a character in a chart, in pixels; a little more than most characters need. */
const SIGN_WIDTH = 7.4;

/** Returns the beginning of a name that fits. Never cuts within a character. */
export const fittedLabel = (text: string, width: number): string => {
  const signs = Array.from(segmenter.segment(text), ({ segment }) => segment);
  const most = Math.max(3, Math.floor(width / SIGN_WIDTH));
  return signs.length <= most
    ? text
    : `${signs
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
};

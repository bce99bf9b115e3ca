// Colours from the site configuration are a community's choice; text on and in them must still be readable.
// Called by theme.ts. Numbers: WCAG 2.2, relative luminance and contrast ratio.

type Rgb = readonly [number, number, number];

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

const parse = (hex: string): Rgb | undefined => {
  const digits = HEX.exec(hex)?.[1];
  if (digits === undefined) return undefined;
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) as unknown as Rgb;
};

const print = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

const ratio = (a: Rgb, b: Rgb): number => {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, two) => two - one) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, at) => part + ((to[at] ?? 0) - part) * share) as unknown as Rgb;

const WHITE: Rgb = [255, 255, 255];
const INK: Rgb = [28, 33, 39];

/** Text colour for a background: white, or ink where that reads better. */
export const readableOn = (background: string): string => {
  const colour = parse(background);
  if (!colour) return print(WHITE);
  return ratio(WHITE, colour) >= ratio(INK, colour) ? print(WHITE) : print(INK);
};

/** The colour moved towards black or white until it reads as text on the background (4.5 : 1). */
export const readableAs = (colour: string, background: string): string => {
  const [ink, paper] = [parse(colour), parse(background)];
  if (!ink || !paper) return colour;
  const target: Rgb = luminance(paper) > 0.18 ? [0, 0, 0] : WHITE;
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mix(ink, target, share);
    if (ratio(tried, paper) >= 4.5) return print(tried);
  }
  return print(target);
};

/** A shade towards black, for hover and pressed states. */
export const darker = (colour: string, share: number): string => {
  const rgb = parse(colour);
  return rgb ? print(mix(rgb, [0, 0, 0], share)) : colour;
};

// Colours of map layers: each as different as possible from those in use, also for people with colour blindness. From published sets (Okabe
// and Ito; Tol, "muted"), then darker shades of them. Pure.

const COLOUR_SET = [
  ...['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9'],
  ...['#332288', '#882255', '#117733', '#999933', '#CC6677', '#AA4499', '#44AA99', '#8C564B'],
] as const;

type Triple = readonly [number, number, number];

const rgbParts = (hex: string): Triple => {
  const digits = hex.replace('#', '');
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const part = (at: number): number => Number.parseInt(long.slice(at, at + 2), 16) / 255;
  return [part(0), part(2), part(4)];
};

const mapTriple = ([x, y, z]: Triple, change: (part: number) => number): Triple => [change(x), change(y), change(z)];

const layerHexColour = (parts: Triple): string =>
  `#${parts
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`.toUpperCase();

const SHADES = [1, 0.66, 0.4] as const;
const CHOICE: readonly string[] = SHADES.flatMap((shade) =>
  COLOUR_SET.map((colour) => layerHexColour(mapTriple(rgbParts(colour), (part) => part * shade))),
);

/** Returns the colour of a value by its position among the values. */
export const valueColour = (at: number): string => CHOICE[at % CHOICE.length] ?? COLOUR_SET[0];

const light = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

const luminanceOf = ([red, green, blue]: Triple): number =>
  0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);

/** Three times as bright as the land of dark maps (#242A2E in map.css), as WCAG 1.4.11 requires of lines and markers. */
const LEAST_LUMINANCE = 0.17;

/** Returns the colour for a dark map: mixed with white until it is visible. */
export const onDark = (colour: string): string => {
  const parts = rgbParts(colour);
  const mixed = (share: number): Triple => mapTriple(parts, (part) => part + (1 - part) * share);
  let share = 0;
  while (luminanceOf(mixed(share)) < LEAST_LUMINANCE) share += 0.04;
  return layerHexColour(mixed(share));
};

type Matrix = readonly [Triple, Triple, Triple];

const times = ([first, second, third]: Matrix, [x, y, z]: Triple): Triple => {
  const row = ([a, b, c]: Triple): number => a * x + b * y + c * z;
  return [row(first), row(second), row(third)];
};

/** Matrices of linear light: normal vision, and without one of two kinds of cones (Machado, Oliveira and Fernandes, 2009). */
const VISIONS: readonly Matrix[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
];

/** Converts to a space in which equal distances look about equal (OKLab; Ottosson, 2020). */
const oklabOf = (linear: Triple): Triple => {
  const response = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    linear,
  );
  const cones = mapTriple(response, Math.cbrt);
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
};

const computePlaces = (colour: string): readonly Triple[] => {
  const linear = mapTriple(rgbParts(colour), light);
  return VISIONS.map((vision) => oklabOf(times(vision, linear)));
};

/** Cached, because each of the few colours is compared with all others. */
const seenColourCache = new Map<string, readonly Triple[]>();
const seenColours = (colour: string): readonly Triple[] => {
  const places = seenColourCache.get(colour) ?? computePlaces(colour);
  seenColourCache.set(colour, places);
  return places;
};

/** Returns the smallest distance of two colours over all kinds of vision: 0 for the same, about 1 for black and white. */
export const colourDistance = (one: string, other: string): number => {
  const others = seenColours(other);
  return Math.min(
    ...seenColours(one).map((place, at) => Math.hypot(...place.map((part, axis) => part - (others[at]?.[axis] ?? 0)))),
  );
};

/** Returns the first colour when none is in use. */
export const furthestColour = (taken: readonly string[]): string => {
  const gapTo = (colour: string): number => Math.min(Infinity, ...taken.map((each) => colourDistance(colour, each)));
  const bright = CHOICE.slice(0, COLOUR_SET.length);
  const free = bright.filter((colour) => gapTo(colour) > 0.06);
  const gaps = new Map((free.length > 0 ? free : CHOICE).map((colour) => [colour, gapTo(colour)]));
  const widest = Math.max(...gaps.values());
  return [...gaps].find(([, gap]) => gap === widest)?.[0] ?? '';
};

// Whether this browser has what the product stands on. Asked before anything mounts (spec platform 1).

interface Wanted {
  readonly [name: string]: unknown;
}

const GLOBALS = ['WebSocket', 'ResizeObserver', 'IntersectionObserver', 'structuredClone', 'AbortController'] as const;

/** `world` is the window, or a test's stand-in for an old one. */
export const isSupportedBrowser = (
  world: Wanted & { readonly CSS?: { supports(rule: string): boolean } } = globalThis as never,
): boolean =>
  GLOBALS.every((name) => typeof world[name] === 'function') &&
  typeof Intl.Segmenter === 'function' &&
  typeof Array.prototype.at === 'function' &&
  typeof Array.prototype.findLastIndex === 'function' &&
  (world.CSS?.supports('container-type: inline-size') ?? false) &&
  (world.CSS?.supports('selector(:has(a))') ?? false);

// What every jsdom test gets: a clean page after each test, and the browser parts that jsdom lacks and Blueprint asks for.
// Called by vitest before each *.dom.test.tsx file; it must never stand in for anything a test is about.
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { loadFloatingParts } from 'src/client/ui/floating.ts';

class SilentResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const noMatch = (media: string): MediaQueryList => {
  const list = new EventTarget() as MediaQueryList;
  return Object.assign(list, { media, matches: false, onchange: null });
};

globalThis.ResizeObserver ??= SilentResizeObserver;
globalThis.matchMedia = noMatch;
Element.prototype.scrollIntoView ??= (): void => {};
Element.prototype.scrollTo ??= (): void => {};

// Parts of the page are loaded when first shown, and the first time they are also compiled.
configure({ asyncUtilTimeout: 30_000 });

// The page has them by the time that a person opens a menu.
await loadFloatingParts();

afterEach(() => cleanup());

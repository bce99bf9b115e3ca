// Setup of every jsdom test: a clean page after each test, and the browser features that jsdom lacks and Blueprint requires. Called by
// vitest before each *.dom.test.tsx file. It must never replace anything that a test checks.
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

// Nothing loads ahead, because a module that arrives after the end of its test has no page.
Object.assign(navigator, { connection: { saveData: true } });

// In a browser, they are loaded before a person opens a menu.
await loadFloatingParts();

afterEach(() => cleanup());

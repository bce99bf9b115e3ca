// Waits until a page is ready for a picture: fonts and pictures have loaded, and nothing has changed for a moment. Called by takePictures
// and filmTour.
import type { Page } from 'playwright-core';

const QUIET_MS = 400;
const MOST_MS = 8000;

export const atRest = (page: Page): Promise<void> =>
  page.evaluate(
    async ([quiet, most]) => {
      await document.fonts.ready;
      const until = Date.now() + most;
      await new Promise<void>((resolve) => {
        let changed = Date.now();
        const observer = new MutationObserver(() => (changed = Date.now()));
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
        const look = setInterval(() => {
          const inSight = [...document.images].filter((each) => each.getBoundingClientRect().top < innerHeight);
          const isComplete = inSight.every((each) => each.complete);
          if ((Date.now() - changed < quiet || !isComplete) && Date.now() < until) return;
          clearInterval(look);
          observer.disconnect();
          resolve();
        }, 50);
      });
    },
    [QUIET_MS, MOST_MS] as const,
  );

/** Prepares the device like one with earlier visits. */
export const acceptCookies = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('Cookies-Accepted', 'true');
  });

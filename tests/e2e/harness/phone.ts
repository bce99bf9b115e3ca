// A person with a phone: opens pages, moves one finger, and measures what a finger can tap. Called by *.e2e.ts that use taps.
import type { Page } from 'playwright-core';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import type { World } from 'tests/e2e/harness/useWorld.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Opens a page on a phone, after the notice about cookies was closed there. */
export const onPhone = async (world: Pick<World, 'open'>, at: string, as: Account = 'staff'): Promise<Page> => {
  const { page } = await world.open({ screen: 'touch', as, at: '/' });
  await page.getByRole('button', { name: 'OK' }).tap();
  await page.goto(at);
  return page;
};

/**
 * Moves one finger as a person does, by the events of the touch screen: the browser decides what scrolls. A system gesture, such as the one
 * that changes the app, ends with `touchCancel`.
 */
export const drag = async (
  page: Page,
  from: Point,
  by: Partial<Point>,
  end: 'touchEnd' | 'touchCancel' = 'touchEnd',
): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (let step = 1; step <= 12; step += 1) {
    await touch('touchMove', [{ x: from.x + ((by.x ?? 0) * step) / 12, y: from.y + ((by.y ?? 0) * step) / 12 }]);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await touch(end, []);
  await session.detach();
};

/** Least width and height of a control, in pixels. */
const FINGER = 44;

/**
 * Returns visible controls that are smaller than a finger needs. The size is how far one can tap from the middle before something else is
 * hit, so padding that is not visible counts. Links within sentences keep the height of their line (WCAG 2.5.8).
 */
export const fingerTargets = (page: Page, within = 'body'): Promise<string[]> =>
  page.evaluate(
    ([least, within]) => {
      const controls = [...document.querySelectorAll(within)].flatMap((part) => [
        ...part.querySelectorAll<HTMLElement>(
          'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=tab], [role=menuitem], [role=option], [role=checkbox]',
        ),
      ]);
      const owns = (control: Element, x: number, y: number): boolean => {
        const hit = document.elementFromPoint(x, y);
        const of = control.closest('label') ?? control;
        return hit !== null && of.contains(hit);
      };
      const reach = (control: Element, x: number, y: number, [dx, dy]: readonly [number, number]): number => {
        let far = 0;
        while (far < least && owns(control, x + dx * (far + 1), y + dy * (far + 1))) far += 1;
        return far;
      };
      const isInSentence = (control: Element): boolean => {
        if (control.tagName !== 'A' || getComputedStyle(control).display !== 'inline') return false;
        let line = control.parentElement;
        while (line && getComputedStyle(line).display.startsWith('inline')) line = line.parentElement;
        return (line?.textContent ?? '').trim().length > (control.textContent ?? '').trim().length;
      };
      const found = controls.flatMap((control) => {
        // A bar that stays in view covers what is below it.
        control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
        const { left, top, width, height } = control.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const isSeen = width > 1 && height > 1 && x > 0 && y > 0 && x < innerWidth && y < innerHeight;
        // The parts of a chart are also lines of its table.
        if (!isSeen || control.closest('svg') || !owns(control, x, y) || isInSentence(control)) return [];
        const across = 1 + reach(control, x, y, [1, 0]) + reach(control, x, y, [-1, 0]);
        const down = 1 + reach(control, x, y, [0, 1]) + reach(control, x, y, [0, -1]);
        // A control at the edge of the screen cannot be measured beyond it.
        if (across >= least && down >= least) return [];
        const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 40);
        return [
          `${control.tagName.toLowerCase()}.${control.className} “${name}” ${across} x ${down} in ${control.parentElement?.className} in ${control.parentElement?.parentElement?.className}`,
        ];
      });
      return found;
    },
    [FINGER, within] as const,
  );

// A person with a phone: opens pages and moves one finger. Called by *.e2e.ts that use taps only.
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

// Maps on the helped page: the helper sees the map while the helper may read everything on it, and the reason in its box otherwise.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { askOnPage, collectFrames, helpedPage, letHelp, shareView } from 'tests/e2e/harness/assist.ts';
import { addPlace, askAs } from 'tests/e2e/harness/askAs.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

/** Returns the brightness of the map on the page, or of its image on the helped page, at 60 by 60 points. */
const brightnessOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const side = 60;
    const helped = document.querySelector<HTMLIFrameElement>('.kk-assist-screen iframe')?.contentDocument;
    const image = helped?.querySelector<HTMLImageElement>('.kk-assist-picture');
    const pictures = image ? [image] : [...document.querySelectorAll<HTMLCanvasElement>('.kk-map-canvas canvas')];
    const box = pictures[0]?.getBoundingClientRect() ?? new DOMRect();
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [side, side];
    const context = copy.getContext('2d');
    for (const picture of pictures) {
      const { left, top, width, height } = picture.getBoundingClientRect();
      const [across, down] = [side / box.width, side / box.height];
      context?.drawImage(picture, (left - box.left) * across, (top - box.top) * down, width * across, height * down);
    }
    const pixels = context?.getImageData(0, 0, side, side).data ?? [];
    const levels: number[] = [];
    for (let at = 0; at < pixels.length; at += 4)
      levels.push((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0));
    return levels;
  });

/** Returns the correlation of two pictures: 1 for the same picture, also when the video changes its colours; 0 for a blank one. */
const likeness = (one: readonly number[], other: readonly number[]): number => {
  const mean = (levels: readonly number[]): number => levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const [ofOne, ofOther] = [mean(one), mean(other)];
  const product = (a: readonly number[], atA: number, b: readonly number[], atB: number): number =>
    a.reduce((sum, level, at) => sum + (level - atA) * ((b[at] ?? 0) - atB), 0);
  const spread = Math.sqrt(product(one, ofOne, one, ofOne) * product(other, ofOther, other, ofOther));
  return spread === 0 ? 0 : product(one, ofOne, other, ofOther) / spread;
};

describe('maps on the helped page', () => {
  const world = useWorld();
  let readable = '';
  let hidden = '';

  beforeAll(async () => {
    await letHelp(world.url, 'member');
    readable = await addPlace(world.url, 'Heron rocks', [-139.2, 50.3]);
    hidden = await addPlace(world.url, 'canary-place', [-139.3, 50.4]);
    const { _u = 0 } = await askAs(world.url, 'staff', [`read/${hidden}`, null]);
    await askAs(world.url, 'staff', ['update', { $id: hidden, _u, access: 'PRIVATE' }]);
  });

  it('[ASSIST-01] [ASSIST-02] a map is shown to helpers who may read all of it, and its box says why to others', async () => {
    const [visitor, agent] = [await world.open({ as: 'staff' }), await world.open({ as: 'member' })];
    const frames = collectFrames(agent.page);
    await visitor.page.goto(`/i-${readable}`);
    await columnAt(visitor.page, 1).locator('.kk-map-canvas[data-ready]').waitFor();
    const session = await askOnPage(visitor.page, 'The map');
    await shareView(agent.page, visitor.page, session);
    await helpedPage(agent.page).locator('.kk-map-canvas .kk-assist-picture').waitFor();
    const alike = async (): Promise<number> =>
      likeness(await brightnessOf(visitor.page), await brightnessOf(agent.page));
    await expect.poll(alike, { timeout: 30_000 }).toBeGreaterThan(0.8);
    await screenshot(visitor.page, 'assist-map-visitor');
    await screenshot(agent.page, 'assist-map-agent');
    await columnAt(visitor.page, 1).getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(alike, { timeout: 30_000 }).toBeGreaterThan(0.8);

    await visitor.page.goto(`/i-${hidden}`);
    await columnAt(visitor.page, 1).locator('.kk-map-canvas[data-ready]').waitFor();
    const states = (): string[] =>
      frames.flatMap((frame) => /^\["canvas_state",.*"state":"(\w+)"/.exec(frame)?.[1] ?? []);
    await expect.poll(() => states().at(-1), { timeout: 30_000 }).toBe('rights');
    await columnAt(visitor.page, 1).getByRole('button', { name: 'Zoom in' }).click();
    const reason = 'This picture is not shown, because it contains something that you may not read.';
    await helpedPage(agent.page).getByText(reason).waitFor();
    await screenshot(visitor.page, 'assist-map-hidden-visitor');
    await screenshot(agent.page, 'assist-map-hidden');
    expect(await helpedPage(agent.page).locator('.kk-assist-picture').count()).toBe(0);
    expect(states().at(-1)).toBe('rights');
    expect(frames.join('').includes('canary')).toBe(false);
  });
});

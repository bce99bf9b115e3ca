// Finds accessibility violations with axe-core in the current page (WCAG 2.2 A and AA, and good practice).
// Called by browser tests. The debugger evaluates the source, so the content security policy does not block it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

export interface Violation {
  readonly rule: string;
  readonly help: string;
  readonly nodes: readonly string[];
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The axe instance in the page, kept until a reload. Another instance in the page, such as storybook's, is not touched. */
const bringIn = async (page: Page): Promise<void> => {
  if (await page.evaluate(() => 'axeOfTests' in globalThis)) return;
  await page.evaluate(
    `{ const before = globalThis.axe; ${source}; globalThis.axeOfTests = globalThis.axe; globalThis.axe = before; }`,
  );
};

const run = async (
  page: Page,
  rules: Pick<RunOptions, 'runOnly' | 'rules'>,
  leftOut: readonly string[] = [],
): Promise<Violation[]> => {
  await bringIn(page);
  // Colours and opacity in transition do not have their final contrast. When an inherited colour has finished,
  // its descendants may start their own transition, so the check is repeated.
  await page.evaluate(async () => {
    for (let again = 0; again < 5; again += 1) {
      document.getAnimations().forEach((each) => each.effect?.getTiming().iterations !== Infinity && each.finish());
      await new Promise(requestAnimationFrame);
    }
  });
  // The rules above need only the media among the resources that axe can load.
  const options: RunOptions = { ...rules, resultTypes: ['violations'], preload: { assets: ['media'] } };
  const results = await page.evaluate(
    async ({ options, leftOut }) => {
      const { axeOfTests } = globalThis as unknown as {
        axeOfTests: { run(context: unknown, options: unknown): Promise<unknown> };
      };
      return (await axeOfTests.run(leftOut.length > 0 ? { exclude: leftOut } : document, options)) as AxeResults;
    },
    { options, leftOut },
  );
  return results.violations.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    nodes: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  }));
};

/** Rules that can fail in a second theme only; all other rules give the same result. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Returns colour violations. Used for the second theme of a page that was checked completely in the first. */
export const axeColours = (page: Page): Promise<Violation[]> =>
  run(page, { runOnly: { type: 'rule', values: COLOUR_RULES } });

/** Returns the violations in the page, except those of the excluded rules and page parts (selectors). */
export const axe = (
  page: Page,
  without: readonly string[] = [],
  leftOut: readonly string[] = [],
): Promise<Violation[]> =>
  run(
    page,
    {
      runOnly: { type: 'tag', values: tags },
      rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    },
    leftOut,
  );

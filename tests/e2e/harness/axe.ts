// Accessibility violations that axe-core finds in the page as it stands (WCAG 2.2 A and AA, and good practice).
// Called by browser tests. The source is evaluated through the debugger, which the content security policy does not stop.
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

/** What the page keeps of it until it is loaded anew. Another axe of the page, such as storybook's, is left alone. */
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
  // Colours and opacity on their way from one state to another are nobody's choice of contrast.
  // An inherited colour that has arrived may set its heirs on their way, so it is looked at again.
  await page.evaluate(async () => {
    for (let again = 0; again < 5; again += 1) {
      document.getAnimations().forEach((each) => each.effect?.getTiming().iterations !== Infinity && each.finish());
      await new Promise(requestAnimationFrame);
    }
  });
  // Of what axe loads beside the page the rules above need the media alone.
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

/** What a second theme can break: everything else is the same page. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Empty when the colours of the page are; for a theme of a page that was looked at whole in the other. */
export const axeColours = (page: Page): Promise<Violation[]> =>
  run(page, { runOnly: { type: 'rule', values: COLOUR_RULES } });

/** Empty when the page is clean, apart from the rules and the parts of the page (selectors) that are left out. */
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

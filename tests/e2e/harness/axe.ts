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

/** Empty when the page is clean; `within` is a CSS selector that narrows it. */
export const axe = async (page: Page, within?: string): Promise<Violation[]> => {
  await page.evaluate(source);
  // Colours and opacity on their way from one state to another are nobody's choice of contrast.
  await page.evaluate(() =>
    document.getAnimations().forEach((each) => each.effect?.getTiming().iterations !== Infinity && each.finish()),
  );
  const options: RunOptions = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] };
  const results = await page.evaluate(
    async ({ context, options }) => {
      const { axe } = globalThis as unknown as { axe: { run(context: unknown, options: unknown): Promise<unknown> } };
      return (await axe.run(context ?? document, options)) as AxeResults;
    },
    { context: within, options },
  );
  return results.violations.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    nodes: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  }));
};

// A person's steps in the wizard of a request: its area from a file, its papers, its contacts, and the moves from one state to the next.
// Called by consult.e2e.ts and consultProponent.e2e.ts.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { smallPdf } from 'tests/e2e/harness/smallPdf.ts';

/** Overlaps the territories of both communities of the sample. */
const AREA = {
  type: 'Polygon',
  coordinates: [
    [
      [-139.25, 50.21],
      [-138.95, 50.21],
      [-138.95, 50.3],
      [-139.25, 50.3],
      [-139.25, 50.21],
    ],
  ],
};
const ROAD = {
  type: 'LineString',
  coordinates: [
    [-139.1, 50.3],
    [-139.05, 50.36],
    [-138.9, 50.38],
  ],
};
const CAMP = { type: 'Point', coordinates: [-138.9, 50.38] };
const FILE = JSON.stringify({
  type: 'FeatureCollection',
  features: Object.entries({ Pit: AREA, Road: ROAD, Camp: CAMP }).map(([name, geometry]) => ({
    ...{ type: 'Feature', properties: { name }, geometry },
  })),
});

export const next = (column: Locator): Promise<void> => column.getByRole('button', { name: 'Next' }).click();
export const steps = (column: Locator): Locator => column.getByRole('navigation', { name: 'Steps' });
export const at = async (column: Locator, title: string): Promise<void> => {
  await column.getByRole('heading', { level: 3, name: title, exact: true }).first().waitFor();
  await steps(column).locator('[aria-current=step]', { hasText: title }).waitFor();
};
export const saved = (column: Locator): Promise<void> =>
  column.getByRole('button', { name: 'Save now' }).waitFor({ state: 'detached' });
export const state = (column: Locator): Locator => column.getByRole('group', { name: 'State' });
export const step = (page: Page): string | null => new URL(page.url()).searchParams.get('c0');

export const takeArea = async (page: Page, column: Locator): Promise<void> => {
  await column.getByRole('button', { name: 'Take from a file' }).click();
  const dialog = page.getByRole('dialog');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: /^Choose a file/ }).click(),
  ]);
  await chooser.setFiles({ name: 'area.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(FILE) });
  await dialog.getByText('All 3 features').click();
  await screenshot(page, 'wizard-file');
  const apply = dialog.getByRole('button', { name: 'Use it' });
  await expect.poll(() => apply.isEnabled(), { timeout: 30_000 }).toBe(true);
  await apply.click();
  await dialog.waitFor({ state: 'detached' });
  await column.getByText('Point 3', { exact: false }).first().waitFor();
};

const papers = (column: Locator): Locator => column.getByRole('listitem').filter({ hasText: '.pdf' });

interface Paper {
  readonly name: string;
  readonly content: string | Buffer;
}

/** Selected together. */
export const attach = async (page: Page, column: Locator, files: readonly Paper[]): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    column.getByRole('button', { name: 'Attach files' }).click(),
  ]);
  await chooser.setFiles(
    files.map(({ name, content }) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(content as string) })),
  );
};

/** A file whose content does not match its name is refused at once; the others are attached. */
export const attachPapers = async (page: Page, column: Locator): Promise<void> => {
  const program = Buffer.from('4d5a90000300000004000000ffff0000', 'hex');
  await attach(page, column, [
    { name: 'program.pdf', content: program },
    { name: 'plan.pdf', content: smallPdf('The plan of the pit') },
    { name: 'setup.exe', content: program },
  ]);
  for (const refusal of [
    /^program\.pdf was not attached: its content is not what its name says/,
    /^setup\.exe was not attached: this kind of file is not accepted here/,
  ])
    await page.getByText(refusal).first().waitFor();
  await papers(column).filter({ hasText: 'plan.pdf' }).waitFor();
  expect(await papers(column).count()).toBe(1);
  await kindOf(column).selectOption({ label: 'Map or plan' });
};

/** The choice of the kind of the paper that attachPapers attaches. */
export const kindOf = (column: Locator): Locator => column.getByRole('combobox', { name: 'Kind of plan.pdf' });

export const pick = async (
  page: Page,
  column: Locator,
  label: string | RegExp,
  typed: string,
  offer: RegExp,
): Promise<void> => {
  await column.getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('listbox').getByRole('option', { name: offer }).first().click();
};

/** Presses the button of a move, and answers its question. */
export const move = async (page: Page, column: Locator, name: string, reason?: string): Promise<void> => {
  await column.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  if (reason !== undefined) await dialog.getByRole('textbox').fill(reason);
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

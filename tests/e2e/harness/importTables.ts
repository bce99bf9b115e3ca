// Actions of a person who imports a table. Called by *.e2e.ts.
import type { Locator, Page } from 'playwright-core';
import { column } from 'tests/e2e/harness/columns.ts';

/** The rightmost column, if there are several. */
export const importing = (page: Page): Locator => column(page, 'Import a file').last();

export interface ChosenTable {
  readonly name: string;
  readonly buffer: Buffer;
}

/** Chooses a file and waits until the column `caption` is offered. */
export const chooseTable = async (page: Page, { name, buffer }: ChosenTable, caption: string): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    importing(page)
      .getByRole('button', { name: /^Choose (a|another) file/ })
      .click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer });
  await importing(page).getByLabel(`Save ${caption} as`).waitFor();
};

export const checkTable = async (page: Page, counts: RegExp): Promise<void> => {
  const view = importing(page);
  const owner = view.getByLabel('Owner', { exact: true });
  if ((await owner.count()) > 0 && (await owner.inputValue()) === '') await owner.selectOption({ index: 1 });
  await view.getByRole('button', { name: /^Check (the table|again)/ }).click();
  await view.getByText(counts).first().waitFor({ timeout: 60_000 });
};

/** Imports what was checked, and waits for the counts of the result. */
export const runTable = async (page: Page, counts: string): Promise<void> => {
  await importing(page).getByRole('button', { name: 'Import', exact: true }).click();
  await importing(page).getByText(counts).waitFor({ timeout: 60_000 });
};

export const undoImport = async (page: Page): Promise<void> => {
  await importing(page).getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo this import' }).click();
  await importing(page).getByText('The import was undone.').waitFor({ timeout: 60_000 });
};

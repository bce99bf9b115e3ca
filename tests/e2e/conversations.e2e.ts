// Two people in one conversation: what one says, the other sees without a reload and hears once; by keyboard and by mouse.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, openList } from 'tests/e2e/harness/columns.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const openThread = async (page: Page, subject: string): Promise<Locator> => {
  await openList(page, '/conversations');
  return openFromList(page, subject);
};

const openFromList = async (page: Page, subject: string): Promise<Locator> => {
  await columnAt(page, 1).getByRole('link', { name: subject }).first().click();
  const thread = columnAt(page, 2);
  await thread.getByRole('textbox', { name: /Write a message/ }).waitFor();
  return thread;
};

const boxOf = (thread: Locator): Locator => thread.getByRole('textbox', { name: /Write a message/ });

describe('a conversation', () => {
  const world = useWorld();

  it('[CONV-01] is live between two people, with a mention chosen by keyboard and a reply by mouse', async () => {
    const one = await world.open({ as: 'staff' });
    const two = await world.open({ as: 'member' });
    const mine = await openThread(one.page, 'Tenth morning');
    const theirs = await openThread(two.page, 'Tenth morning');
    await boxOf(mine).focus();
    await one.page.keyboard.type('Both ears, please. @Wr');
    await mine.getByRole('option', { name: 'Wren Oakhanger' }).waitFor();
    await one.page.keyboard.press('Enter');
    await one.page.keyboard.type('can tell them apart.');
    await one.page.keyboard.press('Control+Enter');
    await theirs.getByText('can tell them apart.').waitFor();
    await theirs.getByRole('link', { name: '@Wren Oakhanger' }).waitFor();
    await two.page.getByText(/^Isaro Brightwater says: Both ears/).waitFor({ state: 'attached' });
    expect(await boxOf(mine).inputValue()).toBe('');
    await boxOf(theirs).fill('The left one is torn.');
    await theirs.getByRole('button', { name: 'Send' }).click();
    await mine.getByText('The left one is torn.').waitFor();
    expect(await axe(one.page)).toEqual([]);
    await theirs.getByRole('button', { name: 'Resolve' }).focus();
    await two.page.keyboard.press('Enter');
    await mine.getByRole('button', { name: 'Open again' }).waitFor();
  });

  it('[CONV-01] keeps what is typed while one is elsewhere, and sends no text that is too long', async () => {
    const { page } = await world.open({ as: 'staff' });
    const thread = await openThread(page, 'Keep the interval');
    await boxOf(thread).fill('x'.repeat(20_001));
    await thread
      .getByRole('alert')
      .getByText(/20,001 characters/)
      .waitFor();
    await thread.getByRole('button', { name: 'Send' }).click();
    expect((await boxOf(thread).inputValue()).length).toBe(20_001);
    await boxOf(thread).fill('Half a thought');
    await page
      .getByRole('link', { name: /Unsaved work/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page
      .getByRole('link', { name: /Unsaved work/ })
      .first()
      .waitFor();
    await page
      .getByRole('link', { name: /^Conversations/ })
      .first()
      .click();
    const again = await openFromList(page, 'Keep the interval');
    expect(await boxOf(again).inputValue()).toBe('Half a thought');
  });
});

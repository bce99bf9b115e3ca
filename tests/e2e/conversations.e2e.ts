// Two people in one conversation: each sees the other's messages without a reload, announced once; with keyboard and mouse. A long
// conversation, with 10,000 messages, costs no more than one with 50.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, openList, startEditing } from 'tests/e2e/harness/columns.ts';
import { focused, tabTo } from 'tests/e2e/harness/keys.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { forgetRates } from 'tests/e2e/harness/Store.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const PICTURE = 'img[src*="/attachment/"]';

const openThread = async (page: Page, subject: string): Promise<Locator> => {
  await openList(page, '/conversations');
  return openFromList(page, subject);
};

const openFromList = async (page: Page, subject: string): Promise<Locator> => {
  await columnAt(page, 1).getByRole('link', { name: subject }).first().click();
  const thread = columnAt(page, 2);
  await boxOf(thread).waitFor();
  return thread;
};

const boxOf = (thread: Locator): Locator => thread.getByRole('textbox', { name: /Write a message/ });

const say = async (thread: Locator, text: string): Promise<void> => {
  await boxOf(thread).fill(text);
  await thread.getByRole('button', { name: 'Send' }).click();
  await thread.getByText(text).waitFor();
};

/** A picture in the clipboard, as the browser gives it to the page. */
const pastePicture = (box: Locator, name: string): Promise<void> =>
  box.evaluate(
    (element, [fileName = '', base64 = '']) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], fileName, { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [name, PIXEL],
  );

/** Returns the texts of the options that are not wholly in the window, or that something else covers. */
const hiddenOptions = (options: Locator): Promise<readonly (string | null)[]> =>
  options.evaluateAll((all) =>
    all
      .filter((option) => {
        const { left, top, right, bottom } = option.getBoundingClientRect();
        const isInside = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
        const isUncovered = [top + 2, bottom - 2].every((y) =>
          option.contains(document.elementFromPoint((left + right) / 2, y)),
        );
        return !isInside || !isUncovered;
      })
      .map((option) => option.textContent),
  );

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
    await say(theirs, 'The left one is torn.');
    await mine.getByText('The left one is torn.').waitFor();
    expect(await axe(one.page)).toEqual([]);
    await theirs.getByRole('button', { name: 'Resolve' }).focus();
    await two.page.keyboard.press('Enter');
    await mine.getByRole('button', { name: 'Reopen' }).click();
    await theirs.getByRole('button', { name: 'Resolve' }).waitFor();
  });

  it('[CONV-01] [NTFY-01] is found, written, resolved and opened from the bell by keyboard only', async () => {
    const one = await world.open({ as: 'staff', at: '/conversations' });
    const two = await world.open({ as: 'member', at: '/' });
    await columnAt(one.page, 1).getByRole('link', { name: 'Tenth morning' }).first().waitFor();
    await tabTo(one.page, /^Tenth morning/, 150);
    await one.page.keyboard.press('Enter');
    const mine = columnAt(one.page, 2);
    await boxOf(mine).waitFor();
    await tabTo(one.page, /^Write a message/);
    const said = `By keys alone ${Date.now()}.`;
    await one.page.keyboard.type(`${said} @Wr`);
    await mine.getByRole('option', { name: 'Wren Oakhanger' }).waitFor();
    await one.page.keyboard.press('Enter');
    await one.page.keyboard.press('Control+Enter');
    await mine.getByRole('listitem').getByText(said).waitFor();
    expect(await boxOf(mine).inputValue()).toBe('');
    await tabTo(one.page, /^Resolve$/, 40, 'Shift+Tab');
    await one.page.keyboard.press('Enter');
    await one.page.getByText('The conversation is resolved').first().waitFor();
    // The button keeps the focus.
    expect(await focused(one.page)).toBe('Reopen');
    await one.page.keyboard.press('Enter');
    await mine.getByRole('button', { name: 'Resolve' }).waitFor();

    await two.page.getByRole('button', { name: /^Notices, \d+ unread/ }).waitFor();
    await tabTo(two.page, /^Notices, \d+ unread/, 150);
    await two.page.keyboard.press('Enter');
    await two.page.getByRole('menuitem').filter({ hasText: said }).waitFor();
    for (let count = 0; !(await focused(two.page)).includes(said); count += 1) {
      expect(count).toBeLessThan(30);
      await two.page.keyboard.press('ArrowDown');
    }
    await two.page.keyboard.press('Enter');
    await two.page.locator('li[aria-current=true]').getByText(said).waitFor();
  });

  it('[CONV-01] shows the whole list of people to mention under the tabs of a record, in wide and narrow windows', async () => {
    const { page } = await world.open({ as: 'staff' });
    for (const [size, viewport] of [
      ['wide', { width: 1440, height: 900 }],
      ['narrow', { width: 360, height: 740 }],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.goto('/i-ArchiveEntry-3');
      const item = columnAt(page, 1);
      await item.getByRole('tab', { name: /^Conversations/ }).click();
      const box = item.getByRole('textbox', { name: /^Start a conversation/ });
      // The draft of the other window has the same text.
      await box.fill('');
      await box.fill('@');
      const options = item.getByRole('option');
      await options.first().waitFor();
      expect(await options.count()).toBeGreaterThan(1);
      expect(await hiddenOptions(options)).toEqual([]);
      await screenshot(page, `mention-list-${size}`);
    }
  });

  it('[CONV-01] that is started on a record shows its message there, and goes on there', async () => {
    const { page } = await world.open({ as: 'staff', at: '/i-ArchiveEntry-7' });
    const item = columnAt(page, 1);
    await item.getByRole('tab', { name: /^Conversations/ }).click();
    await item
      .getByRole('textbox', { name: /^Start a conversation/ })
      .fill('Whose hand is this?\nThe margin is older.');
    await item.getByRole('button', { name: 'Send' }).first().click();
    const started = item.locator('.kk-started-thread');
    await started.getByText('The margin is older.').waitFor();
    await expect.poll(() => boxOf(started).evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.type('Perhaps Ulla knows.');
    await page.keyboard.press('Control+Enter');
    await started.getByRole('listitem').getByText('Perhaps Ulla knows.').waitFor();
    await screenshot(page, 'conversation-started');
    expect(await axe(page)).toEqual([]);
    // Text that is written while a conversation begins stays in its box, with the focus.
    const start = item.getByRole('textbox', { name: /^Start a conversation/ });
    await start.fill('A second question');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.insertText(' and a third');
    await item.getByRole('link', { name: 'A second question' }).waitFor();
    expect((await start.inputValue()).trim()).toBe('and a third');
    await expect.poll(() => start.evaluate((box) => box === document.activeElement)).toBe(true);
    await start.fill('');
    await item.getByRole('link', { name: 'Whose hand is this?' }).click();
    await columnAt(page, 2).getByText('Perhaps Ulla knows.').waitFor();
  });

  it('[CONV-01] leads from a mention to the message, in sight and marked; a picture is pasted, and struck out with it', async () => {
    const one = await world.open({ as: 'staff' });
    const two = await world.open({ as: 'member', at: '/' });
    await two.page.getByRole('button', { name: /^Notices/ }).waitFor();
    const mine = await openThread(one.page, 'Names on the sheet');
    await pastePicture(boxOf(mine), 'narrows.png');
    await boxOf(mine).focus();
    const asked = `Which of the two, ${Date.now()}?`;
    await one.page.keyboard.type(`${asked} @Wr`);
    await mine.getByRole('option', { name: 'Wren Oakhanger' }).waitFor();
    await one.page.keyboard.press('Tab');
    await mine.getByRole('button', { name: 'Send', exact: true }).click();
    await two.page.getByRole('button', { name: /^Notices, \d+ unread/ }).click();
    await two.page
      .getByRole('menuitem', { name: /mentioned .*(Names on the sheet|Which of the two)/ }) // not a mention of another test
      .first()
      .click();
    const theirs = columnAt(two.page, 1);
    const led = theirs.locator('li[aria-current=true]');
    await led.getByText(asked).waitFor();
    expect(two.page.url()).toMatch(/\/i-Thread-\d+\?c0=read%3AMessage-\d+$/);
    await led.locator(PICTURE).waitFor();
    const said = mine.locator('li').filter({ hasText: asked });
    await said.hover();
    await said.getByRole('button', { name: 'What to do with this message' }).click();
    await one.page.getByRole('menuitem', { name: 'Strike out' }).click();
    const question = one.page.getByRole('alertdialog', { name: 'Strike out this message?' });
    await question
      .getByText('Its text is removed for everyone; the page still shows that you struck it out.')
      .waitFor();
    await question.getByRole('button', { name: 'Strike out' }).click();
    await led.getByText('Struck out by').waitFor();
    expect(await led.textContent()).not.toContain(asked);
    expect(await led.locator(PICTURE).count()).toBe(0);
  });

  it('[CONV-01] that is read on one device is read on the other, at once', async () => {
    // People open fewer pages in a minute than the tests of this file.
    await forgetRates(world.store);
    const desk = await world.open({ as: 'member' });
    const phone = await world.open({ as: 'member', screen: 'phone' });
    const { page } = await world.open({ as: 'staff' });
    const list = await openList(desk.page, '/conversations');
    const row = list.getByRole('listitem').filter({ hasText: 'Keep the interval' });
    const address = (await row.getByRole('link').first().getAttribute('href')) ?? '';
    await phone.page.goto(address);
    await boxOf(columnAt(phone.page, 1)).waitFor();
    await row.getByText(/new/).waitFor({ state: 'hidden' });
    await forgetRates(world.store);
    await phone.page.goto('/');
    const text = `The second reading is in, ${Date.now()}.`;
    await say(await openThread(page, 'Keep the interval'), text);
    await row.getByText('1 new').waitFor();
    await forgetRates(world.store);
    await phone.page.goto(address);
    await phone.page.getByText(text).waitFor();
    await row.getByText('1 new').waitFor({ state: 'hidden' });
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
    await page.getByRole('link', { name: 'People and meetings' }).first().click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Conversations/ })
      .first()
      .click();
    const again = await openFromList(page, 'Keep the interval');
    expect(await boxOf(again).inputValue()).toBe('Half a thought');
  });

  it('[CONV-01] that is hidden while it is open says so, shows nothing more, and leaves what was typed to its author', async () => {
    const { page: admin } = await world.open({ as: 'admin' });
    const visit = await world.open({ as: 'member' });
    const thread = await openThread(visit.page, 'The missing leaves');
    const about = await thread.getByRole('link', { name: /^Ferry log/ }).getAttribute('href');
    await boxOf(thread).fill('I have them at home');
    await visit.page.getByRole('link', { name: /Unsaved work/ }).waitFor();
    await admin.goto(`/${/i-ArchiveEntry-\d+/.exec(about ?? '')?.[0] ?? ''}`);
    const entry = columnAt(admin, 1);
    await startEditing(entry);
    await entry.getByRole('tab', { name: 'Access and notes' }).click();
    await entry.getByRole('radio', { name: /^Private/ }).check();
    await entry
      .getByRole('button', { name: /^Save( now)?$/ })
      .first()
      .click();
    await thread.getByText('It was deleted, or you may no longer see it.').waitFor();
    const shown = (await thread.textContent()) ?? '';
    expect(shown).toContain('I have them at home');
    expect(shown).not.toMatch(/missing leaves|Ferry log|drawer/i);
    await visit.page.reload();
    await visit.page.getByRole('link', { name: /Unsaved work/ }).click();
    await visit.page.getByText('I have them at home').waitFor();
  });
});

// The tour of the README, a minute long: from signing in to a save that another person sees at once, and the same results as table and
// timeline. Called by takePictures.
import type { Browser, Locator, Page } from 'playwright-core';
import { type Account, emailOf, samplePassword } from 'tests/e2e/harness/accounts.ts';
import { unfoldArea } from 'tests/e2e/harness/openPage.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { openVisit, type Theme, type VisitOptions } from 'tests/e2e/harness/openVisit.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { acceptCookies } from 'tests/e2e/pictures/atRest.ts';
import { type Film, FRAME, startFilm } from 'tests/e2e/pictures/Film.ts';

const ENTRY = 'The day of the long line';
const PATH = '/i-ArchiveEntry-3';

interface Tour {
  readonly film: Film;
  readonly page: Page;
  readonly visit: (account: Account, theme: Theme) => Promise<Page>;
}

/** Points at it for a moment, then clicks. */
const click = async ({ film, page }: Tour, at: Locator, seconds = 1): Promise<void> => {
  await film.show(seconds, { page, at });
  await at.click();
};

const showSignIn = async ({ film, page }: Tour): Promise<void> => {
  film.say('Sign in.');
  await page.goto('/sign-in');
  await page.getByText('Open to everyone').waitFor();
  await film.show(1.5, { page, at: page.getByLabel('Email') });
  await page.getByLabel('Email').fill(emailOf('staff'));
  await page.getByLabel('Password').fill(samplePassword);
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await film.show(1.5, { page, at: button });
  await button.click();
  await page.getByText('Recently changed').first().waitFor();
  film.say('Home: what waits for you, and what others have changed.');
  await film.show(3, { page });
};

const showSearch = async ({ film, page }: Tour): Promise<void> => {
  film.say('Find across everything that you may see, as you type.');
  const search = page.getByRole('combobox', { name: 'Search everything' });
  await search.click();
  for (const typed of ['wei', 'weir']) {
    await search.fill(typed);
    await page.getByRole('option').first().waitFor();
    await film.show(typed === 'wei' ? 1 : 2.5, { page });
  }
  await search.press('Enter');
  await columnAt(page, 1)
    .getByText(/\d results?$/)
    .first()
    .waitFor();
  await film.show(2.5, { page });
};

const showFilter = async (tour: Tour): Promise<void> => {
  const { film, page } = tour;
  film.say('Filter: the counts are exact for the person who looks.');
  await unfoldArea(page, 'Archive');
  await click(
    tour,
    page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Catalogue', exact: true }),
  );
  const list = columnAt(page, 1);
  await list
    .getByText(/\d results?$/)
    .first()
    .waitFor();
  await film.show(2, { page });
  await click(tour, list.getByRole('checkbox', { name: /^Film/ }));
  await list.getByRole('button', { name: /^Remove the filter/ }).waitFor();
  await film.show(1.5, { page });
  await click(tour, list.getByRole('checkbox', { name: /^Water and weirs/ }));
  await list
    .getByRole('button', { name: /^Remove the filter/ })
    .nth(1)
    .waitFor();
  await film.show(2, { page });
};

const showEntry = async (tour: Tour): Promise<void> => {
  const { film, page } = tour;
  film.say('Open: it stands beside the results. First to be read, then to be changed.');
  await click(tour, columnAt(page, 1).getByRole('link', { name: ENTRY }).first());
  const item = columnAt(page, 2);
  await item.locator('img').first().waitFor();
  await film.show(3, { page });
  film.say('Why you can see it, and who else can.');
  await click(tour, item.getByText('Who can see it').first());
  await film.show(2.5, { page });
  await page.keyboard.press('Escape');
};

/** Two people at one entry: what one saves is on the other's screen. */
const showLive = async ({ film, page, visit }: Tour): Promise<void> => {
  film.say('Change a value where it stands …');
  const other = await visit('admin', 'dark');
  for (const each of [page, other]) {
    await each.setViewportSize(film.half);
    await each.goto(PATH);
    await each.getByRole('tab', { name: 'Edit' }).waitFor();
    await each.getByText('Description', { exact: true }).first().waitFor();
  }
  const mine = columnAt(page, 1);
  const windows = async (seconds: number, at?: Locator): Promise<void> =>
    film.show(
      seconds,
      { page, who: 'Isaro Brightwater, staff', ...(at ? { at } : {}) },
      { page: other, who: 'An administrator, somewhere else' },
    );
  const edit = mine.getByRole('button', { name: 'Edit Description' }).first();
  for (const each of [page, other])
    await columnAt(each, 1).getByText('Description', { exact: true }).first().scrollIntoViewIfNeeded();
  await windows(2, edit);
  await edit.click();
  const field = mine.locator('.kk-in-place').getByRole('textbox').first();
  await field.waitFor();
  await windows(1);
  for (const words of ['Two hundred people pass stakes from hand to hand.', ' Told by those who stood in the water.']) {
    if (words.startsWith(' ')) await field.pressSequentially(words);
    else await field.fill(words);
    await windows(1.5);
  }
  const save = mine.locator('.kk-in-place').getByRole('button', { name: /^Save/ });
  await windows(1, save);
  await save.click();
  film.say('… and everybody who looks at it sees it saved, at once.');
  await columnAt(other, 1)
    .getByText(/Told by those who stood/)
    .first()
    .waitFor();
  await windows(4);
  await other.context().close();
  await page.setViewportSize(FRAME);
};

const showDisplays = async (tour: Tour): Promise<void> => {
  const { film, page } = tour;
  film.say('The same results as a table …');
  await page.goto('/archive.catalogue');
  const list = columnAt(page, 1);
  const button = (name: string): Locator => list.getByRole('button', { name, exact: true });
  await button('Table').waitFor();
  await click(tour, button('Table'));
  await list.locator('.bp6-table-cell a').first().waitFor();
  await film.show(3, { page });
  film.say('… as cards …');
  await click(tour, button('Cards'));
  await list.locator('.kk-result-card img').first().waitFor();
  await film.show(2.5, { page });
  film.say('… and along the years.');
  await click(tour, button('Timeline'));
  await list.locator('.kk-part').first().waitFor();
  await film.show(3, { page });
  film.say('Words of the language, with their letters and their sound.');
  await page.goto('/vocab.words-phrases?c0=weir');
  await list.getByRole('link', { name: /^v/ }).first().click();
  await columnAt(page, 2).getByRole('tab', { name: 'About' }).waitFor();
  await film.show(3, { page });
};

const showDark = async ({ film, page }: Tour): Promise<void> => {
  film.say('Light or dark, by mouse, finger or keyboard.');
  await setTheme(page, 'dark');
  await page.goto(`/archive.catalogue${PATH}`);
  await columnAt(page, 2).locator('img').first().waitFor();
  await film.show(4, { page });
};

export const filmTour = async (browser: Browser, url: string, path: string): Promise<void> => {
  const open = async (options: VisitOptions): Promise<Page> => {
    const { page } = await openVisit(browser, url, options);
    await acceptCookies(page);
    await page.setViewportSize(FRAME);
    return page;
  };
  const visit = async (account: Account, theme: Theme): Promise<Page> => {
    const page = await open({ theme, token: await tokenOf(url, account) });
    await page.goto('/');
    await setTheme(page, theme);
    return page;
  };
  const film = await startFilm(browser);
  // The account keeps the theme that pictures were last taken in.
  await (await visit('staff', 'light')).context().close();
  const tour: Tour = { film, visit, page: await open({ theme: 'light' }) };
  for (const scene of [showSignIn, showSearch, showFilter, showEntry, showLive, showDisplays, showDark])
    await scene(tour);
  await tour.page.context().close();
  await film.write(path);
};

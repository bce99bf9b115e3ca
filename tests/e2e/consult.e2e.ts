// A proponent writes a request in the wizard, on two devices, and submits it. One community returns it, the other does not answer. The two
// sides discuss what is missing; the request continues and is withdrawn. Each side sees changes without a reload.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import {
  at,
  attachPapers,
  kindOf,
  move,
  next,
  pick,
  saved,
  state,
  step,
  steps,
  takeArea,
} from 'tests/e2e/requestWizard.ts';

const world = useWorld();

const NO_DESCRIPTION = /^No document is marked as a project description/;
const OUTSIDE = /^The project area lies outside every known territory/;

/** The map opens at the organization's area, and finds typed coordinates and records with a place. */
const lookAround = async (page: Page, column: Locator): Promise<void> => {
  const scale = column.locator('.kk-map-foot').getByText(/^(?:2|5|10|20|50) km$/);
  await scale.first().waitFor();
  const box = column.getByRole('combobox', { name: 'Find a place to look at' });
  const shown = (name: string): Promise<void> =>
    page.getByText(`The map shows ${name}.`).first().waitFor({ state: 'attached' });
  await box.fill('50° 18′ N, 139° 6′ W');
  await page.getByRole('option', { name: /^50\.3, -139\.1/ }).waitFor();
  await screenshot(page, 'wizard-search');
  await box.press('Enter');
  await shown('50.3, -139.1');
  await box.fill('Tamber');
  await page
    .getByRole('option', { name: /^Tamber Inlet/ })
    .first()
    .waitFor();
  await box.press('Enter');
  await column.getByRole('listbox', { name: 'Find a place to look at' }).waitFor({ state: 'hidden' });
  expect(await axe(page)).toEqual([]);
};

/** The list of steps shows the whole name of the current step, not only its mark. */
const showsName = async (column: Locator, name: string): Promise<void> => {
  const title = steps(column).locator('[aria-current=step] .kk-wizard-title');
  expect(await title.innerText()).toBe(name);
  const { width, height, lacks } = await title.evaluate((element) => {
    const { width, height } = element.getBoundingClientRect();
    return { width, height, lacks: element.scrollWidth - element.clientWidth };
  });
  expect([width > 30, height > 14, lacks]).toEqual([true, true, 0]);
};

const progressIn = (column: Locator): Locator => column.getByRole('region', { name: 'Progress of the communities' });

/** All steps except for the missing value of the first one. */
const writeSteps = async (page: Page, mine: Locator, name: string): Promise<void> => {
  await page.goto('/i-Consultation-0-1');
  // All required values are listed by steps before anything is typed.
  const needed = mine.getByRole('group').filter({ hasText: 'What is needed to submit' });
  await needed.getByText('Project area').waitFor();
  // They are also marked at the fields of the first step, before it is saved for the first time.
  for (const name of ['Name of the project', 'Description', 'Requested response date'])
    await mine.getByText(new RegExp(`^${name} ?\\(required\\)`)).waitFor();
  await mine.getByRole('textbox', { name: /^Name of the project/ }).fill(name);
  await mine
    .getByLabel(/^Requested response date/)
    .first()
    .fill('2020-01-01');
  await screenshot(page, 'wizard-new');
  await next(mine);
  await at(mine, 'Area');
  expect(step(page)).toBe('2');
  await mine.getByText(/^Still needed in this step: .+\.$/).waitFor();
  await lookAround(page, mine);
  // An area far from all known ones: the wizard says so at once, again at the choice of communities, and in the review.
  await mine.getByLabel(/^Project area: typed or pasted as/).selectOption('point');
  await mine.getByRole('textbox', { name: 'Latitude' }).fill('-40');
  await mine.getByRole('textbox', { name: 'Longitude' }).fill('10');
  await mine.getByText(OUTSIDE).waitFor();
  await steps(mine)
    .getByRole('button', { name: /Communities/ })
    .click();
  await at(mine, 'Communities');
  await mine.getByText(OUTSIDE).waitFor();
  await screenshot(page, 'wizard-outside');
  await next(mine);
  await at(mine, 'Review');
  await mine.getByText(OUTSIDE).waitFor();
  await steps(mine).getByRole('button', { name: /Area/ }).click();
  await at(mine, 'Area');
  await takeArea(page, mine);
  await mine.getByText(/^The project area lies in the territory of Ostermay Shoals and Tamber Inlet\./).waitFor();
  await mine.getByText(OUTSIDE).waitFor({ state: 'detached' });
  await screenshot(page, 'wizard-area');
  await next(mine);
  await at(mine, 'Documents');
  await attachPapers(page, mine);
  await screenshot(page, 'wizard-documents');
  await next(mine);
  await at(mine, 'Contacts');
  await pick(page, mine, /^Contacts/, 'Sunniva', /Sunniva Drake/);
  await screenshot(page, 'wizard-contacts');
  // Back and forward work as usual, and typed text stays.
  const marks = (): Promise<readonly string[]> => steps(mine).getByRole('listitem').allInnerTexts();
  const before = await marks();
  await page.goBack();
  await at(mine, 'Documents');
  // Reached states stay.
  expect((await marks()).filter((mark) => /To do/.test(mark))).toEqual(before.filter((mark) => /To do/.test(mark)));
  await page.goForward();
  await at(mine, 'Contacts');
  await next(mine);
  await at(mine, 'Communities');
  await mine.getByRole('checkbox', { name: /Tamber Inlet/ }).waitFor();
  await mine.getByRole('checkbox', { name: /Ostermay Shoals/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'wizard-communities');
  await next(mine);
  await at(mine, 'Review');
  // The server also says that the day has passed.
  await mine.getByText('3 things are missing or wrong').waitFor();
  await mine.getByText('This day has passed. Choose a later one').waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'wizard-review-missing');
};

const submit = async (page: Page, mine: Locator): Promise<void> => {
  // A missing value links to its field.
  await mine.getByRole('button', { name: 'Description', exact: true }).click();
  await at(mine, 'Project');
  expect(step(page)).toBe('1-6');
  await mine.getByText('Still needed in this step: Type of project and Description.').waitFor();
  await mine.getByRole('textbox', { name: /^Description/ }).fill('A culvert below the road.');
  await mine.getByText('Still needed in this step: Type of project.').waitFor();
  await mine.getByLabel(/^Type of project/).selectOption({ label: 'Road or bridge' });
  await mine.getByText('Still needed in this step').waitFor({ state: 'hidden' });
  await mine
    .getByLabel(/^Requested response date/)
    .first()
    .fill('2031-05-01');
  await steps(mine)
    .getByRole('button', { name: /Review/ })
    .click();
  await at(mine, 'Review');
  await mine.getByText('All required fields are filled in.').waitFor();
  // A warning only; the kind of a paper that is saved already can be changed.
  await mine.getByText(NO_DESCRIPTION).waitFor();
  await mine.getByText('Map or plan').waitFor();
  await screenshot(page, 'wizard-no-description');
  await steps(mine)
    .getByRole('button', { name: /Documents/ })
    .click();
  await at(mine, 'Documents');
  await kindOf(mine).selectOption({ label: 'Project description' });
  await screenshot(page, 'wizard-kind');
  await steps(mine)
    .getByRole('button', { name: /Review/ })
    .click();
  await at(mine, 'Review');
  await mine.getByText('Project description').first().waitFor();
  await mine.getByText(NO_DESCRIPTION).waitFor({ state: 'detached' });
  await saved(mine);
  await mine.getByRole('button', { name: 'Ask for review' }).click();
  await state(mine).getByText('Internal review', { exact: true }).waitFor();
  // The question names the communities and the deadline.
  await mine.getByRole('button', { name: 'Submit', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Submit' });
  await question.getByText(/Ostermay Shoals and Tamber Inlet/).waitFor();
  await question.getByText(/2031/).waitFor();
  await screenshot(page, 'wizard-question');
  await question.getByRole('button', { name: 'Submit', exact: true }).click();
  await question.waitFor({ state: 'detached' });
  await progressIn(mine)
    .getByRole('row', { name: /Tamber Inlet Waiting for an answer/ })
    .waitFor();
  await progressIn(mine)
    .getByRole('row', { name: /Ostermay Shoals Waiting for an answer/ })
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'wizard-progress');
};

it('[ROUTE-05] [CONS-01] [CONS-02] [EXPERIENCE] a request from its first word to its withdrawal', async () => {
  const name = `Culvert ${Date.now()}`;
  const { page } = await world.open({ as: 'proponent', at: '/' });
  const mine = columnAt(page, 1);
  await writeSteps(page, mine, name);
  const address = new URL(page.url()).pathname;

  // On another device, the wizard opens at the same step.
  await saved(mine);
  const { page: phone } = await world.open({ as: 'proponent', screen: 'phone' });
  await phone.goto(address);
  const there = columnAt(phone, 1);
  await state(there).getByRole('button', { name: 'Continue' }).click();
  await at(there, 'Project');
  expect(step(phone)).toMatch(/^1-\d$/);
  await screenshot(phone, 'wizard-phone');
  await showsName(there, 'Project');
  await steps(there).getByRole('button', { name: /Area/ }).click();
  await at(there, 'Area');
  await showsName(there, 'Area');
  await there.getByRole('combobox', { name: 'Find a place to look at' }).scrollIntoViewIfNeeded();
  await screenshot(phone, 'wizard-phone-area');
  const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await phone.close();

  await submit(page, mine);

  // A community tells the submitter what is missing.
  const { page: community } = await world.open({ as: 'partner' });
  await community.goto(address);
  const theirs = columnAt(community, 1);
  await theirs
    .getByText(/^Project description, /)
    .first()
    .waitFor();
  await move(community, theirs, 'Return as incomplete', `The map of ${name} is missing`);
  await state(mine).getByText('Incomplete', { exact: true }).waitFor();
  await mine.getByText(`The map of ${name} is missing`).waitFor();
  await mine.getByRole('tab', { name: 'Conversations' }).click();
  await mine
    .getByRole('link', { name: /Something is missing/ })
    .first()
    .click();
  await columnAt(page, 2).getByText(`The map of ${name} is missing`).waitFor();
  await screenshot(page, 'wizard-incomplete');
  await page.goto(address);
  await progressIn(mine)
    .getByText(/^The communities are waiting for what is missing/)
    .waitFor();
  expect(await progressIn(mine).getByText('Waiting for Tamber').count()).toBe(0);
  await state(mine).getByRole('button', { name: 'Continue' }).click();
  await at(mine, 'Review');
  await mine.getByText(`The map of ${name} is missing`).waitFor();
  await move(page, mine, 'Submit again');
  await state(theirs).getByText('With communities', { exact: true }).waitFor();

  // The page of the request replaces its steps.
  await progressIn(mine)
    .getByRole('row', { name: /Tamber Inlet Waiting for an answer/ })
    .waitFor();
  await move(page, mine, 'Withdraw', 'No money this year');
  await state(theirs).getByText('Withdrawn', { exact: true }).waitFor();
  await progressIn(mine)
    .getByRole('row', { name: /Ostermay Shoals Request withdrawn/ })
    .waitFor();
});

// A person met in passing: the picker finds no contact, an administrator is asked, accepts with one click, and the asker gets a notice.
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

it(
  '[ORG-01] [NTFY-01] a picker that finds no contact asks an administrator, who adds the contact with one click',
  { timeout: 120_000 },
  async () => {
    const name = `Zed Newman${Date.now()}`;
    const { page } = await world.open({ as: 'staff', at: '/i-Meeting-0-5', screen: 'wide' });
    const form = columnAt(page, 1);
    const contacts = form.getByRole('combobox', { name: /^Other contacts/ });
    const chooseOrganization = async (): Promise<void> => {
      await form.getByRole('combobox', { name: /^Other organizations/ }).fill('Northline');
      await form
        .getByRole('option', { name: /Northline/ })
        .first()
        .click();
    };
    await chooseOrganization();
    await contacts.fill(name);
    await form.getByRole('link', { name: `Ask an administrator to add “${name}”` }).click();
    const request = columnAt(page, 2);
    expect(await request.getByRole('textbox', { name: /^Name of the person/ }).inputValue()).toBe(name);
    // The request is about the organization that is chosen in the meeting, and the meeting has no fault because of the name.
    expect(await request.getByRole('combobox', { name: /^Organization/ }).inputValue()).toMatch(/^Northline/);
    await expect.poll(() => contacts.inputValue()).toBe('');
    expect(await contacts.getAttribute('aria-invalid')).not.toBe('true');
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'contact-asked');
    await request.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/i-ContactRequest-[1-9]/);

    const { page: theirs } = await world.open({ as: 'admin', at: '/notifications', screen: 'desktop' });
    await theirs.getByRole('link', { name: `asks you to add ${name} to the contacts` }).click();
    await theirs.getByRole('button', { name: 'Add to the contacts' }).click();
    await theirs.getByText('Contact that was added').waitFor();
    expect(await axe(theirs)).toEqual([]);
    await screenshot(theirs, 'contact-added');

    await page.goto('/notifications');
    await page.getByRole('link', { name: `added ${name} to the contacts` }).waitFor();
    await page.goto('/i-Meeting-0-6');
    await chooseOrganization();
    await contacts.fill(name);
    await form.getByRole('option', { name: new RegExp(name) }).waitFor();
  },
);

it('[ORG-01] [EXPERIENCE] a list of contacts offers the request, and a communication begins with the present time', async () => {
  const { page } = await world.open({ as: 'staff', at: '/consult.contacts', screen: 'desktop' });
  await page.getByRole('button', { name: 'New request for a contact' }).click();
  await page.getByRole('textbox', { name: /^Name of the person/ }).waitFor();
  await page.goto('/i-CommLog-0-3');
  const date = page.getByRole('textbox', { name: /^Date/ });
  await date.waitFor();
  expect(await date.inputValue()).toMatch(/\d:\d\d/);
});

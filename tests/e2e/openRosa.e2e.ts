// The addresses for ODK Collect on the page of the own account: a person creates one, sees its QR code, and ends it.
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe, axeColours } from 'tests/e2e/harness/axe.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

it(
  '[GEO-01] a collector creates the address of a phone, sees its QR code once, and ends the address',
  { timeout: 180_000 },
  async () => {
    const { ids } = await askAs(world.url, 'staff', ['search/ids', { must: { _t: ['GeoKeeperProgram'] }, max: 1 }]);
    const { owner } = await askAs(world.url, 'staff', [`read/${String((ids as readonly string[])[0])}`, null]);
    await askAs(world.url, 'staff', [
      'create/GeoKeeperProgram',
      { label: 'Otters', owner: owner ?? null, state: 'ACTIVE', access: 'USERS' },
    ]);
    const { page } = await world.open({ as: 'member', at: '/my-account', screen: 'touch' });
    await page.getByRole('button', { name: 'Connect a phone' }).click();
    await page.getByLabel('Name of the phone').fill('Red phone');
    await page.getByRole('button', { name: 'Create the address' }).click();
    await page.getByRole('img', { name: 'QR code with the settings for ODK Collect' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'collect-address');
    const address = await page.getByLabel('Server address').inputValue();
    expect(new URL(address).pathname).toMatch(/^\/openrosa\/[\w-]{32}$/u);
    expect((await fetch(`${address}/formList`)).status).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('not used yet').or(page.getByText('last used')).first().waitFor();
    expect(await page.content()).not.toContain(address.slice(-32));
    await screenshot(page, 'collect-list');
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await axeColours(page)).toEqual([]);
    await page.getByRole('button', { name: 'End Red phone' }).click();
    await page.getByRole('button', { name: 'End Red phone' }).waitFor({ state: 'detached' });
    expect((await fetch(`${address}/formList`)).status).toBe(404);
  },
);

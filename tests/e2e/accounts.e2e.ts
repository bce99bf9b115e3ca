// From an invitation to the first sign-in with a passkey, and a forgotten password, with a real mail server and the browser's own virtual
// authenticator. tests/server/routes/accountAccess.pg.test.ts proves the refusals of the routes.
import { afterAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { openList } from 'tests/e2e/harness/columns.ts';
import { tabTo } from 'tests/e2e/harness/keys.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { startMailServer } from 'tests/server/mail/startMailServer.ts';

const smtp = await startMailServer();
const world = useWorld({ SMTP_URL: smtp.url, MAIL_FROM: 'records@keeper.test', PUBLIC_NAME: 'localhost' });
afterAll(() => smtp.stop());

const PASSWORD = 'seven canoes under the cedar';
const EMAIL = 'guest@keeper.test';

/** Shown with the first passkey, and used by the next test. */
let recoveryCodes: string[] = [];

const linkIn = async (count = 1, address = EMAIL): Promise<string> => {
  const { mail } = await smtp.emailTo(address, count);
  return /http:\/\/localhost:\d+\/(?:confirm-email|set-pass)#[\w-]+/.exec(mail.text ?? '')?.[0] ?? '';
};

const addAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

const signOut = async (page: Page): Promise<void> => {
  await page.goto('/sign-out');
  await page.waitForURL(/sign-in/);
};

/** Home leads to what the organization has opened to its members, and nothing says that the person must be added. */
const seesMembersHome = async (page: Page): Promise<void> => {
  await page
    .getByRole('region', { name: 'Open to you' })
    .getByRole('link', { name: /^Archive entries/ })
    .waitFor();
  expect(await page.getByText('You are not a member of an organization yet').count()).toBe(0);
  await screenshot(page, 'accounts/first');
};

const findsOrganization = async (page: Page): Promise<void> => {
  await (await openList(page, '/my-organizations')).getByRole('link', { name: 'Tamber Inlet' }).first().waitFor();
};

it('[AUTH-08] leads from an invitation to the first sign-in with a passkey', async () => {
  const admin = await world.open({ as: 'admin', at: '/i-User-0' });
  await admin.page.getByRole('textbox', { name: /^Name/ }).fill('Guest of the keepers');
  await admin.page.getByRole('textbox', { name: /^Email/ }).fill(EMAIL);
  await admin.page.getByRole('button', { name: 'Create' }).click();
  await admin.page.getByText('This person cannot sign in yet.').waitFor();
  await admin.page.getByRole('button', { name: 'Send an invitation' }).click();
  const question = admin.page.getByRole('alertdialog');
  await question
    .getByText(
      /Until an organization adds them as a member, they see only what is open to everyone.*You get a notice when they accept/,
    )
    .waitFor();
  await screenshot(admin.page, 'accounts/invite');
  await question.getByRole('button', { name: 'Send an invitation' }).click();
  await admin.page.getByText(/^Invited .* valid until/).waitFor();
  // The person becomes a member before they accept.
  await admin.page.getByRole('button', { name: 'Add to an organization' }).click();
  const where = admin.page.getByRole('dialog', { name: 'Add to an organization' });
  await where.getByRole('combobox', { name: 'Organization' }).selectOption({ label: 'Tamber Inlet' });
  await where.getByRole('button', { name: 'Next' }).click();
  const rights = admin.page.getByRole('dialog', { name: 'What Guest of the keepers may do: Tamber Inlet' });
  await rights.getByRole('radio', { name: /^Community/ }).waitFor();
  expect(await axe(admin.page)).toEqual([]);
  await screenshot(admin.page, 'accounts/member');
  await rights.getByRole('button', { name: 'Save' }).click();
  await rights.waitFor({ state: 'detached' });

  const { page, allowConsole } = await world.open({ at: '/' });
  allowConsole(/422|401/);
  await addAuthenticator(page);
  await page.goto(await linkIn());
  await page.getByText(`This link confirms ${EMAIL} for Our Community.`).waitFor();
  await screenshot(page, 'accounts/confirm');
  await page.getByLabel('New password').fill('password12');
  await page.getByRole('button', { name: 'Set the password and sign in' }).click();
  await page.getByText('This password is easy to guess').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set the password and sign in' }).click();
  await page.getByRole('button', { name: 'Guest of the keepers' }).waitFor();
  await seesMembersHome(page);
  await admin.page
    .getByRole('button', { name: /^Notices/ })
    .first()
    .click();
  await admin.page
    .getByRole('menuitem', { name: /Guest of the keepers accepted your invitation and can sign in now/ })
    .first()
    .waitFor();
  await screenshot(admin.page, 'accounts/accepted');

  await findsOrganization(page);
  await page.goto('/my-account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('To change this, enter your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  recoveryCodes = await page.locator('code').allTextContents();
  expect(new Set(recoveryCodes).size).toBe(10);
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await page.getByLabel('To change this, enter your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  expect(await axe(page)).toEqual([]);

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Guest of the keepers' }).waitFor();
  // The second factor follows the password.
  await signOut(page);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('button', { name: 'Guest of the keepers' }).waitFor();
});

it('[AUTH-08] gives a new password by an email, and says what is wrong with a link', async () => {
  const { page, allowConsole } = await world.open({ at: '/' });
  allowConsole(/400|401/);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const before = smtp.emails.filter(({ to }) => to.includes(EMAIL)).length;
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByRole('button', { name: 'Send me the email' }).click();
  await page.getByText('Check your email').waitFor();
  const link = await linkIn(before + 1);
  expect(link).toContain('/set-pass#');
  await page.goto(link);
  await page.getByText(`You choose a password for ${EMAIL} at Our Community.`).waitFor();
  await page.getByLabel('New password').fill(`${PASSWORD} again`);
  await page.getByRole('button', { name: 'Set the password and sign in' }).click();
  // The link replaces the password, not the second factor.
  const finish = async (code: string): Promise<void> => {
    await page.getByText('This account asks for a second step.').waitFor();
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Guest of the keepers' }).waitFor();
    await signOut(page);
  };
  const enter = async (password: string): Promise<void> => {
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await finish(recoveryCodes[0] ?? '');
  await enter(PASSWORD);
  await page.getByText('Email address and password do not match').waitFor();
  await enter(`${PASSWORD} again`);
  await finish(recoveryCodes[1] ?? '');
  await page.goto('/terms');
  await page.goto(link);
  await page.getByLabel('New password').fill(`${PASSWORD} again`);
  await page.getByRole('button', { name: 'Set the password and sign in' }).click();
  await page.getByText('This link is no longer valid').waitFor();
  await page.goto('/set-pass');
  await page.getByText('This link is not complete').waitFor();
  await page.goto('/register');
  await page.getByText('You need an invitation').waitFor();
});

it('[AUTH-08] [PERM-05] adds a person to an organization after they have accepted an invitation', async () => {
  const email = 'second@keeper.test';
  const { $id } = await askAs(world.url, 'admin', ['create/User', { name: 'Second guest', email }]);
  const user = String($id);
  await askAs(world.url, 'admin', ['act/invite', { _t: 'User', _i: Number(user.split('-')[1]) }]);
  const { page } = await world.open({ at: '/' });
  await page.goto(await linkIn(1, email));
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set the password and sign in' }).click();
  await page.getByText(/You are not a member of an organization yet/).waitFor();

  const { page: office } = await world.open({ as: 'admin', at: `/i-${user}` });
  await office.getByText('Second guest can sign in, but is not a member of an organization yet').waitFor();
  await office.getByRole('button', { name: 'Add to an organization' }).click();
  const where = office.getByRole('dialog', { name: 'Add to an organization' });
  // No organization is chosen for the administrator.
  expect(await where.getByRole('combobox', { name: 'Organization' }).inputValue()).toBe('');
  expect(await where.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  await where.getByRole('combobox', { name: 'Organization' }).selectOption({ label: 'Tamber Inlet' });
  await where.getByRole('button', { name: 'Next' }).click();
  const rights = office.getByRole('dialog', { name: 'What Second guest may do: Tamber Inlet' });
  await rights.getByRole('button', { name: 'Save' }).click();
  await rights.waitFor({ state: 'detached' });
  // The open page of the person follows.
  await page.getByText(/You are not a member of an organization yet/).waitFor({ state: 'detached' });
  await office.reload();
  await office.getByRole('tab', { name: 'Edit' }).waitFor();
  expect(await office.getByText('is not a member of an organization yet').count()).toBe(0);
});

/** Invites a new person and returns the link of their email. */
const linkForNew = async (name: string, email: string): Promise<string> => {
  const { $id } = await askAs(world.url, 'admin', ['create/User', { name, email }]);
  await askAs(world.url, 'admin', ['act/invite', { _t: 'User', _i: Number(String($id).split('-')[1]) }]);
  return linkIn(1, email);
};

it('[AUTH-08] [EXPERIENCE] accepts an invitation by taps', async () => {
  const { page } = await world.open({ screen: 'touch', at: '/' });
  await page.getByRole('button', { name: 'OK' }).tap();
  await page.goto(await linkForNew('Thumb guest', 'thumb@keeper.test'));
  const set = page.getByRole('button', { name: 'Set the password and sign in' });
  await page.getByLabel('New password').tap();
  await page.keyboard.insertText(PASSWORD);
  expect((await set.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await screenshot(page, 'accounts/touch');
  await set.tap();
  await page.getByText(/You are not a member of an organization yet/).waitFor();
});

it('[AUTH-08] [EXPERIENCE] accepts an invitation with the keyboard only', async () => {
  const { page } = await world.open({ at: '/' });
  await page.goto(await linkForNew('Typing guest', 'typing@keeper.test'));
  await page.getByLabel('New password').waitFor();
  await tabTo(page, /^New password/);
  await page.keyboard.type(PASSWORD);
  await tabTo(page, /^Set the password and sign in$/);
  await page.keyboard.press('Enter');
  await page.getByText(/You are not a member of an organization yet/).waitFor();
});

it('[AUTH-08] [EXPERIENCE] a person who was invited from a contact reads on home who can add them, and to which organization', async () => {
  const email = 'third@keeper.test';
  const tamber = await findItem(world.url, { _t: ['Organization'], text: ['Tamber Inlet'] });
  const person = { firstName: 'Third', lastName: 'Guest', email, _related: tamber };
  const { $id: contact } = await askAs(world.url, 'admin', ['create/Contact', person]);
  const { page: office } = await world.open({ as: 'staff', at: `/i-${String(contact)}` });
  await office.getByRole('button', { name: 'Send an invitation' }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Send an invitation' }).click();
  await office.getByText(/^Invited .* valid until/).waitFor();

  const { page } = await world.open({ at: await linkIn(1, email), screen: 'phone' });
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set the password and sign in' }).click();
  const advice = page.getByText(/You are not a member of an organization yet/);
  await advice.waitFor();
  expect(await advice.innerText()).toMatch(/Isaro Brightwater can add you to Tamber Inlet\.$/);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'accounts/advice');

  await office.reload();
  await office.getByRole('button', { name: 'Add to an organization' }).click();
  const rights = office.getByRole('dialog', { name: 'What Third Guest may do: Tamber Inlet' });
  await rights.getByRole('button', { name: 'Save' }).click();
  await rights.waitFor({ state: 'detached' });
  await advice.waitFor({ state: 'detached' });
});

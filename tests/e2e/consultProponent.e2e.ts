// The proponent, from the first word of a request to its answer: the wizard with an area from a file and documents, the receipt and all
// later emails through a real mail server, the completion of a returned request, and the letter with its annexes. The community's actions
// in between are calls to the server.
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { emailOf } from 'tests/e2e/harness/accounts.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { takeBundle, verified } from 'tests/e2e/consultParties.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { tight } from 'tests/e2e/harness/paper.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { smallPdf } from 'tests/e2e/harness/smallPdf.ts';
import { unfoldArea } from 'tests/e2e/harness/openPage.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { at, attach, attachPapers, move, next, pick, saved, state, steps, takeArea } from 'tests/e2e/requestWizard.ts';
import { pagesOf } from 'tests/server/letters/readPdf.ts';
import { startMailServer, type TakenEmail } from 'tests/server/mail/startMailServer.ts';

const smtp = await startMailServer();
const world = useWorld({ SMTP_URL: smtp.url, MAIL_FROM: 'records@keeper.test', PUBLIC_NAME: 'localhost' });
afterAll(() => smtp.stop());

type Body = Readonly<Record<string, Json>>;

const COMMUNITY = 'Organization-1';
/** Address of the contact in the request, created by the sample. */
const CONTACT = 's.drake@northline.example';
const DAY = 'May 1, 2031';
/** A text in the internal records of the community. */
const CANARY = 'canarycurlew';

const staff = (o: string, b: Json): Promise<Body> => askAs(world.url, 'staff', [o, b]);
const targetOf = (id: string): Body => ({ _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) });
const moveAsStaff = async (id: string, name: string, more: Body = {}): Promise<Body> => {
  const { _u = 0 } = await staff(`read/${id}`, null);
  return staff('act/transition', { ...targetOf(id), name, u: _u, ...more });
};

/** Waits for the email to the address whose subject has the words. */
const mailTo = async (address: string, subject: RegExp): Promise<TakenEmail['mail']> => {
  const mails = () => smtp.emails.filter(({ to }) => to.includes(address)).map(({ mail }) => mail);
  const subjects = () => mails().map((mail) => mail.subject);
  await expect.poll(subjects, { timeout: 60_000 }).toContainEqual(expect.stringMatching(subject));
  const [mail, ...more] = mails().filter((each) => subject.test(each.subject ?? ''));
  expect(more).toEqual([]);
  if (!mail) throw new Error('there is one');
  return mail;
};

const write = async (page: Page, name: string): Promise<void> => {
  const mine = columnAt(page, 1);
  await page.goto('/i-Consultation-0-1');
  await mine.getByRole('textbox', { name: /^Name of the project/ }).fill(name);
  await mine.getByLabel(/^Type of project/).selectOption({ label: 'Road or bridge' });
  await mine.getByRole('textbox', { name: /^Description/ }).fill('A pit, and the road to it.');
  await mine
    .getByLabel(/^Requested response date/)
    .first()
    .fill('2031-05-01');
  // Only people who may change a list get a link to it.
  expect(await mine.getByRole('link', { name: /^Values of/ }).count()).toBe(0);
  await next(mine);
  await at(mine, 'Area');
  await takeArea(page, mine);
  await next(mine);
  await at(mine, 'Documents');
  await attachPapers(page, mine);
  await next(mine);
  await at(mine, 'Contacts');
  await pick(page, mine, /^Contacts/, 'Sunniva', /Sunniva Drake/);
  await next(mine);
  await at(mine, 'Communities');
  await mine.getByRole('checkbox', { name: /Tamber Inlet/ }).waitFor();
  await next(mine);
  await at(mine, 'Review');
  await mine.getByText('All required fields are filled in.').waitFor();
  await mine.getByRole('link', { name: 'plan.pdf' }).or(mine.getByText('plan.pdf')).first().waitFor();
  await saved(mine);
};

/** Internal texts of the community. */
const writeInside = async (response: string): Promise<void> => {
  const { _u = 0 } = await staff(`read/${response}`, null);
  await staff('update', { $id: response, _u, internalNotes: CANARY });
  const { $id: thread = '' } = await staff('create/Thread', { context: response, subject: CANARY });
  await staff('create/Message', { thread, body: CANARY });
};

/** The answer has one section that is sent and one that is not; it is approved and sent by email. */
const answer = async (consultation: string, name: string): Promise<void> => {
  // The staff reads only the response of its own community.
  const must = { _t: ['ConsultResponse'], consultation: [consultation] };
  const { ids } = await staff('search/ids', { must, max: 1 });
  const response = String((ids as Json[])[0]);
  await writeInside(response);
  const section = { response, title: 'The creek', body: `Keep the pit away from the creek of ${name}.`, order: 1 };
  await staff('create/ConsultResponseSection', section);
  await staff('create/ConsultResponseSection', { ...section, title: 'Ours', body: CANARY, order: 2, included: false });
  const template = await askAs(world.url, 'admin', [
    'create/LetterTemplate',
    {
      ...{ owner: COMMUNITY, label: `Answer ${name}`, state: 'ACTIVE', annexes: ['SECTIONS'] },
      ...{ subject: `Answer ${name}`, body: 'We have looked at {projectName}.' },
    },
  ]);
  const drafted = await staff('act/draftLetter', { ...targetOf(response), template: template['$id'] ?? '' });
  const letter = String(drafted['$id']);
  await moveAsStaff(letter, 'approve');
  await staff('act/sendLetter/async', { ...targetOf(letter), by: 'EMAIL' });
};

it('[CONS-01] [SHELL-09] home leads to a new request at once, and the menu offers no list that holds nothing for its reader', async () => {
  const { page } = await world.open({ as: 'proponent', screen: 'wide', at: '/' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await unfoldArea(page, 'Consultations');
  await menu.getByRole('link', { name: 'Requests', exact: true }).waitFor();
  expect(await menu.getByRole('link').count()).toBeLessThanOrEqual(12);
  const start = columnAt(page, 1).getByRole('button', { name: 'Submit a request' });
  await start.waitFor();
  await screenshot(page, 'proponent-home');
  expect(await axe(page)).toEqual([]);
  await start.click();
  await columnAt(page, 1)
    .getByRole('textbox', { name: /^Name of the project/ })
    .waitFor();
  // The list has the same words for its records and for a new one.
  await page.goto('/consult.projects');
  const list = columnAt(page, 1);
  await list.getByRole('heading', { level: 2, name: 'Requests', exact: true }).waitFor();
  await list.getByRole('button', { name: 'Submit a request' }).waitFor();
  await list.getByRole('link', { name: 'Crossing at the third step' }).first().click();
  await columnAt(page, 2).getByRole('tab', { name: 'Request', exact: true }).waitFor();
  await screenshot(page, 'proponent-requests');
  // Staff of a community that also submits gets the link too; a member without the right does not.
  const { page: member } = await world.open({ as: 'member', at: '/' });
  await columnAt(member, 1).getByRole('button', { name: 'Arrange' }).waitFor();
  expect(await member.getByRole('button', { name: 'Submit a request' }).count()).toBe(0);
});

/** The bundle of this party contains its request, its papers and the received letters, and no internal data of the community. */
const lookAtBundle = async (page: Page, mine: Locator, name: string): Promise<void> => {
  const bundle = await takeBundle(page, mine);
  await verified(bundle);
  for (const part of [name, `The map of ${name} is missing`]) expect(bundle.text).toContain(part);
  const papers = bundle.files.map((file) => file.name).join('\n');
  for (const paper of ['plan.pdf', 'map.pdf', `Answer ${name}.pdf`]) expect(papers).toContain(paper);
  for (const part of ['The plan of the pit', 'The map of the pit', `We have looked at ${name}.`, 'The creek'])
    expect(bundle.text).toContain(tight(part));
  expect(bundle.text).not.toContain(CANARY);
};

it('[CONS-01] [CONS-02] [NTFY-02] a request from its first word to the letter that answers it, as its own party sees it', async () => {
  const name = `Quarry ${Date.now()}`;
  const { page } = await world.open({ as: 'proponent', at: '/' });
  const mine = columnAt(page, 1);
  await write(page, name);
  const address = new URL(page.url()).pathname;
  const id = /Consultation-\d+/.exec(address)?.[0] ?? '';
  await move(page, mine, 'Submit');
  const receipt = await mailTo(emailOf('proponent'), /^You submitted your request/);
  for (const words of [name, `File number: ${id}`, `Requested response date: ${DAY}`, address])
    expect(receipt.text).toContain(words);
  await mailTo(emailOf('partner'), new RegExp(`^New consultation request: ${name}`));
  // Among all places of the file, the area is one place.
  const { projectArea } = await staff(`read/${id}`, null);
  expect(projectArea).toMatchObject({ geometries: [{ type: 'Polygon' }, { type: 'LineString' }, { type: 'Point' }] });

  // A person who opens the request has read the notice, and gets no email about it.
  await page.goto('/');
  await moveAsStaff(id, 'returnIncomplete', { reason: `The map of ${name} is missing` });
  const returned = await mailTo(emailOf('proponent'), /was returned as incomplete/);
  for (const words of [name, 'Tamber Inlet', `The map of ${name} is missing`]) expect(returned.text).toContain(words);
  await page.goto('/');
  const waiting = page.getByRole('region', { name: 'Waiting for me' });
  await waiting.getByRole('link', { name: 'Drafts and returned requests' }).click();
  await columnAt(page, 1).getByText(name).first().waitFor();
  // Opens the address in the email.
  await page.goto(new RegExp(`/i-${id}\\S*`).exec(returned.text ?? '')?.[0] ?? '');
  await state(mine).getByText('Incomplete', { exact: true }).waitFor();
  await state(mine).getByRole('button', { name: 'Continue' }).click();
  await at(mine, 'Review');
  await mine.getByText(`The map of ${name} is missing`).waitFor();
  await steps(mine)
    .getByRole('button', { name: /Documents/ })
    .click();
  await at(mine, 'Documents');
  await attach(page, mine, [{ name: 'map.pdf', content: smallPdf('The map of the pit') }]);
  // A file that is still uploading is saved later.
  await mine.getByText('Attached when you save').waitFor();
  await steps(mine)
    .getByRole('button', { name: /Review/ })
    .click();
  await at(mine, 'Review');
  await saved(mine);
  await move(page, mine, 'Submit again');
  await state(mine).getByText('With communities', { exact: true }).waitFor();
  expect((await staff(`read/${id}`, null))['documents']).toHaveLength(2);

  await answer(id, name);
  const mail = await mailTo(CONTACT, new RegExp(`^Answer ${name}$`));
  const texts = await Promise.all(
    mail.attachments
      .filter(({ contentType }) => contentType === 'application/pdf')
      .map(({ content }) => pagesOf(Buffer.from(content))),
  );
  const words = tight(texts.flat().join(' '));
  for (const part of [`We have looked at ${name}.`, 'The creek', `Keep the pit away from the creek of ${name}.`])
    expect(words).toContain(tight(part));
  const everything = JSON.stringify([texts, smtp.emails.map(({ raw }) => raw)]);
  expect(everything).not.toContain(CANARY);
  // A separate list has the received letters, and each opens with its files.
  await page.goto('/consult.received');
  await mine
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await columnAt(page, 2).getByText(`Answer ${name}.pdf`).first().waitFor();
  // The page of the request also has the letter, and names its community once.
  await page.goto(`/i-${id}`);
  await mine.getByRole('region', { name: 'Answers' }).getByText(`Answer ${name}.pdf`).first().waitFor();
  await mine.getByText('Progress of the communities').first().waitFor();
  await expect.poll(() => mine.getByText('Communities to ask').count()).toBe(0);
  await screenshot(page, 'proponent-answered');

  await lookAtBundle(page, mine, name);
}, 180_000);

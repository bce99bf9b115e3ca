// A consent is withdrawn in the browser: pages that other people have open close, and the page of the consent lists what used its records.
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { addPlace, askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { uploadFile } from 'tests/e2e/harness/attachFiles.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, columnAt, resultCount } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { keptTokenOf } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const WORD = 'quillreed';
const SUBJECT = 'Recording of the reeds';

/** Half a second of silence. */
const silence = (): Buffer => {
  const wav = Buffer.alloc(4_044);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  [16, 0x1_0001, 8_000, 8_000, 0x8_0001].forEach((value, at) => wav.writeUInt32LE(value, 16 + at * 4));
  wav.write('data', 36);
  wav.writeUInt32LE(4_000, 40);
  return wav;
};

const create = async (type: string, values: Readonly<Record<string, Json>>): Promise<string> =>
  String((await askAs(world.url, 'staff', [`create/${type}`, values]))['$id']);

const derive = async () => {
  const { ids } = await askAs(world.url, 'staff', ['search/ids', { must: { _t: ['CommunityMember'] }, max: 1 }]);
  const [respondent = ''] = ids as readonly string[];
  const { owner = '' } = await askAs(world.url, 'staff', [`read/${respondent}`, null]);
  const given = { respondent, given: '2020-05-01', audience: 'COMMUNITY', uses: ['COMMUNITY', 'CONSULTATION'] };
  const consent = await create('ResearchConsent', { label: 'Talk by the reeds', owner, ...given });
  const upload = await uploadFile(world.url, await keptTokenOf(world.url, 'staff'), `${WORD}.wav`, silence());
  const talk = { title: `Talk ${WORD}`, owner, consents: [consent], attachments: [upload] };
  const interview = await create('ResearchActivity', talk);
  const { attachments } = await askAs(world.url, 'staff', [`read/${interview}`, null]);
  const [file = ''] = attachments as readonly string[];
  const place = await addPlace(world.url, 'Bank of the reeds', [-139.21, 50.31]);
  const data = { label: `Camp ${WORD}`, owner, access: 'COMMUNITY', activity: interview, spatial: [place] };
  const context = await findItem(world.url, { _t: ['ConsultResponse'], text: ['gauge'] });
  await create('Letter', { context, subject: SUBJECT, body: 'Please listen.', attachments: [file] });
  return { consent, interview, place, data: await create('ResearchData', data) };
};

it('[RES-01] [PERM-01] a withdrawal closes the pages that others have open, and lists the letters that took a recording along', async () => {
  const { consent, interview, place, data } = await derive();
  const member = await world.open({ as: 'member', at: `/i-${data}` });
  member.allowConsole(/404/);
  await column(member.page, `Camp ${WORD}`).waitFor();
  const found = await world.open({ as: 'member', at: `/search?c0=.q%3D${WORD}` });
  await expect.poll(() => resultCount(columnAt(found.page, 1))).toBe(1);
  const home = await world.open({ as: 'member', at: '/' });
  await home.page.getByRole('link', { name: `Camp ${WORD}` }).waitFor();
  const about = await world.open({ as: 'member', at: `/i-${place}` });
  await about.page
    .getByRole('link', { name: `Camp ${WORD}` })
    .first()
    .waitFor();

  const { page } = await world.open({ as: 'staff', at: `/i-${consent}` });
  const record = column(page, 'Talk by the reeds');
  await record.getByText('It covers 1 interview and 1 data record.').waitFor();
  await record.getByRole('link', { name: SUBJECT }).waitFor();
  await record.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }).click();
  await record.getByText('Withdrawn', { exact: true }).first().waitFor();
  await record.getByText('It covers 1 interview and 1 data record.').waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'consent-withdrawn-now');

  await column(member.page, `Camp ${WORD}`).waitFor({ state: 'detached' });
  expect(await member.page.locator('main').innerText()).not.toContain(WORD);
  await screenshot(member.page, 'consent-withdrawn-open');
  await expect.poll(() => resultCount(columnAt(found.page, 1))).toBe(0);
  for (const open of [home, about]) await expect.poll(() => open.page.locator('main').innerText()).not.toContain(WORD);
  await page.goto(`/i-${interview}`);
  await page.getByText('This did not load').waitFor();
});

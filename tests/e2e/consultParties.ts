// The parties of a consultation on a server with a real mail server: a request of the sample that reaches both communities, the emails that
// each party receives, and the results that each finds. Called by consultOffice, consultSecond and consultMember.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { tight } from 'tests/e2e/harness/paper.ts';
import { keptTokenOf } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { askingOf, type Body } from 'tests/e2e/preparedResponse.ts';
import { readZip } from 'tests/server/harness/readZip.ts';
import { pagesOf } from 'tests/server/letters/readPdf.ts';
import { startMailServer, type TakenEmail } from 'tests/server/mail/startMailServer.ts';

type Mail = TakenEmail['mail'];

/** Communities by their numbers in the sample: the one of staff and member, and the one of partner. */
export const [OWN, SECOND] = ['Organization-1', 'Organization-2'] as const;
/** A contact of the request; the sample invents the address. */
export const CONTACT = 's.drake@northline.example';
export const PROJECT = 'Lights on the ferry landing';
/** A text in the internal records of a community. */
export const CANARY = 'canaryplover';

export const targetOf = (id: string): Body => ({ _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) });
export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Returns the address in an email, on this site. */
export const addressIn = (mail: Mail): string => /https?:\/\/[^/\s]+(\/\S+)/.exec(mail.text ?? '')?.[1] ?? '';

/** Returns the words of the PDFs, without spaces. */
export const wordsIn = async (pdfs: readonly Buffer[]): Promise<string> => {
  const pages = await Promise.all(pdfs.map((pdf) => pagesOf(pdf)));
  return tight(pages.flat().join(' '));
};

/** Starts the mail server; its address is known when the file loads. */
export const openParties = async () => {
  const smtp = await startMailServer();
  const world = useWorld({ SMTP_URL: smtp.url, MAIL_FROM: 'records@keeper.test', PUBLIC_NAME: 'localhost' });
  afterAll(() => smtp.stop());
  const asking = askingOf(world);
  const { ask, find } = asking;
  const readAs = (as: Account, id: string): Promise<Body> => ask(`read/${id}`, null, as);
  return {
    ...{ smtp, world, ...asking, readAs },
    /** Waits for the email to the address whose subject has the words. */
    mailTo: async (address: string, subject: RegExp): Promise<Mail> => {
      const mails = () => smtp.emails.filter(({ to }) => to.includes(address)).map(({ mail }) => mail);
      const subjects = () => mails().map((mail) => mail.subject);
      await expect.poll(subjects, { timeout: 60_000 }).toContainEqual(expect.stringMatching(subject));
      const [mail, ...more] = mails().filter((each) => subject.test(each.subject ?? ''));
      expect(more).toEqual([]);
      if (!mail) throw new Error('there is one');
      return mail;
    },
    /** Returns all emails to the address so far, with their files. */
    receivedBy: async (address: string): Promise<string> => {
      const mails = smtp.emails.filter(({ to }) => to.includes(address));
      const files = mails.flatMap(({ mail }) => mail.attachments);
      const pdfs = files.filter(({ contentType }) => contentType === 'application/pdf');
      const texts = files.filter(({ contentType }) => contentType.startsWith('text/'));
      return JSON.stringify([
        ...mails.map(({ mail, raw }) => [raw, mail.subject, mail.text, mail.html]),
        ...texts.map(({ content }) => content.toString()),
        await wordsIn(pdfs.map(({ content }) => content)),
      ]);
    },
    /** Uses the current version. */
    move: async (id: string, name: string, as: Account, more: Body = {}): Promise<Body> => {
      const { _u = 0 } = await readAs(as, id);
      return ask('act/transition', { ...targetOf(id), name, u: _u, ...more }, as);
    },
    /** The proponent submits a request of the sample to both communities. Returns the request and the response of each. */
    arrives: async (): Promise<Readonly<Record<'request' | 'own' | 'second', string>>> => {
      const [request = ''] = await find({ _t: ['Consultation'], text: [PROJECT] }, 'proponent');
      const { _u = 0 } = await readAs('proponent', request);
      const asked: Json = [OWN, SECOND].map((community) => ({ community, selected: true }));
      await ask('update', { $id: request, _u, asked }, 'proponent');
      await ask('act/transition', { ...targetOf(request), name: 'submit' }, 'proponent');
      const responses = (): Promise<readonly string[]> => find({ _t: ['ConsultResponse'], consultation: [request] });
      await expect.poll(async () => (await responses()).length, { timeout: 30_000 }).toBe(2);
      const of = async (community: string): Promise<string> =>
        (await find({ _t: ['ConsultResponse'], consultation: [request], community: [community] }))[0] ?? '';
      return { request, own: await of(OWN), second: await of(SECOND) };
    },
    /** Internal texts of the community, which no other party finds. */
    writeInside: async (response: string, as: Account): Promise<void> => {
      const { _u = 0 } = await readAs(as, response);
      await ask('update', { $id: response, _u, internalNotes: CANARY }, as);
      const section = { response, title: CANARY, body: CANARY, included: false, order: 9 };
      await ask('create/ConsultResponseSection', section, as);
      const { $id: thread = '' } = await ask('create/Thread', { context: response, subject: CANARY }, as);
      await ask('create/Message', { thread, body: CANARY }, as);
    },
    /** Returns the file of a message or a letter as the account receives it, or the status of the refusal. */
    fileOf: async (as: Account, id: string): Promise<Buffer | number> => {
      const headers = { authorization: `Bearer ${await keptTokenOf(world.url, as)}` };
      const answer = await fetch(`${world.url}/attachment/${id.split('-')[1] ?? ''}`, { headers });
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status;
    },
  };
};

export type Parties = Awaited<ReturnType<typeof openParties>>;

/** Tests that neither the page nor the search shows the account any of it. */
export const expectHidden = async (page: Page, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    await page.goto(`/i-${id}`);
    await columnAt(page, 1)
      .getByText(/^This was not found/)
      .waitFor();
  }
};

const BUNDLE = 'Bundle of exhibits: log, documents and checksums (ZIP)';

export interface TakenBundle {
  readonly files: ReturnType<typeof readZip>;
  /** Returns all of its readable text. */
  readonly text: string;
}

const textOf = async (files: TakenBundle['files']): Promise<string> => {
  const pdfs = files.filter(({ name }) => name.endsWith('.pdf'));
  const others = files.filter(({ name }) => !name.endsWith('.pdf'));
  return `${others.map(({ content }) => content.toString()).join('\n')}\n${await wordsIn(pdfs.map(({ content }) => content))}`;
};

/** Downloads the bundle of exhibits from the page of the request. */
export const takeBundle = async (page: Page, column: Locator): Promise<TakenBundle> => {
  await column.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Consultation log…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export the consultation log' });
  await dialog.getByRole('listitem').first().waitFor();
  await dialog.getByRole('combobox', { name: 'Format', exact: true }).selectOption({ label: BUNDLE });
  await dialog.getByRole('button', { name: 'Create the file' }).click();
  await dialog.waitFor({ state: 'detached' });
  const task = column.getByRole('group', { name: 'Consultation log' });
  const link = task.getByRole('link', { name: /Download/ });
  await link.waitFor({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const files = readZip(await buffer(await download.createReadStream()));
  return { files, text: await textOf(files) };
};

/** Verifies the bundle with its own script, as its recipient does. */
export const verified = async ({ files }: TakenBundle): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'exhibits-'));
  try {
    for (const { name, content } of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    return (await promisify(execFile)(process.execPath, ['verify.mjs'], { cwd: folder })).stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

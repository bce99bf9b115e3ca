// The state of the site as its administrator sees it: what is not good and what to do, a job tried again or dropped after a question,
// and figures that stay on the page when the server is gone.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';
import { registry } from 'tests/toy/generated/registry.client.ts';

const withState = {
  ...registry,
  screens: [...registry.screens, { path: 'library.state', area: 'library', admin: true, view: 'siteState' as const }],
};

const figure = (name: string, value: Json, more: object = {}): Json => ({
  ...{ name, unit: 'count', value, of: null, state: 'good', ...more },
});

const AT = '2024-06-01T12:00:00Z';
const nobody = { at: AT, people: [], counted: { at: AT, processes: 1 } };

it(
  '[ADM-01] figures say what is not good, and a job that was given up is tried again or dropped',
  { timeout: 30_000 },
  async () => {
    let jobs: Json[] = ['7', '8'].map((job) => ({
      ...{ job, name: 'sendMail', attempts: 25, reason: `reason ${job}`, since: '2024-06-01T12:00:00Z' },
    }));
    let isUp = true;
    const done: string[] = [];
    const onJob = (action: string) => (body: Json | undefined) => {
      const { job } = body as { job: string };
      done.push(`${action} ${job}`);
      jobs = jobs.filter((each) => (each as { job: string }).job !== job);
      return {};
    };
    const user = { admin: true };
    const operations = {
      'act/siteState': () => {
        if (!isUp) throw problem('timeout');
        return {
          at: '2024-06-01T12:00:00Z',
          jobs,
          people: [{ $id: 'User-1', name: 'Ada', sockets: 2 }],
          counted: { at: new Date(2024, 5, 1, 12, 0, 5).toISOString(), processes: 3 },
          figures: [
            figure('process.version', '1.0', { unit: 'text' }),
            figure('jobs.givenUp', jobs.length, { state: jobs.length > 0 ? 'watch' : 'good' }),
            figure('mail.waiting', 0),
            figure('disk.free', 12_000_000_000, { unit: 'bytes', of: 40_000_000_000 }),
            figure('disk.checked', null, { unit: 'seconds' }),
          ],
        };
      },
      'act/mailLog': () => ({ entries: [], more: false }),
      'act/previewMail': () => ({ templates: ['test'] }),
      'act/retryJob': onJob('retry'),
      'act/dropJob': onJob('drop'),
    };
    await renderApp({ path: '/library.state', registry: withState, user, operations });
    expect(await screen.findByText('1 figure has a warning.')).toBeTruthy();
    // A version is no judgement; the summary leads to what is to be looked at.
    expect(screen.getByRole('row', { name: 'Version 1.0' })).toBeTruthy();
    Element.prototype.scrollIntoView ??= () => undefined;
    fireEvent.click(screen.getByRole('button', { name: /^Jobs: Failed – \d+$/ }));
    expect(document.activeElement?.textContent).toMatch(/^Failed/);
    const disk = within(screen.getByRole('table', { name: 'Disk' }));
    expect(disk.getByRole('row', { name: 'Free 12 GB of 40 GB Good' })).toBeTruthy();
    expect(disk.getByRole('row', { name: 'Time since the last check of all files not checked yet' })).toBeTruthy();
    expect(screen.getByText(/^Read the reasons below. Fix the cause/)).toBeTruthy();
    expect(screen.getByText('2 connections')).toBeTruthy();
    expect(screen.getByText('Counted at 12:00:05 on all 3 processes of this site.')).toBeTruthy();

    const [retry] = screen.getAllByRole('button', { name: 'Try again Send mail' });
    fireEvent.click(retry!);
    await waitFor(() => expect(screen.queryByText('reason 7')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Discard Send mail' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Discard this job?' }));
    expect(done).toEqual(['retry 7']);
    fireEvent.click(dialog.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('Everything is as it should be.')).toBeTruthy();
    expect(done).toEqual(['retry 7', 'drop 8']);

    isUp = false;
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText(/^These figures are from 01-Jun-2024/)).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Disk' })).toBeTruthy();
  },
);

it('[ADM-01] says why there are no figures, and reads them when asked again', async () => {
  let isUp = false;
  const operations = {
    'act/siteState': () => {
      if (!isUp) throw problem('timeout');
      return { ...nobody, jobs: [], figures: [figure('jobs.running', 3)] };
    },
  };
  await renderApp({ path: '/library.state', registry: withState, user: { admin: true }, operations });
  const again = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  fireEvent.click(again);
  expect(await screen.findByRole('row', { name: 'Running 3 Good' })).toBeTruthy();
});

it('[NTFY-02] shows what a kind of letter says, and sends one that was given up again', async () => {
  const asked: Json[] = [];
  let state = 'failed';
  const letter = {
    ...{
      entry: 7,
      template: 'invite',
      to: null,
      address: 'ada@toy.test',
      attempts: 14,
      reason: 'connect ECONNREFUSED',
    },
    ...{ added: '2024-06-01T12:00:00Z', settled: null },
  };
  const operations = {
    'act/siteState': () => ({ ...nobody, jobs: [], figures: [figure('mail.waiting', 0)] }),
    'act/mailLog': (body: Json | undefined) => {
      const wanted = (body as { state?: string }).state;
      return { entries: wanted === undefined || wanted === state ? [{ ...letter, state }] : [], more: false };
    },
    'act/retryMail': (body: Json | undefined) => {
      asked.push(body ?? null);
      state = 'waiting';
      return {};
    },
    'act/previewMail': (body: Json | undefined) => {
      const { template, language } = body as { template?: string; language?: string };
      const said = { subject: `Come (${String(language)})`, text: 'Ada invites you.', html: '<p>Ada</p>' };
      return { templates: ['invite', 'test'], ...(template === 'invite' && said) };
    },
  };
  await renderApp({ path: '/library.state', registry: withState, user: { admin: true }, operations });
  expect(await screen.findByText('connect ECONNREFUSED')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send again ada@toy.test' }));
  await waitFor(() => expect(screen.queryByText('connect ECONNREFUSED')).toBeNull());
  expect(asked).toEqual([{ entry: 7 }]);
  await screen.findByRole('option', { name: 'Invite' });
  fireEvent.change(screen.getByLabelText('What an email says'), { target: { value: 'invite' } });
  expect(await screen.findByText('Ada invites you.')).toBeTruthy();
  expect(screen.getByText('Come (en)')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Language'), { target: { value: 'fr' } });
  expect((await screen.findByText('Come (fr)')).closest('[lang]')?.getAttribute('lang')).toBe('fr');
});

// The actions and the marked fields on the page of a step, by the declaration of its kind.
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { Providers } from 'src/client/App.tsx';
import { ColumnContext } from 'src/client/navigation/ColumnContext.ts';
import { EditView } from 'src/client/item/EditView.tsx';
import { StateBar } from 'src/client/workflow/StateBar.tsx';
import { StepsCard } from 'src/client/workflow/StepsCard.tsx';
import { useClient } from 'src/client/useClient.ts';
import { observer } from 'mobx-react-lite';
import type { Item, Values } from 'src/model/item/Item.ts';
import { createProductClient } from 'stories/product/createProductClient.ts';
import { Frame } from 'stories/product/Frame.tsx';
import { sampleItems, sampleItemsOfType } from 'stories/product/sampleItems.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';

const RESPONSE = 'ConsultResponse-9001';
const LETTER = 'Letter-9001';
const [person] = sampleItemsOfType('User');
const [, party] = sampleItemsOfType('Organization');
const me = person?.$id ?? '';
const response = scriptedItem(RESPONSE, {
  ...{ projectName: 'Crossing', state: 'PENDING', depth: 'STANDARD', _wf: { steps: 2, done: 0 } },
  ...{ primaryOrg: party?.$id ?? '', consultation: 'Consultation-9001', internalContacts: [me] },
});
const request = scriptedItem('Consultation-9001', { projectName: 'Crossing at the weir', state: 'CONSULTING' });
const letter = (state: string): Item => scriptedItem(LETTER, { context: RESPONSE, subject: 'Our answer', state });
const step = (type: string, kind: string, more: Values = {}): Item =>
  scriptedItem(`${type}-9001`, {
    of: RESPONSE,
    kind,
    key: 'one',
    label: 'The step',
    group: 1,
    state: 'ACTIVE',
    ...more,
  });

const allowed = { ...{ read: true, update: true, delete: true, send: true, preview: true, approve: true } };
const stepRights = { ...allowed, complete: true, skip: true, reopen: true, start: true };

const Bar = observer(({ id }: { readonly id: string }) => {
  const { items, registry, drafts } = useClient();
  const found = items.get(id);
  const type = found.state === 'ready' ? registry.types[found.item._t] : undefined;
  if (found.state !== 'ready' || !type) return null;
  return <StateBar item={found.item} type={type} draft={drafts.of(id)} edit={() => {}} />;
});

const Form = observer(({ id }: { readonly id: string }) => {
  const { items, registry, drafts } = useClient();
  const found = items.get(id);
  const type = found.state === 'ready' ? registry.types[found.item._t] : undefined;
  if (found.state !== 'ready' || !type) return null;
  return <EditView draft={drafts.of(id)} type={type} done={() => {}} />;
});

const mainButtons = (): readonly (string | null)[] =>
  [...document.querySelectorAll('button.bp6-intent-primary:not(.bp6-outlined)')].map(({ textContent }) => textContent);

const show = (items: readonly Item[], id: string, page: typeof Bar, ahead: Values = {}): void => {
  const Page = page;
  render(
    <Frame
      name="Step"
      options={{
        ...{ items: [...sampleItems, response, request, ...items], allowed: stepRights },
        operations: { 'act/peopleAhead': () => ({ people: ahead }) },
      }}
    >
      <Page id={id} />
    </Frame>,
  );
};

it('[WF-02] offers only to send the letter while that completes the step', async () => {
  show([letter('APPROVED'), step('RwfLetterSend', 'RWF_LETTER_SEND', { letter: LETTER })], 'RwfLetterSend-9001', Bar);
  await screen.findByRole('button', { name: 'Send' });
  expect(mainButtons()).toEqual(['Send']);
  expect(screen.queryByRole('button', { name: 'Complete' })).toBeNull();
});

it('[WF-02] offers to complete the step of a letter that was sent', async () => {
  show([letter('SENT'), step('RwfLetterSend', 'RWF_LETTER_SEND', { letter: LETTER })], 'RwfLetterSend-9001', Bar);
  await screen.findByRole('button', { name: 'Complete' });
  expect(mainButtons()).toEqual(['Complete']);
});

const approval = (more: Values = {}): Item =>
  step('RwfLetterApprove', 'RWF_LETTER_APPROVE', { label: 'Council approval', letter: LETTER, ...more });
const LEADS = { next: { CONCERNS: ['send'], NO_CONCERNS: ['send'] } };

it('[WF-02] asks on the page of a letter how its approval ended, and completes the step with the letter', async () => {
  show([letter('PROPOSED'), approval(LEADS)], LETTER, Bar);
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve' });
  expect(dialog.textContent).toContain(
    '“Letter-9001” becomes: Approved. This also completes the step “Council approval”.',
  );
  await within(dialog).findByLabelText(/^Outcome/);
});

it('[WF-02] names on the page of an approved letter the step that is still open, and leads to its end', async () => {
  show([letter('APPROVED'), approval(LEADS)], LETTER, Bar);
  await screen.findByRole('link', { name: 'Still open: Council approval' });
  await screen.findByRole('button', { name: 'Send' });
  expect(mainButtons()).toEqual(['Complete: Council approval']);
  fireEvent.click(screen.getByRole('button', { name: 'Complete: Council approval' }));
  await within(await screen.findByRole('dialog', { name: 'Complete' })).findByLabelText(/^Outcome/);
});

it('[WF-02] [ERR-01] does not complete a step without its outcome while the outcomes cannot be read', async () => {
  const sent: string[] = [];
  const fetch = async (path: string): Promise<Response> => {
    if (path.startsWith('/lov/')) throw new TypeError('Failed to fetch');
    return Response.json({});
  };
  const client = createProductClient({
    ...{ items: [...sampleItems, response, request, letter('APPROVED'), approval(LEADS)], allowed: stepRights },
    environment: { fetch },
    operations: {
      'act/peopleAhead': () => ({ people: {} }),
      'act/setStepState': () => {
        sent.push('setStepState');
        return {};
      },
    },
  });
  onTestFinished(() => client.dispose());
  await waitFor(() => expect(client.session.state).toBe('USER_VALID'));
  render(
    <Providers client={client}>
      <ColumnContext value={0}>
        <Bar id="RwfLetterApprove-9001" />
      </ColumnContext>
    </Providers>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Complete' }));
  await waitFor(() => expect(client.alerts.alerts.map(({ type }) => type)).toEqual(['ERROR']), { timeout: 10_000 });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual([]);
}, 30_000);

it('[WF-02] asks nothing more on the page of a letter that no step waits for', async () => {
  show([letter('APPROVED'), approval({ state: 'COMPLETE' })], LETTER, Bar);
  await screen.findByRole('button', { name: 'Send' });
  expect(mainButtons()).toEqual(['Send']);
  expect(screen.queryByRole('link', { name: /^Still open/ })).toBeNull();
});

it('[WF-02] marks what completing the step needs before one tries', async () => {
  show([step('RwfSpatial', 'RWF_SPATIAL')], 'RwfSpatial-9001', Form);
  const findings = await screen.findByRole('textbox', { name: /^Findings/ });
  await waitFor(() => expect(findings.closest('.kf-field')?.textContent).toContain('required'));
});

it('[WF-02] names to whom a question goes and what it is about', async () => {
  show([step('RwfThread', 'RWF_THREAD', { state: 'PENDING' })], 'RwfThread-9001', Bar);
  await screen.findByText('Goes to');
  await screen.findByRole('link', { name: party?.$label });
  await screen.findByRole('link', { name: /Crossing at the weir/ });
});

const lineOf = async (label: string): Promise<HTMLElement> =>
  (await screen.findByRole('link', { name: label })).closest('li') ?? document.body;

const Card = observer(({ id }: { readonly id: string }) => {
  const { items } = useClient();
  const found = items.get(id);
  return found.state === 'ready' ? <StepsCard item={found.item} goTo={() => {}} /> : null;
});

it('[WF-02] names in the list of steps whom the server will ask, and says why a step was skipped by itself', async () => {
  const plan = { assign: { users: [me] } };
  show(
    [
      step('RwfFieldwork', 'RWF_FIELDWORK', {
        ...{ label: 'Site visit', state: 'SKIP', when: { path: 'depth', is: 'eq', value: 'DEEP' } },
      }),
      step('RwfLetterSend', 'RWF_LETTER_SEND', { label: 'Send the answer', key: 'send', state: 'BLANK' }),
      step('RwfLetterApprove', 'RWF_LETTER_APPROVE', { label: 'Approval', key: 'approve', state: 'BLANK', plan }),
    ],
    RESPONSE,
    Card,
    { 'RwfLetterSend-9001': [me] },
  );
  await waitFor(async () => expect((await lineOf('Site visit')).textContent).toContain('Skipped: Depth'));
  expect((await lineOf('Site visit')).textContent).toContain('is Standard.');
  await waitFor(async () => expect((await lineOf('Send the answer')).textContent).toContain(person?.$label));
  // The page does not work out by itself whom a plan names: the server knows whom it may name to this reader.
  await waitFor(async () => expect((await lineOf('Approval')).textContent).toContain('Not assigned yet'));
});

it('[WF-02] makes the record of a step before it offers to complete the step', async () => {
  show([step('RwfMeeting', 'RWF_MEETING')], 'RwfMeeting-9001', Bar);
  await screen.findByRole('button', { name: 'New meeting' });
  expect(mainButtons()).toEqual(['New meeting']);
});

it('[CONS-02] [WF-01] says of a response that its request was withdrawn, and does not offer to open it again', async () => {
  const id = 'ConsultResponse-9002';
  const ended = { projectName: 'Crossing', state: 'NO_RESPONSE', ended: 'WITHDRAWN', withdrawal: 'The market is gone' };
  const withdrawn = scriptedItem(id, ended);
  const silent = scriptedItem('ConsultResponse-9003', { projectName: 'Crossing', state: 'NO_RESPONSE' });
  show([withdrawn, silent], id, Bar);
  await screen.findByText('Request withdrawn');
  await screen.findByText('Why the request was withdrawn');
  await screen.findByText('The market is gone');
  expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
});

it('[WF-02] has one main button when a step and its letter are open, and leads to no other open step', async () => {
  const STEP = 'RwfLetterApprove-9001';
  const items = [
    letter('PROPOSED'),
    step('RwfLetterApprove', 'RWF_LETTER_APPROVE', { letter: LETTER, $assigned: [me] }),
  ];
  const rights = { ...stepRights, approve: true };
  const all = [...sampleItems, response, request, ...items];
  const path = `/i-${RESPONSE}/i-${STEP}/i-${LETTER}`;
  const view = render(
    <Frame name="Columns" options={{ items: all, allowed: rights, path }}>
      {[RESPONSE, STEP, LETTER].map((id, at) => (
        <ColumnContext key={id} value={at}>
          <Bar id={id} />
        </ColumnContext>
      ))}
    </Frame>,
  );
  await screen.findByRole('button', { name: 'Approve' });
  await waitFor(() => expect(mainButtons()).toEqual(['Approve']));
  expect(screen.queryByRole('button', { name: /^Next:/ })).toBeNull();
  view.unmount();
  render(
    <Frame name="Alone" options={{ items: all, allowed: rights, path: `/i-${RESPONSE}` }}>
      <Bar id={RESPONSE} />
    </Frame>,
  );
  await screen.findByRole('button', { name: 'Next: The step' });
  expect(mainButtons()).toEqual(['Next: The step']);
});

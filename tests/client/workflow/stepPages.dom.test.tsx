// What the page of a step offers, and which of its fields it marks, by the declaration of its kind.
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EditView } from 'src/client/cells/EditView.tsx';
import { StateBar } from 'src/client/workflow/StateBar.tsx';
import { useClient } from 'src/client/useClient.ts';
import { observer } from 'mobx-react-lite';
import type { Item, Values } from 'src/model/item/Item.ts';
import { Frame } from 'stories/product/Frame.tsx';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';

const RESPONSE = 'ConsultResponse-9001';
const LETTER = 'Letter-9001';
const response = scriptedItem(RESPONSE, { projectName: 'Crossing', state: 'PENDING', _wf: { steps: 2, done: 0 } });
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

const allowed = { ...{ read: true, update: true, delete: true, send: true, preview: true } };
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

const show = (items: readonly Item[], id: string, page: typeof Bar): void => {
  const Page = page;
  render(
    <Frame name="Step" options={{ items: [response, ...items], allowed: stepRights }}>
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

it('[WF-02] marks what completing the step needs before one tries', async () => {
  show([step('RwfSpatial', 'RWF_SPATIAL')], 'RwfSpatial-9001', Form);
  const findings = await screen.findByRole('textbox', { name: /^Findings/ });
  await waitFor(() => expect(findings.closest('.kf-field')?.textContent).toContain('required'));
});

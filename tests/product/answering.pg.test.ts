// A response that its workflow answers: the outcome is set once, in a step, and the step that completes the workflow changes the state of
// the response.

import { expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import type { Answer } from 'tests/product/productWorld.ts';
import { PROPONENT, STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';

const letters = useLetterWorld();
const { add, act, read, move, newResponse, change, ready, send, find } = letters;

interface Planned extends Body {
  readonly kind: string;
}

/** A response without an outcome. */
const answerable = async (consultation = letters.consultation): Promise<ItemId> => {
  const about = await newResponse(consultation);
  await letters.world.change(about, { outcome: null, rationale: null });
  return about;
};

/** Creates a response of its own request, with steps in their order. */
const begun = async (...kinds: readonly Planned[]): Promise<{ readonly about: ItemId; readonly asked: ItemId }> => {
  const asked = await add('Consultation', {
    ...{ projectName: 'Dam', primaryOrg: letters.proponent, communities: [letters.world.own], state: 'CONSULTING' },
  });
  const about = await answerable(asked);
  const steps = kinds.map((step, at) => ({ key: `s${at}`, label: `Step ${at}`, group: at + 1, ...step }));
  okOf(await act('administrator', 'initManual', about, { steps: steps as never }));
  return { about, asked };
};

const stepOf = async (about: ItemId, type: string): Promise<ItemId> =>
  (await find(STAFF, { _t: [type], of: [about] }))[0] ?? '';
const complete = async (about: ItemId, type: string, more: Body = {}): Promise<Answer> =>
  act(STAFF, 'setStepState', about, { step: await stepOf(about, type), state: 'COMPLETE', ...more });

it('[WF-02] [CONS-02] the last step answers the response with the outcome that was given once, and stops its clock', async () => {
  const { about, asked } = await begun({ kind: 'RWF_SIMPLE' }, { kind: 'RWF_OUTCOME' });
  okOf(await complete(about, 'RwfSimple'));
  expect(await read(about)).toMatchObject({ state: 'PENDING' });
  const step = await stepOf(about, 'RwfOutcome');
  await change(step, { rationale: 'The culvert is too narrow.' });
  // Fails with the name of the step.
  expect(JSON.stringify(await complete(about, 'RwfOutcome'))).toContain('"path":"/outcome"');
  okOf(await complete(about, 'RwfOutcome', { outcome: 'OBJECTION' }));
  expect(await read(about)).toMatchObject({
    ...{ state: 'RESPONDED', outcome: 'OBJECTION', rationale: 'The culvert is too narrow.' },
    ...{ responded: expect.any(String) as string, answeredWith: step },
  });
  const told = okOf(await letters.world.ask(PROPONENT, `read/${asked}`));
  expect(told).toMatchObject({ state: 'RESPONDED', progress: [{ state: 'RESPONDED' }] });
});

it('[WF-02] the last step of a workflow without a step for the outcome asks for it', async () => {
  const { about } = await begun({ kind: 'RWF_SIMPLE' });
  expect(JSON.stringify(await complete(about, 'RwfSimple'))).toContain('"path":"/outcome"');
  expect(await read(about)).toMatchObject({ state: 'PENDING' });
  okOf(await complete(about, 'RwfSimple', { outcome: 'SUPPORT' }));
  expect(await read(about)).toMatchObject({ state: 'RESPONDED', outcome: 'SUPPORT' });
});

it('[WF-02] [CONS-02] sending the final letter answers the response, and the step behind it keeps the outcome', async () => {
  const { about } = await begun(
    { kind: 'RWF_LETTER_APPROVE', next: { CONCERNS: ['s1'] } },
    { kind: 'RWF_LETTER_SEND' },
    { kind: 'RWF_SNAPSHOT' },
    { kind: 'RWF_OUTCOME' },
  );
  const letter = await ready(about);
  okOf(await move(STAFF, letter, 'approve'));
  okOf(await complete(about, 'RwfLetterApprove', { outcome: 'CONCERNS' }));
  expect(await read(about)).toMatchObject({ state: 'PENDING', outcome: 'CONCERNS' });
  await send(letter);
  expect(await read(about)).toMatchObject({ state: 'RESPONDED', outcome: 'CONCERNS', answeredWith: letter });
  await change(await stepOf(about, 'RwfOutcome'), { rationale: 'Said in the letter.' });
  okOf(await complete(about, 'RwfOutcome'));
  expect(await read(await stepOf(about, 'RwfOutcome'))).toMatchObject({ outcome: 'CONCERNS' });
  expect(await read(about)).toMatchObject({ state: 'RESPONDED', answeredWith: letter });
});

it('[WF-02] a letter before the final one answers nothing, and a template says which step does', async () => {
  const { about } = await begun(
    { kind: 'RWF_LETTER_SEND' },
    { kind: 'RWF_SIMPLE', answers: true },
    { kind: 'RWF_OUTCOME' },
  );
  const letter = await ready(about);
  okOf(await move(STAFF, letter, 'approve'));
  await send(letter);
  expect(await read(await stepOf(about, 'RwfLetterSend'))).toMatchObject({ state: 'COMPLETE' });
  expect(await read(about)).toMatchObject({ state: 'PENDING' });
  okOf(await complete(about, 'RwfSimple', { outcome: 'CONDITIONS' }));
  expect(await read(about)).toMatchObject({ state: 'RESPONDED', answeredWith: await stepOf(about, 'RwfSimple') });
});

it('[WF-02] [CONS-02] an answer by hand takes its outcome with it, and names what it lacks', async () => {
  const about = await answerable();
  const lacking = await move(STAFF, about, 'respond');
  expect(JSON.stringify(lacking)).toContain('"path":"/outcome"');
  const other = await move(STAFF, about, 'respond', {
    props: { outcome: 'SUPPORT', responded: '2020-01-01T00:00:00Z' },
  });
  expect(JSON.stringify(other)).toContain('"path":"/responded"');
  expect(JSON.stringify(await move(STAFF, about, 'respond', { props: { outcome: 'NO_SUCH' } }))).toContain('/outcome');
  expect(await read(about)).toMatchObject({ state: 'PENDING' });
  okOf(await move(STAFF, about, 'respond', { props: { outcome: 'SUPPORT' } }));
  expect(await read(about)).toMatchObject({ state: 'RESPONDED', outcome: 'SUPPORT' });
});

it('[WF-02] of two people who complete the last step at once, one answers the response and the other learns of it', async () => {
  const { about } = await begun({ kind: 'RWF_SIMPLE' });
  const step = await stepOf(about, 'RwfSimple');
  const both = await Promise.all(
    [STAFF, 'administrator'].map((actor) =>
      act(actor, 'setStepState', about, { step, state: 'COMPLETE', outcome: 'SUPPORT' }),
    ),
  );
  expect(both.filter((answer) => 'ok' in answer)).toHaveLength(1);
  expect(JSON.stringify(both)).toContain('errors.state.moved');
  const events = await find(STAFF, { _t: ['Event'], context: [about], kind: ['responseGiven'] });
  expect(events).toHaveLength(1);
});

it('[WF-02] the author of an answer cannot approve it where the template asks for another person', async () => {
  const { about } = await begun(
    { kind: 'RWF_LETTER_PROPOSE' },
    { kind: 'RWF_LETTER_APPROVE', others: ['s0'] },
    { kind: 'RWF_LETTER_SEND' },
  );
  const letter = await ready(about);
  okOf(await complete(about, 'RwfLetterPropose'));
  const seen = { seen: { [letter]: (await read(letter))['_u'] ?? 0 } };
  expect(JSON.stringify(await complete(about, 'RwfLetterApprove', seen))).toContain('errors.workflow.samePerson');
  expect(JSON.stringify(await move(STAFF, letter, 'approve'))).toContain('errors.workflow.samePerson');
  expect(await read(letter)).toMatchObject({ state: 'PROPOSED' });
  okOf(await move('administrator', letter, 'approve'));
  expect(await read(await stepOf(about, 'RwfLetterApprove'))).toMatchObject({ state: 'COMPLETE' });
  // After an approval is withdrawn, another person must approve again, also for a letter that no step names.
  okOf(await move(STAFF, letter, 'reviseLetter', { reason: 'A word is missing' }));
  await change(letter, { body: 'Other words' });
  for (const each of [letter, await ready(about)]) {
    expect(JSON.stringify(await move(STAFF, each, 'approve'))).toContain('errors.workflow.samePerson');
    expect(await read(each)).toMatchObject({ state: 'PROPOSED' });
  }
});

it('[WF-02] the author of an answer cannot approve it before the turn of the approval, nor leave the approval out', async () => {
  const { about } = await begun(
    { kind: 'RWF_LETTER_PROPOSE' },
    { kind: 'RWF_LETTER_APPROVE', others: ['s0'] },
    { kind: 'RWF_LETTER_SEND', others: ['s0'] },
  );
  const letter = await ready(about);
  const early = await move(STAFF, letter, 'approve');
  expect(JSON.stringify(early)).toContain('errors.workflow.samePerson');
  okOf(await complete(about, 'RwfLetterPropose'));
  const approval = await stepOf(about, 'RwfLetterApprove');
  const skip = { step: approval, state: 'SKIP', reason: 'Not needed' };
  expect(JSON.stringify(await act(STAFF, 'setStepState', about, skip))).toContain('errors.workflow.samePerson');
  expect(await read(approval)).toMatchObject({ state: 'ACTIVE' });
  // Another person decides that it is not needed.
  okOf(await act('administrator', 'setStepState', about, skip));
  okOf(await move(STAFF, letter, 'approve'));
  // The sending demands another person, too.
  okOf(await act(STAFF, 'sendLetter/async', letter, { by: 'THREAD' }));
  await letters.world.runJobs();
  expect(await read(letter)).toMatchObject({ state: 'APPROVED' });
  okOf(await act('administrator', 'sendLetter/async', letter, { by: 'THREAD' }));
  await letters.world.runJobs();
  expect(await read(letter)).toMatchObject({ state: 'SENT' });
});

it('[WF-02] who leaves the approval out before there is a letter does not approve the own letter afterwards', async () => {
  const { about } = await begun({ kind: 'RWF_LETTER_PROPOSE' }, { kind: 'RWF_LETTER_APPROVE', others: ['s0'] });
  const step = await stepOf(about, 'RwfLetterApprove');
  okOf(await act(STAFF, 'setStepState', about, { step, state: 'SKIP', reason: 'Not needed' }));
  const letter = await ready(about);
  expect(JSON.stringify(await move(STAFF, letter, 'approve'))).toContain('errors.workflow.samePerson');
  okOf(await move('administrator', letter, 'approve'));
});

it('[WF-02] a person who changed the text of an answer cannot approve it either, and an approval is no change', async () => {
  const { about } = await begun(
    { kind: 'RWF_LETTER_PROPOSE' },
    { kind: 'RWF_LETTER_APPROVE', others: ['s0'] },
    { kind: 'RWF_LETTER_SEND' },
  );
  const [template = ''] = await find(STAFF, { _t: ['LetterTemplate'] });
  const drafted = okOf(await act('administrator', 'draftLetter', about, { template }));
  const letter = String(drafted['$id']);
  const { _u = 0 } = await read(letter);
  const texts = { body: 'We ask for a bridge.', signature: 'A. Sample' };
  okOf(await letters.world.ask('administrator', 'update', { $id: letter, _u, ...texts }));
  okOf(
    await act('administrator', 'setStepState', about, {
      step: await stepOf(about, 'RwfLetterPropose'),
      state: 'COMPLETE',
    }),
  );
  // Staff did not write it, so that staff may approve it, also a second time.
  okOf(await move(STAFF, letter, 'approve'));
  okOf(await move(STAFF, letter, 'reviseLetter', { reason: 'A word is missing' }));
  okOf(await move(STAFF, letter, 'approve'));
  okOf(await move(STAFF, letter, 'reviseLetter', { reason: 'A word is missing' }));
  await change(letter, { body: 'Words of another person' });
  expect(JSON.stringify(await move(STAFF, letter, 'approve'))).toContain('errors.workflow.samePerson');
  expect(await read(letter)).toMatchObject({ state: 'PROPOSED' });
});

it('[WF-02] steps that demand a second person are replaced only by steps that demand one, or by an administrator', async () => {
  const demanding = [
    { key: 's0', kind: 'RWF_LETTER_PROPOSE', label: 'Write', group: 1 },
    { key: 's1', kind: 'RWF_LETTER_APPROVE', label: 'Approve', group: 2, others: ['s0'] },
  ];
  const { about } = await begun({ kind: 'RWF_SIMPLE' });
  okOf(await act(STAFF, 'initManual', about, { steps: demanding as never }));
  const renamed = demanding.map((step) => ({ ...step, label: `${step.label} again` }));
  okOf(await act(STAFF, 'initManual', about, { steps: renamed as never }));
  const weaker = [
    [{ key: 's0', kind: 'RWF_SIMPLE', label: 'Anything', group: 1 }],
    [...demanding, { key: 's2', kind: 'RWF_LETTER_APPROVE', label: 'Approve too', group: 3 }],
    demanding.map(({ others: _, ...step }) => step),
    [
      { key: 's0', kind: 'RWF_SIMPLE', label: 'Anything', group: 1 },
      { key: 's1', kind: 'RWF_LETTER_APPROVE', label: 'Approve', group: 2, others: ['s0'] },
    ],
  ];
  for (const steps of weaker)
    expect(JSON.stringify(await act(STAFF, 'initManual', about, { steps: steps as never }))).toContain(
      'errors.workflow.otherPersonLost',
    );
  const template = await add('Workflow', {
    ...{ label: 'Without a second person', owner: letters.world.own, of: 'ConsultResponse', state: 'ACTIVE' },
    steps: weaker[0] as never,
  });
  expect(JSON.stringify(await act(STAFF, 'setWorkflow', about, { workflow: template }))).toContain(
    'errors.workflow.otherPersonLost',
  );
  expect(await find(STAFF, { _t: ['RwfLetterApprove'], of: [about] })).toHaveLength(1);
  okOf(await act('administrator', 'setWorkflow', about, { workflow: template }));
});

it('[CONS-02] [PERM-01] the question before a response is marked as answered names open steps, and only people of the community ask it', async () => {
  const { about } = await begun({ kind: 'RWF_SIMPLE' }, { kind: 'RWF_OUTCOME' });
  const linesOf = async (): Promise<unknown> => okOf(await act(STAFF, 'previewAnswer', about))['lines'];
  expect(await linesOf()).toEqual([
    { message: 'consult.answer.seen' },
    { message: 'consult.answer.noLetter', warning: true },
    { message: 'consult.answer.openSteps', params: { count: 2 }, warning: true },
  ]);
  okOf(await complete(about, 'RwfSimple'));
  expect(await linesOf()).toContainEqual({ message: 'consult.answer.openSteps', params: { count: 1 }, warning: true });
  expect(await act(PROPONENT, 'previewAnswer', about)).toHaveProperty('refused');
});

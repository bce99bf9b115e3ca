// The order of questions and answers about rights, which no server decides by itself.
import { autorun } from 'mobx';
import { expect, it } from 'vitest';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import { AllowedActions } from 'src/client/stores/AllowedActions.ts';

it('[PERM-01] offers what is allowed when the item changed while its rights were asked for the first time', async () => {
  const answers: ((allowed: boolean) => void)[] = [];
  const send = () =>
    new Promise((resolve) => {
      answers.push((begin) => resolve({ allowed: { begin } }));
    });
  const actions = new AllowedActions({ send } as unknown as ServerConnection, () => false);
  const shown: boolean[] = [];
  const stop = autorun(() => shown.push(actions.may('Book-1', 'begin')));
  actions.forget('Book-1');
  expect(answers).toHaveLength(2);
  answers[0]?.(false);
  answers[1]?.(true);
  await expect.poll(() => shown.at(-1)).toBe(true);
  stop();
});

it('[PERM-01] [ITEM-07] asks again after a lost connection for rights that no answer came for', async () => {
  let isConnected = false;
  const send = (): Promise<unknown> =>
    isConnected ? Promise.resolve({ allowed: { update: true } }) : Promise.reject(new Error('offline'));
  const actions = new AllowedActions({ send } as unknown as ServerConnection, () => false);
  const shown: boolean[] = [];
  const stop = autorun(() => shown.push(actions.may('Book-1', 'update')));
  await expect.poll(() => actions.isKnown('Book-1')).toBe(true);
  isConnected = true;
  actions.renew();
  await expect.poll(() => shown.at(-1)).toBe(true);
  stop();
});

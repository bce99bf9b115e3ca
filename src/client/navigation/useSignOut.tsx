// Signing out on request: a person with unsaved work first chooses whether it stays on this device, encrypted, or is
// removed. Called by the user menu and the /sign-out page. Resolves to false when the person stays.

import { observer } from 'mobx-react-lite';
import { type ReactElement, useCallback, useState } from 'react';
import { itemName } from 'src/client/navigation/itemName.ts';
import { leaveDeviceData, unsentDeviceData } from 'src/client/stores/deviceData.ts';
import type { UnsavedDraft } from 'src/client/stores/DraftStore.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

// "Forget this device" of the user menu and the sign-in page: asks, then removes all that the site keeps here.
export const useForgetDevice = (): (() => Promise<void>) => {
  const { dialogs, alerts, forgetDevice } = useClient();
  return async () => {
    const sure = await dialogs.confirm({
      title: 'device.forget.title',
      message: 'device.forget.message',
      apply: 'device.forget.apply',
      danger: true,
    });
    if (sure) await forgetDevice().catch((thrown: unknown) => alerts.error(thrown));
  };
};

/** More are counted, not named. */
const MAX_NAMED_DRAFTS = 8;

type Choice = 'leave' | 'take';

interface UnsavedWorkProps {
  readonly unsaved: readonly UnsavedDraft[];
  /** Number of things of areas that only this device has. */
  readonly unsent: number;
  readonly onChoose: (choice: Choice) => void;
}

const UnsavedWork = observer(({ unsaved, unsent, onChoose }: UnsavedWorkProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const [chosen, setChosen] = useState<Choice>('leave');
  const choose = (choice: Choice): void => {
    setChosen(choice);
    onChoose(choice);
  };
  return (
    <fieldset className="kk-stack">
      <legend>{messages.format('signOut.intro')}</legend>
      <ul>
        {unsaved.slice(0, MAX_NAMED_DRAFTS).map(({ key, type, id }) => (
          <li key={key}>
            {id === undefined
              ? messages.format('signOut.newItem', { type: messages.typeInSentence(type) })
              : itemName(items, messages.format, id)}
          </li>
        ))}
        {unsent > 0 && <li>{messages.format('signOut.unsent', { count: unsent })}</li>}
        {unsaved.length > MAX_NAMED_DRAFTS && (
          <li>{messages.format('signOut.more', { count: unsaved.length - MAX_NAMED_DRAFTS })}</li>
        )}
      </ul>
      {(['leave', 'take'] as const).map((choice) => (
        <label key={choice} className="kk-check">
          <input type="radio" name="unsaved" checked={chosen === choice} onChange={() => choose(choice)} />
          <span>
            {messages.format(`signOut.${choice}`)}{' '}
            <span className="kk-soft">{messages.format(`signOut.${choice}Hint`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
});

export const useSignOut = (): (() => Promise<boolean>) => {
  const { drafts, uploads, dialogs, session, alerts, domain } = useClient();
  return useCallback(async () => {
    try {
      const [unsaved, unsent] = await Promise.all([drafts.unsaved(), unsentDeviceData(domain)]);
      const chosen: { choice: Choice } = { choice: 'leave' };
      const component = (): ReactElement => (
        <UnsavedWork
          {...{ unsaved, unsent }}
          onChoose={(next) => {
            chosen.choice = next;
          }}
        />
      );
      const head =
        unsaved.length > 0
          ? { title: 'signOut.title', values: { count: unsaved.length } }
          : { title: 'signOut.unsentTitle', values: { count: unsent } };
      const options = { ...head, component, apply: 'user.signOut' };
      if (unsaved.length + unsent > 0 && !(await dialogs.confirm(options))) return false;
      const isTaken = chosen.choice === 'take';
      if (isTaken) await Promise.all([drafts.takeAway(), uploads.takeAway()]);
      await leaveDeviceData(domain, isTaken ? 'remove' : 'close');
      await session.signOut();
    } catch (thrown) {
      alerts.error(thrown);
    }
    return true;
  }, [drafts, uploads, dialogs, session, alerts, domain]);
};

// Signing out on request: a person with unsaved work first chooses whether it stays on this device, encrypted, or is
// removed. Called by the user menu and the /sign-out page. Resolves to false when the person stays.

import { type ComponentProps, type ReactElement, useCallback } from 'react';
import type { LeaveChoice } from 'src/client/navigation/UnsavedWork.tsx';
import { leaveDeviceData, unsentDeviceData } from 'src/client/stores/deviceData.ts';
import { idlePart } from 'src/client/ui/idleParts.ts';
import { Later } from 'src/client/ui/Later.tsx';
import { useClient } from 'src/client/useClient.ts';

// Loaded ahead, so that a person without a connection can answer the question.
const UnsavedWork = idlePart(async () => (await import('src/client/navigation/UnsavedWork.tsx')).UnsavedWork);

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

export const useSignOut = (): (() => Promise<boolean>) => {
  const { drafts, uploads, dialogs, session, alerts, domain } = useClient();
  return useCallback(async () => {
    try {
      const [unsaved, unsent] = await Promise.all([drafts.unsaved(), unsentDeviceData(domain)]);
      const chosen: { choice: LeaveChoice } = { choice: 'leave' };
      const component = ({ close }: Pick<ComponentProps<typeof UnsavedWork>, 'close'>): ReactElement => (
        <Later>
          <UnsavedWork
            {...{ unsaved, unsent, close }}
            onChoose={(next) => {
              chosen.choice = next;
            }}
          />
        </Later>
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

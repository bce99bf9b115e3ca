// "Forget this device" of the user menu and the sign-in page: asks, then removes all that the site keeps here.

import { useClient } from 'src/client/useClient.ts';

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

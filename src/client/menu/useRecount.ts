// Counts screens again with every change of what they list, wherever it is made, and with what the person has read on any device.

import { useEffect } from 'react';
import type { SessionUser } from 'src/model/generated/wire.ts';
import { useShell } from 'src/client/menu/ShellStore.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Screen } from 'src/model/schema/Registry.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

/** A stream of changes is counted at most so often. */
const MENU_RECOUNT_MS = 500;

/** `screens` must be the same array as long as they are the same screens. */
export const useRecount = (user: SessionUser | undefined, screens: readonly Screen[]): void => {
  const { search, items, connection } = useClient();
  const shell = useShell();
  useEffect(() => {
    if (!user || screens.length === 0) return undefined;
    const types = new Set(screens.flatMap((screen) => screen.search?.types ?? []));
    const isListed = (id: string): boolean => types.has(typeOfId(id));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const countSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void shell.countNow(user, search, screens);
      }, MENU_RECOUNT_MS);
    };
    const stops = [
      ...[...types].map((type) => items.watch(`${type}-0`)),
      connection.onPush('item/update', ({ $id }) => isListed($id) && countSoon()),
      connection.onPush('readMark', ({ context }) => isListed(context) && countSoon()),
      items.onOwnChange((id) => isListed(id) && countSoon()),
      () => clearTimeout(timer),
    ];
    return () => stops.forEach((stop) => stop());
  }, [shell, user, screens, search, items, connection]);
};

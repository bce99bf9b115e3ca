// The button for the next action of a column. It is filled only in the last column with one, because several filled buttons on a page would
// hide which comes next.

import { observer } from 'mobx-react-lite';
import { useLayoutEffect } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { Button, type ButtonProps } from 'src/client/ui/Button.tsx';
import { useClient } from 'src/client/useClient.ts';

interface MainButtonProps extends Omit<ButtonProps, 'variant' | 'intent'> {
  /** It saves a form: what moves the item on in the same column comes first, because it saves too. */
  readonly saves?: boolean;
}

export const MainButton = observer(({ saves = false, ...button }: MainButtonProps) => {
  const { mainButtons } = useClient().navigation;
  const place = useColumn() * 2 + (saves ? 0 : 1);
  const isOff = button.disabled === true;
  useLayoutEffect(() => (isOff ? undefined : mainButtons.add(place)), [mainButtons, place, isOff]);
  return (
    <Button
      {...button}
      {...(mainButtons.isMain(place) ? { variant: 'solid', intent: 'primary' } : { variant: 'outlined' })}
    />
  );
});

// The moves that a person may make with an item or a step, as buttons. The first one that leads to a next state is prominent, unless
// another part of the page is.

import { MainButton } from 'src/client/navigation/MainButton.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import type { Move } from 'src/client/workflow/useMoves.tsx';

interface ButtonsProps {
  readonly moves: readonly Move[];
  /** Another button is the main one. */
  readonly back?: boolean;
}

export const TransitionButtons = ({ moves, back = false }: ButtonsProps) =>
  moves.map(({ key, text, intent, run }) => {
    const isMain = !back && intent === 'primary' && moves.find((move) => move.intent === 'primary')?.key === key;
    if (isMain)
      return (
        <MainButton key={key} size="small" onClick={run}>
          {text}
        </MainButton>
      );
    return (
      <Button key={key} size="small" onClick={run} {...(intent && { intent })}>
        {text}
      </Button>
    );
  });

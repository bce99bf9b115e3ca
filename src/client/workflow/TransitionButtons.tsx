// The moves that a person may make with an item or a step, as buttons: of several that lead on, the first stands out.

import { Button } from 'src/client/ui/Button.tsx';
import type { Move } from 'src/client/workflow/useMoves.tsx';

export const TransitionButtons = ({ moves }: { readonly moves: readonly Move[] }) =>
  moves.map(({ key, text, intent, run }) => {
    const isMain = intent === 'primary' && moves.find((move) => move.intent === 'primary')?.key === key;
    return (
      <Button key={key} size="small" onClick={run} {...(intent && { intent })} variant={isMain ? 'solid' : 'outlined'}>
        {text}
      </Button>
    );
  });

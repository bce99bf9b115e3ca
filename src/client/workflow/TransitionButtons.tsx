// The moves that a person may make with an item or a step, as buttons.

import { Button } from 'src/client/ui/Button.tsx';
import type { Move } from 'src/client/workflow/useMoves.tsx';

export const TransitionButtons = ({ moves }: { readonly moves: readonly Move[] }) =>
  moves.map(({ key, text, intent, run }) => (
    <Button
      key={key}
      size="small"
      onClick={run}
      {...(intent && { intent })}
      variant={intent === 'primary' ? 'solid' : 'outlined'}
    >
      {text}
    </Button>
  ));

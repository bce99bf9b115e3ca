// One option of a search that suggests during typing: icon, name, type. The input keeps the focus and the keys.

import type { ReactNode } from 'react';
import { Icon } from 'src/client/ui/Icon.tsx';

interface SuggestedOptionProps {
  readonly id: string;
  readonly icon: string;
  readonly selected: boolean;
  readonly kind?: string | undefined;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

export const SuggestedOption = ({ id, icon, selected, kind, onChoose, children }: SuggestedOptionProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's, which keeps the focus
  <div
    role="option"
    id={id}
    aria-selected={selected}
    className="kk-suggestion"
    tabIndex={-1}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
  >
    <Icon name={icon} />
    <span className="kk-fill kk-ellipsis">{children}</span>
    {kind !== undefined && <span className="kk-soft">{kind}</span>}
  </div>
);

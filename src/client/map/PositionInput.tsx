// Input of one position in any notation, applied when the field is left or Enter is pressed. Invalid text stays and is reported.

import { InputGroup } from '@blueprintjs/core';
import { useId, useState } from 'react';
import type { Vertex } from 'src/client/fields/text/shapes.ts';
import { readPosition, writePosition, type Notation } from 'src/client/map/typedPosition.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface PositionInputProps {
  readonly label: string;
  /** Empty text for a missing position. */
  readonly vertex: Vertex;
  readonly notation: Notation;
  readonly disabled: boolean;
  readonly take: (vertex: Vertex) => void;
  readonly leave?: () => void;
  readonly placeholder?: string;
}

export const PositionInput = ({ label, vertex, notation, disabled, take, leave, placeholder }: PositionInputProps) => {
  const messages = useMessages();
  const problem = useId();
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (typeof vertex === 'string' ? vertex : writePosition(vertex, notation));
  const wrong = typed === undefined && typeof vertex === 'string' && vertex !== '';
  const end = (): void => {
    if (typed !== undefined) {
      take(readPosition(typed) ?? typed.trim());
      setTyped(undefined);
    }
    leave?.();
  };
  return (
    <span className="kk-position">
      <InputGroup
        small
        fill
        value={shown}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? problem : undefined}
        intent={wrong ? 'danger' : 'none'}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter applies the text and does not submit the form.
          event.preventDefault();
          end();
        }}
        onBlur={end}
      />
      {wrong && (
        <span id={problem} className="kk-position-wrong">
          {messages.format('map.notPosition')}
        </span>
      )}
    </span>
  );
};

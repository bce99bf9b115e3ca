// The pointer and the lines of agents over the page of the helped person.

import { observer } from 'mobx-react-lite';
import type { AnnotationTrail } from 'src/domain/assist/client/AnnotationTrail.client.ts';
import type { RemoteControl } from 'src/domain/assist/client/RemoteControl.client.ts';

interface AgentLinesProps {
  readonly trail: AnnotationTrail;
  readonly control: RemoteControl;
}

export const AgentLines = observer(({ trail, control }: AgentLinesProps) => {
  const { pointer } = control;
  if (trail.lines.length === 0 && !pointer) return null;
  return (
    <div className="kk-assist-lines" data-assist aria-hidden>
      <svg width="100%" height="100%">
        {trail.lines.map(({ key, points }) => (
          <polyline key={key} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        ))}
      </svg>
      {pointer && (
        <span className="kk-assist-pointer" style={{ transform: `translate(${pointer.x}px, ${pointer.y}px)` }}>
          {pointer.name}
        </span>
      )}
    </div>
  );
});

// The frame of recent messages and events of an item: a heading, actions, and the newest entries or a sentence that there are none.

import { useId, type ReactNode } from 'react';
import 'src/domain/consult/recentPart.css';

interface FrameProps {
  readonly title: string;
  /** Buttons and links next to the heading. */
  readonly actions: ReactNode;
  /** Shown when there are no entries. */
  readonly none: ReactNode;
  /** One `li` for each entry. */
  readonly children: readonly ReactNode[];
}

export const RecentFrame = ({ title, actions, none, children }: FrameProps) => {
  const id = useId();
  return (
    <section className="kk-group kk-recent" aria-labelledby={id}>
      <header className="kk-row">
        <h4 id={id} className="kk-fill">
          {title}
        </h4>
        {actions}
      </header>
      {children.length === 0 ? <div className="kk-soft">{none}</div> : <ul className="kk-plain-list">{children}</ul>}
    </section>
  );
};

// A table that scrolls sideways where it is wider than its place, also by keys.

import type { ReactNode } from 'react';

interface ScrollTableProps {
  readonly className: string;
  readonly label: string;
  readonly headings: readonly string[];
  /** Its bodies, and its foot. */
  readonly children: ReactNode;
}

export const ScrollTable = ({ className, label, headings, children }: ScrollTableProps) => (
  <div
    className={className}
    role="group"
    aria-label={label}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys
    tabIndex={0}
  >
    <table>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  </div>
);

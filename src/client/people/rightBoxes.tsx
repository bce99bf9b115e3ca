// Tables of boxes for rights, with one column per right. In a narrow column each row becomes a block with the name of the right next to
// each box. Arrow keys move between boxes.

import { Checkbox } from '@blueprintjs/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { type Messages, useMessages } from 'src/client/ui/declaredMessages.ts';
import { readingKey } from 'src/client/ui/direction.ts';
import { readableName } from 'src/model/text/readableName.ts';

export const nameOfRight = (messages: Messages, name: string): string =>
  messages.find(`capabilities.${name}`) ?? readableName(name);

/** Boxes of the table, in rows. */
const boxesOf = (table: Element): HTMLInputElement[][] =>
  [...table.querySelectorAll('tbody tr')]
    .map((row) => [...row.querySelectorAll<HTMLInputElement>('input')])
    .filter((boxes) => boxes.length > 0);

const BOX_STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const moveBoxFocus = (event: KeyboardEvent<HTMLTableElement>): void => {
  const step = BOX_STEPS[readingKey(event)];
  const rows = boxesOf(event.currentTarget);
  const row = rows.findIndex((each) => each.includes(event.target as HTMLInputElement));
  if (!step || row < 0) return;
  const column = rows[row]?.indexOf(event.target as HTMLInputElement) ?? 0;
  const next = rows[row + step[0]]?.[column + step[1]];
  if (!next) return;
  event.preventDefault();
  next.focus();
};

interface RightBoxProps {
  readonly name: string;
  readonly held: boolean;
  readonly disabled: boolean;
  /** Explains why the box is disabled. */
  readonly hint?: string | undefined;
  /** Returns the accessible name of the box. */
  readonly label: (right: string) => string;
  readonly toggle: () => void;
}

export const RightBox = ({ name, held, disabled, hint, label, toggle }: RightBoxProps) => {
  const right = nameOfRight(useMessages(), name);
  return (
    <td className="kk-rights-box" title={hint}>
      <Checkbox
        checked={held}
        aria-label={label(right)}
        disabled={disabled}
        onChange={toggle}
        labelElement={<span className="kk-rights-name">{right}</span>}
      />
    </td>
  );
};

interface RightsFrameProps {
  readonly caption: string;
  readonly rights: readonly string[];
  /** Titles of the columns before those of the rights. */
  readonly before: readonly string[];
  /** Title of a last column, for screen readers. */
  readonly after?: string;
  readonly children: ReactNode;
}

export const RightsFrame = ({ caption, rights, before, after, children }: RightsFrameProps) => {
  const messages = useMessages();
  return (
    <div className="kk-rights">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move among the boxes inside */}
      <table onKeyDown={moveBoxFocus}>
        <caption className="kk-unseen">{caption}</caption>
        <thead>
          <tr>
            {before.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {rights.map((name) => (
              <th key={name} scope="col" title={messages.find(`capabilityHelp.${name}`)} className="kk-rights-column">
                <span>{nameOfRight(messages, name)}</span>
              </th>
            ))}
            {after !== undefined && (
              <th scope="col">
                <span className="kk-unseen">{after}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
};

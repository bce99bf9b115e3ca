// The control of a ranking: the person orders the choices by buttons. An order counts as an answer after the first move or the confirmation.

import { Button, IconButton, useMessages } from 'src/client/extend.ts';
import type { AnswerControlProps } from 'src/domain/geokeeper/formView/formViewContext.client.ts';

export const RankControl = ({ node, id, labelId, describedBy, set }: AnswerControlProps) => {
  const messages = useMessages();
  const names = node.choices.map(({ name }) => name);
  const answered = Array.isArray(node.value) ? node.value.filter((each) => typeof each === 'string') : [];
  const order = [
    ...answered.filter((name) => names.includes(name)),
    ...names.filter((name) => !answered.includes(name)),
  ];
  const move = (at: number, by: 1 | -1): void => {
    const next = [...order];
    const [moved] = next.splice(at, 1);
    if (moved !== undefined) next.splice(at + by, 0, moved);
    set(next);
  };
  return (
    <div id={id} role="group" tabIndex={-1} aria-labelledby={labelId} aria-describedby={describedBy}>
      <ol className="kf-rank">
        {order.map((name, at) => {
          const label = node.choices.find((choice) => choice.name === name)?.label ?? name;
          return (
            <li key={name}>
              <span dir="auto" className="kk-fill">
                {label}
              </span>
              <IconButton
                icon="arrow-up"
                size="large"
                label={messages.format('fieldForms.rankUp', { name: label })}
                disabled={at === 0 || node.readOnly}
                onClick={() => move(at, -1)}
              />
              <IconButton
                icon="arrow-down"
                size="large"
                label={messages.format('fieldForms.rankDown', { name: label })}
                disabled={at === order.length - 1 || node.readOnly}
                onClick={() => move(at, 1)}
              />
            </li>
          );
        })}
      </ol>
      {answered.length === 0 && !node.readOnly && (
        <Button onClick={() => set(order)}>{messages.format('fieldForms.rankConfirm')}</Button>
      )}
    </div>
  );
};

// Visibility of the item: each level with its icon, word and explanation, since the choice has consequences.

import type { WidgetProps } from '@rjsf/utils';
import { useFieldState } from 'src/client/fields/session/FieldState.ts';
import { useFormSession } from 'src/client/fields/session/useFormSession.ts';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { LEVELS } from 'src/model/access/levels.ts';

export const LevelWidget = (props: WidgetProps) => {
  const messages = useMessages();
  const state = useFieldState();
  const { id, value, disabled, readonly, schema, registry } = props;
  const types = useClient().registry.types;
  const session = useFormSession();
  // A level other than the item's own is the level up to which a person may read.
  const type = types[session?.plan.type ?? ''];
  const isOwn = !session || id === `${registry.globalFormOptions.idPrefix}/${type?.levelPath ?? ''}`;
  const isNew = session?.model.id === undefined;
  // A stored item has a level; only a new one may follow another record.
  const follows = isOwn && isNew && type && 'path' in type.read.level ? type.read.level.follows : undefined;
  const allowed: readonly unknown[] = schema.enum ?? LEVELS;
  return (
    <div
      role="radiogroup"
      id={id}
      aria-labelledby={state.labelId}
      aria-describedby={state.describedBy}
      aria-required={state.required || undefined}
      aria-invalid={state.invalid || undefined}
      className="kf-levels"
    >
      {type && follows !== undefined && (
        <label className={`kf-level-choice${value === undefined ? ' kf-level-chosen' : ''}`}>
          <input
            type="radio"
            name={id}
            id={`${id}-follows`}
            checked={value === undefined}
            disabled={disabled || readonly}
            aria-describedby={`${id}-follows-help`}
            onChange={() => props.onChange(undefined)}
            onBlur={() => props.onBlur(id, value)}
          />
          <span className="kk-level">{messages.format('forms.levels.FOLLOWS')}</span>
          <span id={`${id}-follows-help`} className="kf-level-help">
            {messages.format('forms.levels.FOLLOWS.help', { property: messages.property(type.name, follows) })}
          </span>
        </label>
      )}
      {LEVELS.filter((level) => allowed.includes(level)).map((level) => (
        <label key={level} className={`kf-level-choice${value === level ? ' kf-level-chosen' : ''}`}>
          <input
            type="radio"
            name={id}
            id={`${id}-${level}`}
            value={level}
            checked={value === level}
            disabled={disabled || readonly}
            aria-describedby={`${id}-${level}-help`}
            onChange={() => props.onChange(level)}
            onBlur={() => props.onBlur(id, value)}
          />
          <LevelTag level={level} />
          <span id={`${id}-${level}-help`} className="kf-level-help">
            {messages.format(isOwn ? `forms.levels.${level}` : `forms.reads.${level}`)}
          </span>
        </label>
      ))}
    </div>
  );
};

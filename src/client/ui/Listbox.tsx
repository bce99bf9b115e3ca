// The options of a text that suggests while one types. The text keeps the focus and the keys, and names the chosen option in
// `aria-activedescendant`.

import type { CSSProperties, ReactNode } from 'react';
import { Icon } from 'src/client/ui/Icon.tsx';

/** Returns the id of the option at an index; undefined where none is chosen. */
export const optionId = (listId: string, at: number): string | undefined => (at < 0 ? undefined : `${listId}-${at}`);

interface ListboxProps<Option> {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  /** Index of the chosen option. */
  readonly at: number;
  readonly choose: (option: Option) => void;
  readonly className?: string;
  readonly optionClass?: string;
  readonly hidden?: boolean;
  readonly style?: CSSProperties;
  readonly children: (option: Option) => ReactNode;
}

export const Listbox = <Option extends { readonly key: string }>(props: ListboxProps<Option>) => {
  const { id, label, options, at, choose, optionClass, children, ...look } = props;
  return (
    <div id={id} role="listbox" tabIndex={-1} aria-label={label} {...look}>
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the text, which keeps the focus
        <div
          key={option.key}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={optionClass}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          {children(option)}
        </div>
      ))}
    </div>
  );
};

interface SuggestionProps {
  readonly icon: string;
  readonly kind: string | undefined;
  readonly children: ReactNode;
}

/** The content of an option of a search: icon, name, type. */
export const Suggestion = ({ icon, kind, children }: SuggestionProps) => (
  <>
    <Icon name={icon} />
    <span className="kk-fill kk-ellipsis">{children}</span>
    {kind !== undefined && <span className="kk-soft">{kind}</span>}
  </>
);

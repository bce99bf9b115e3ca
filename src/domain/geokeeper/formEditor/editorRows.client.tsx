// The inputs of the form editor: a label, an input, and below it help or a problem. A change takes effect at once.

import { type ReactNode, useId, useState } from 'react';
import { Icon, useMessages } from 'src/client/extend.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { formTextKeys, withText } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import type { FormText } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

interface RowProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly problem?: string | undefined;
}

interface InputIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

/** A label with its input, which the function returns. */
export const EditorRow = ({
  label,
  help,
  problem,
  children,
}: RowProps & { readonly children: (ids: InputIds) => ReactNode }) => {
  const id = useId();
  const isDescribed = help !== undefined || problem !== undefined;
  return (
    <div className="kk-fe-row">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': isDescribed ? `${id}:note` : undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {isDescribed && (
        <p id={`${id}:note`} className={problem === undefined ? 'kk-soft' : 'kk-error'}>
          {problem ?? help}
        </p>
      )}
    </div>
  );
};

interface EditorTextProps extends RowProps {
  readonly value: string;
  readonly set: (value: string) => void;
  readonly language?: string | undefined;
  readonly multiline?: boolean;
  readonly onLeave?: () => void;
  readonly offers?: readonly string[];
}

export const EditorTextRow = ({
  value,
  set,
  language,
  multiline = false,
  onLeave,
  offers,
  ...row
}: EditorTextProps) => {
  const listId = useId();
  return (
    <EditorRow {...row}>
      {(ids) =>
        multiline ? (
          <textarea
            {...ids}
            className="bp6-input kk-fe-text"
            rows={1}
            dir="auto"
            lang={language}
            value={value}
            onChange={({ target }) => set(target.value)}
            onBlur={onLeave}
          />
        ) : (
          <>
            <input
              {...ids}
              className="bp6-input"
              dir="auto"
              autoComplete="off"
              lang={language}
              list={offers ? listId : undefined}
              value={value}
              onChange={({ target }) => set(target.value)}
              onBlur={onLeave}
            />
            {offers && (
              <datalist id={listId}>
                {offers.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </datalist>
            )}
          </>
        )
      }
    </EditorRow>
  );
};

interface TypedRowProps extends RowProps {
  readonly value: string;
  /** Takes the text when the person leaves the input or presses Enter. */
  readonly commit: (value: string) => void;
}

/** A text that takes effect as a whole, such as a name. */
export const TypedRow = ({ value, commit, ...row }: TypedRowProps) => {
  const [typed, setTyped] = useState<string>();
  const end = (): void => {
    if (typed !== undefined && typed !== value) commit(typed);
    setTyped(undefined);
  };
  return (
    <EditorRow {...row}>
      {(ids) => (
        <input
          {...ids}
          className="bp6-input kk-fe-code"
          autoComplete="off"
          spellCheck={false}
          value={typed ?? value}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={end}
          onKeyDown={({ key }) => key === 'Enter' && end()}
        />
      )}
    </EditorRow>
  );
};

interface NumberRowProps extends RowProps {
  readonly value: number | undefined;
  readonly set: (value: number | undefined) => void;
  readonly least?: number;
}

export const NumberRow = ({ value, set, least, ...row }: NumberRowProps) => {
  const [typed, setTyped] = useState<string>();
  return (
    <EditorRow {...row}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          step="any"
          min={least}
          className="bp6-input"
          value={typed ?? value ?? ''}
          onChange={({ target }) => {
            setTyped(target.value);
            const number = target.valueAsNumber;
            if (target.value === '') set(undefined);
            else if (Number.isFinite(number) && (least === undefined || number >= least)) set(number);
          }}
          onBlur={() => setTyped(undefined)}
        />
      )}
    </EditorRow>
  );
};

interface SelectRowProps extends RowProps {
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly set: (value: string) => void;
}

export const SelectRow = ({ value, choices, set, ...row }: SelectRowProps) => (
  <EditorRow {...row}>
    {(ids) => (
      <span className="bp6-html-select">
        <select {...ids} value={value} onChange={({ target }) => set(target.value)}>
          {choices.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="double-caret-vertical" />
      </span>
    )}
  </EditorRow>
);

interface CheckRowProps {
  readonly label: string;
  readonly checked: boolean;
  readonly set: (checked: boolean) => void;
}

export const CheckRow = ({ label, checked, set }: CheckRowProps) => (
  <label className="kk-fe-check">
    <input type="checkbox" checked={checked} onChange={({ target }) => set(target.checked)} /> <span>{label}</span>
  </label>
);

interface TextsRowsProps {
  readonly label: string;
  readonly text: FormText | undefined;
  readonly set: (text: FormText | undefined) => void;
  readonly onLeave?: () => void;
}

/** A text in each language of the form. */
export const TextsRows = ({ label, text, set, onLeave }: TextsRowsProps) => {
  const messages = useMessages();
  const keys = formTextKeys(useFormEditing().form);
  const hasText = Object.values(text ?? {}).some((each) => each !== '');
  return keys.map((key) => (
    <EditorTextRow
      key={key}
      multiline
      label={
        keys.length > 1 ? messages.format('formEditor.inLanguage', { label, language: messages.language(key) }) : label
      }
      help={hasText && (text?.[key] ?? '') === '' ? messages.format('formEditor.untranslated') : undefined}
      language={key === 'default' ? undefined : key}
      value={text?.[key] ?? ''}
      set={(value) => set(withText(text, key, value))}
      {...(onLeave && { onLeave })}
    />
  ));
};

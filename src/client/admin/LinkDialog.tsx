// A link that administrators put into the menu: where it leads, what it is called in each language, below what it stands, and who sees it.

import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { type FormEvent, useId, useState } from 'react';
import type { MenuNode } from 'src/client/navigation/menuTree.ts';
import { filledTranslations, TranslationInputs } from 'src/client/texts/TranslationInputs.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { isMenuAddress, type MenuLink } from 'src/model/menu/menuEntry.ts';

const MAX_LINK_LABEL = 80;

interface LinkDialogProps {
  /** Undefined for a new one. */
  readonly link: MenuLink | undefined;
  /** Entries that can contain the link. */
  readonly parents: readonly MenuNode[];
  readonly save: (link: MenuLink) => void;
  readonly close: () => void;
}

const useLinkForm = (given: MenuLink | undefined) => {
  const [link, setLink] = useState<MenuLink>(given ?? { to: '', labels: {} });
  const labels = filledTranslations(link.labels);
  const to = link.to.trim();
  const isAddress = isMenuAddress(to);
  return {
    link,
    set: setLink,
    change: (more: Pick<Partial<MenuLink>, 'to' | 'labels'>) => setLink({ ...link, ...more }),
    isAddress,
    whole: isAddress && Object.keys(labels).length > 0 ? { ...link, to, labels } : undefined,
  };
};

interface ChoiceProps {
  readonly label: string;
  readonly none: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, title: string])[];
  readonly choose: (value: string) => void;
}

const LabelledChoice = ({ label, none, value, options, choose }: ChoiceProps) => {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <HTMLSelect id={id} fill value={value ?? ''} onChange={({ target }) => choose(target.value)}>
        <option value="">{none}</option>
        {options.map(([key, title]) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </HTMLSelect>
    </div>
  );
};

/** Without the property when nothing is chosen. */
const chosen = (link: MenuLink, name: 'under' | 'capability', value: string): MenuLink => {
  const { [name]: _before, ...rest } = link;
  return value === '' ? rest : { ...rest, [name]: value };
};

export const LinkDialog = ({ link: given, parents, save, close }: LinkDialogProps) => {
  const { registry } = useClient();
  const messages = useMessages();
  const id = useId();
  const form = useId();
  const [asked, setAsked] = useState(false);
  const { link, set, change, isAddress, whole } = useLinkForm(given);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (whole) save(whole);
  };
  const choose = (name: 'under' | 'capability') => (value: string) => set(chosen(link, name, value));
  const wrong = (asked || link.to.trim() !== '') && !isAddress;
  return (
    <Dialog
      open
      title={messages.format(given ? 'menuItems.linkChange' : 'menuItems.linkNew')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{messages.format('app.cancel')}</Button>
          <Button type="submit" form={form} variant="solid" intent="primary">
            {messages.format('menuItems.linkApply')}
          </Button>
        </>
      }
    >
      <form id={form} className="kk-stack" onSubmit={submit} noValidate>
        <fieldset className="kk-menu-labels">
          <legend>{messages.format('menuItems.label')}</legend>
          <TranslationInputs value={link.labels} maxLength={MAX_LINK_LABEL} onChange={(labels) => change({ labels })} />
          {asked && Object.keys(filledTranslations(link.labels)).length === 0 && (
            <p className="kk-error" role="alert">
              {messages.format('errors.required')}
            </p>
          )}
        </fieldset>
        <div>
          <label htmlFor={id}>{messages.format('menuItems.to')}</label>
          <InputGroup
            id={id}
            value={link.to}
            inputMode="url"
            dir="ltr"
            aria-invalid={wrong}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => change({ to: target.value })}
          />
          <p id={`${id}-hint`} className={wrong ? 'kk-error' : 'kk-soft'}>
            {messages.format(wrong ? 'errors.menuAddress' : 'menuItems.toHint')}
          </p>
        </div>
        <LabelledChoice
          label={messages.format('menuItems.under')}
          none={messages.format('menuItems.underNothing')}
          value={link.under}
          options={parents.map(({ key, title }) => [key, title])}
          choose={choose('under')}
        />
        <LabelledChoice
          label={messages.format('menuItems.whoSees')}
          none={messages.format('menuItems.everybody')}
          value={link.capability}
          options={registry.capabilities.map((name) => [name, messages.format(`capabilities.${name}`)])}
          choose={choose('capability')}
        />
      </form>
    </Dialog>
  );
};

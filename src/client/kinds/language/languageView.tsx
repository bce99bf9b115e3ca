// How a value of the kind `language` is shown and said.

import { valueAt } from 'src/client/forms/rules/FormProblem.ts';
import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/kinds/ValueProps.ts';

export const LANGUAGE_TAG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

/** The item's own `language` names the language when it is a language tag; without one the text is marked as of unknown language. */
const LanguageValue = ({ value, item }: ValueProps) => {
  const named = valueAt(item as never, 'language');
  const tag = typeof named === 'string' && LANGUAGE_TAG.test(named) && !named.includes('_') ? named : 'und';
  return (
    <span lang={tag} dir="auto" className="kf-language">
      {String(value)}
    </span>
  );
};

export const languageView: KindView = { read: LanguageValue, look: { wideColumn: true } };

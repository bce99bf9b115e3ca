// Shows values of the kind `language`, and writes them as text.

import type { Json } from 'src/model/item/Item.ts';
import { LANGUAGE_TAG } from 'src/client/intl/languages.ts';
import { valueAt } from 'src/client/fields/rules/FormProblem.ts';
import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';

/** The item's own `language` names the language when it is a language tag; without one the text is marked as of unknown language. */
const LanguageValue = ({ value, item }: ValueProps) => {
  const named = valueAt(item as Json | undefined, 'language');
  const tag = typeof named === 'string' && LANGUAGE_TAG.test(named) && !named.includes('_') ? named : 'und';
  return (
    <span lang={tag} dir="auto" className="kf-language">
      {String(value)}
    </span>
  );
};

export const languageView: KindView = { read: LanguageValue, look: { wideColumn: true } };

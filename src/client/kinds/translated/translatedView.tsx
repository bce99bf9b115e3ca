// Shows values of the kind `translated`, and writes them as text.

import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { bestTranslation, translationsOf } from 'src/model/text/translations.ts';

/** The best translation; the others follow in the reading view, each named. */
const TranslatedValue = ({ value, compact }: ValueProps) => {
  const messages = useMessages();
  const { intl } = messages;
  const best = bestTranslation(value, intl.locale);
  if (!best) return null;
  const others = compact ? [] : translationsOf(value).filter(({ locale }) => locale !== best.locale);
  return (
    <>
      <span lang={best.locale} dir="auto">
        {best.text}
      </span>
      {others.length > 0 && (
        <ul className="kf-translations">
          {others.map(({ locale, text }) => (
            <li key={locale}>
              <span className="kk-soft">{messages.language(locale)}</span>{' '}
              <span lang={locale} dir="auto">
                {text}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

export const translatedView: KindView = { read: TranslatedValue, look: { wideColumn: true, group: true } };

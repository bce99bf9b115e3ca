// Texts as read: plain, long, translated, and in a community's language. `lang` and `dir` let browsers pick voice, font and direction.

import { lazy, Suspense } from 'react';
import type { ValueProps } from 'src/client/forms/display/ValueProps.ts';
import { valueAt } from 'src/client/forms/rules/FormProblem.ts';
import { bestTranslation, translationsOf } from 'src/model/text/translations.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const TextValue = ({ property, value }: ValueProps) => {
  const messages = useMessages();
  const word = property.capability && messages.find(`capabilities.${String(value)}`);
  return <span dir="auto">{word ?? String(value)}</span>;
};

const MarkdownText = lazy(() =>
  import('src/client/forms/markdown/MarkdownText.tsx').then((module) => ({ default: module.MarkdownText })),
);

const MarkdownLine = lazy(() =>
  import('src/client/forms/markdown/MarkdownText.tsx').then((module) => ({ default: module.MarkdownLine })),
);

export const LongTextValue = ({ type, path, property, value, item, compact }: ValueProps) => {
  const text = String(value);
  const plain = (
    <p dir="auto" className="kf-long">
      {text}
    </p>
  );
  if (!compact)
    return property.markdown ? (
      <Suspense fallback={plain}>
        <MarkdownText id={item?.$id} type={type} path={path} text={text} />
      </Suspense>
    ) : (
      plain
    );
  const line = (
    <span dir="auto" className="kf-line" title={text}>
      {text}
    </span>
  );
  return property.markdown ? (
    <Suspense fallback={line}>
      <MarkdownLine text={text} />
    </Suspense>
  ) : (
    line
  );
};

/** The best translation; the others follow in the reading view, each named. */
export const TranslatedValue = ({ value, compact }: ValueProps) => {
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

const LANGUAGE_TAG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

/** The item's own `language` names the language when it is a language tag; without one the text is marked as of unknown language. */
export const LanguageValue = ({ value, item }: ValueProps) => {
  const named = valueAt(item as never, 'language');
  const tag = typeof named === 'string' && LANGUAGE_TAG.test(named) && !named.includes('_') ? named : 'und';
  return (
    <span lang={tag} dir="auto" className="kf-language">
      {String(value)}
    </span>
  );
};

// A list of titled texts, read as one text, for example the sent version of a document.

import { stringIn } from 'src/base/stringsIn.ts';
import { lazy, Suspense } from 'react';
import { isRecord } from 'src/base/isRecord.ts';
import 'src/client/item/worked.css';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const MarkdownText = lazy(() =>
  import('src/client/fields/markdown/MarkdownText.tsx').then((module) => ({ default: module.MarkdownText })),
);

interface TitledTextsProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly declared: { readonly path: string; readonly title: string; readonly text: string };
}

interface TitledTextProps {
  readonly type: string;
  readonly path: string;
  readonly text: string;
  readonly isMarkdown: boolean;
}

const TitledText = ({ type, path, text, isMarkdown }: TitledTextProps) => {
  const plain = (
    <p dir="auto" className="kk-titled-text">
      {text}
    </p>
  );
  if (!isMarkdown) return plain;
  return (
    <Suspense fallback={plain}>
      <MarkdownText id={undefined} type={type} path={path} text={text} titled />
    </Suspense>
  );
};

export const TitledTexts = ({ item, type, declared: { path, title, text } }: TitledTextsProps) => {
  const messages = useMessages();
  const value = item[path];
  const entries = (Array.isArray(value) ? (value as readonly Json[]) : []).filter((each) => isRecord(each));
  if (entries.length === 0) return null;
  const isMarkdown = type.properties[path]?.properties?.[text]?.markdown === true;
  return (
    <section className="kk-group kk-titled-texts">
      <h4>{messages.property(type.name, path)}</h4>
      {entries.map((entry, at) => (
        <section key={at}>
          <h5 dir="auto">{stringIn(entry[title])}</h5>
          <TitledText type={type.name} path={`${path}.${text}`} text={stringIn(entry[text])} isMarkdown={isMarkdown} />
        </section>
      ))}
    </section>
  );
};

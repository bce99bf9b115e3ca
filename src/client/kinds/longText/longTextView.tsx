// Shows values of the kind `longText`, and writes them as text.

import { lazy, Suspense } from 'react';
import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';

const LazyMarkdownText = lazy(() =>
  import('src/client/fields/markdown/MarkdownText.tsx').then((module) => ({ default: module.MarkdownText })),
);

const LazyMarkdownLine = lazy(() =>
  import('src/client/fields/markdown/MarkdownText.tsx').then((module) => ({ default: module.MarkdownLine })),
);

const LongTextValue = ({ type, path, property, value, item, compact }: ValueProps) => {
  const text = String(value);
  const plain = (
    <p dir="auto" className="kf-long">
      {text}
    </p>
  );
  if (!compact)
    return property.markdown ? (
      <Suspense fallback={plain}>
        <LazyMarkdownText id={item?.$id} type={type} path={path} text={text} />
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
      <LazyMarkdownLine text={text} />
    </Suspense>
  ) : (
    line
  );
};

export const longTextView: KindView = { read: LongTextValue, look: { wide: true, wideColumn: true } };

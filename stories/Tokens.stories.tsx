// The tokens of the skin, read from the style sheets of the page: colours in the present theme, sizes of text, spaces and other measures.
import { useLayoutEffect, useState } from 'react';
import type { Meta, StoryObj } from '@storybook/react-vite';

interface Token {
  readonly name: string;
  readonly value: string;
}

const PREFIX = '--kk-';

const styleRulesIn = (rules: CSSRuleList): CSSStyleRule[] =>
  [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return [rule];
    return rule instanceof CSSGroupingRule ? styleRulesIn(rule.cssRules) : [];
  });

/** Returns the names of all tokens that a style sheet or the theme sets, each once. */
const tokenNames = (): string[] => {
  const styles = [
    ...[...document.styleSheets].flatMap((sheet) => styleRulesIn(sheet.cssRules).map(({ style }) => style)),
    ...[document.documentElement.style, document.body.style],
  ];
  return [...new Set(styles.flatMap((style) => [...style].filter((name) => name.startsWith(PREFIX))))].toSorted();
};

const tokens = (): Token[] => {
  const computed = getComputedStyle(document.body);
  return tokenNames().flatMap((name) => {
    const value = computed.getPropertyValue(name).trim();
    return value === '' ? [] : [{ name, value }];
  });
};

const isColour = ({ value }: Token): boolean => CSS.supports('color', value);
const isText = ({ name }: Token): boolean => name === '--kk-text' || name.startsWith('--kk-text-');
const isSpace = ({ name }: Token): boolean => name.startsWith('--kk-space-');

const Swatch = ({ name, value }: Token) => (
  <li style={{ display: 'grid', gap: 4 }}>
    <span style={{ blockSize: 48, background: `var(${name})`, border: '1px solid var(--kk-line)', borderRadius: 7 }} />
    <code>{name}</code>
    <span>{value}</span>
  </li>
);

const grid = { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(170px, 1fr))', gap: 16, padding: 0 };

const TokenPage = () => {
  const [all, setAll] = useState<readonly Token[]>([]);
  // The theme is set after the story is drawn.
  useLayoutEffect(() => {
    const timer = requestAnimationFrame(() => setAll(tokens()));
    return () => cancelAnimationFrame(timer);
  }, []);
  const colours = all.filter((token) => isColour(token) && !isText(token));
  const others = all.filter((token) => !colours.includes(token) && !isText(token) && !isSpace(token));
  return (
    <main style={{ display: 'grid', gap: 24 }}>
      <h1>Tokens</h1>
      <section>
        <h2>Colours</h2>
        <ul style={grid}>
          {colours.map((token) => (
            <Swatch key={token.name} {...token} />
          ))}
        </ul>
      </section>
      <section>
        <h2>Text</h2>
        {all.filter(isText).map(({ name, value }) => (
          <p key={name} style={{ fontSize: `var(${name})`, marginBlock: 8 }}>
            ẽ̱lvaš̱, the names of the inlet <code>{name}</code> {value}
          </p>
        ))}
      </section>
      <section>
        <h2>Space</h2>
        {all.filter(isSpace).map(({ name, value }) => (
          <p key={name} style={{ display: 'flex', gap: 12, alignItems: 'center', marginBlock: 6 }}>
            <span style={{ inlineSize: `var(${name})`, blockSize: 16, background: 'var(--kk-primary)' }} />
            <code>{name}</code> {value}
          </p>
        ))}
      </section>
      <section>
        <h2>Other measures</h2>
        {others.map(({ name, value }) => (
          <p key={name} style={{ marginBlock: 6 }}>
            <code>{name}</code> {value}
          </p>
        ))}
      </section>
    </main>
  );
};

const meta: Meta<typeof TokenPage> = {
  title: 'ui/Tokens',
  component: TokenPage,
  parameters: {
    usage:
      'Use these tokens in style sheets for colours, sizes of text and spaces. Not for one value in one place that no other part shares. Accessibility: Sizes of text are relative, so that the page follows the text size of the person.',
  },
};
export default meta;

export const Tokens: StoryObj<typeof TokenPage> = {};

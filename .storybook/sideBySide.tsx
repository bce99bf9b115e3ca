// Both themes of a story, one next to the other, each in a page of its own: the theme belongs to the whole page.

interface SideBySideProps {
  readonly id: string;
  /** Values of the toolbar without the theme. */
  readonly globals: Readonly<Record<string, unknown>>;
}

const addressOf = (id: string, globals: Readonly<Record<string, unknown>>): string => {
  const chosen = Object.entries(globals).flatMap(([name, value]) =>
    typeof value === 'string' && /^[\w-]+$/.test(value) ? [`${name}:${value}`] : [],
  );
  return `iframe.html?${new URLSearchParams({ id, viewMode: 'story', globals: chosen.join(';') }).toString()}`;
};

export const SideBySide = ({ id, globals }: SideBySideProps) => (
  <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', blockSize: '96vh', gap: 2 }}>
    {['light', 'dark'].map((theme) => (
      <iframe
        key={theme}
        title={`Theme: ${theme}`}
        src={addressOf(id, { ...globals, theme })}
        style={{ inlineSize: '100%', blockSize: '100%', border: 0 }}
      />
    ))}
  </div>
);

// All that an unsupported browser gets to see (spec platform 1). Stands alone: no store, no provider.

export const Unsupported = ({ text }: { readonly text: string }) => (
  <main
    role="alert"
    style={{
      maxInlineSize: '40rem',
      margin: '15vh auto',
      padding: '0 1rem',
      fontFamily: 'sans-serif',
      fontSize: '1.2rem',
    }}
  >
    <p>{text}</p>
  </main>
);

// Small choices that this device remembers and that nothing depends on: without storage (private windows, strict settings)
// they are asked for again. Called by the cookie banner and the theme.

export const recall = (key: string): string | undefined => {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
};

export const remember = (key: string, text: string): void => {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Asked for again on the next visit.
  }
};

// Waits until paper can be printed: its pictures and the names of related items have loaded.

/** After this time, pictures that have not loaded are left out, and names are printed as they are. */
const TIMEOUT_MS = 8_000;

const WAITING_WORD = '.kk-ghost-word';

const picturesOf = (paper: HTMLElement): Promise<unknown> =>
  Promise.all(
    [...paper.querySelectorAll('img')]
      .filter(({ complete }) => !complete)
      .map((image) => image.decode().catch(() => image.remove())),
  );

/** Resolves when no word of the paper is still loading, or when the signal ends the wait. */
const paperWords = (paper: HTMLElement, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const isWaiting = (): boolean => !signal.aborted && paper.querySelector(WAITING_WORD) !== null;
    if (!isWaiting()) return resolve();
    const observer = new MutationObserver(() => {
      if (!isWaiting()) end();
    });
    const end = (): void => {
      observer.disconnect();
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    observer.observe(paper, { childList: true, subtree: true });
  });

/** Resolves when the paper is complete, after 8 s at the latest. */
export const paperReady = async (paper: HTMLElement): Promise<void> => {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const timeout = new Promise((resolve) => late.addEventListener('abort', resolve, { once: true }));
  await Promise.race([Promise.all([picturesOf(paper), paperWords(paper, late)]), timeout]);
};

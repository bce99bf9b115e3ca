/** Batches that are written at once: while the first one is written, the second one is built and waits to be sent. */
const WRITTEN_AT_ONCE = 2;

/** Calls `write` with each batch, in order, while the next batch is prepared. Ends with the error of the first write that failed. */
export const overlapped = async <Batch>(
  batches: AsyncIterable<Batch> | Iterable<Batch>,
  write: (batch: Batch) => Promise<void>,
): Promise<void> => {
  const writing: Promise<void>[] = [];
  try {
    for await (const batch of batches) {
      if (writing.length === WRITTEN_AT_ONCE) await writing.shift();
      const written = write(batch);
      written.catch(() => undefined); // thrown by one of the awaits
      writing.push(written);
    }
    for (const written of writing) await written;
  } finally {
    await Promise.allSettled(writing);
  }
};

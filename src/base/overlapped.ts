/** Calls `write` with each batch while the next batch is prepared. At most one batch is being written. */
export const overlapped = async <Batch>(
  batches: AsyncIterable<Batch> | Iterable<Batch>,
  write: (batch: Batch) => Promise<void>,
): Promise<void> => {
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const batch of batches) {
      await writing;
      writing = write(batch);
      writing.catch(() => undefined); // thrown by the next await
    }
  } finally {
    await writing;
  }
};

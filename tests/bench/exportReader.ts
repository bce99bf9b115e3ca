// Reads one export in a process of its own, as a browser on another machine does. Started by readExport with the request; sends what it read.

export interface ExportOrder {
  readonly url: string;
  readonly token: string;
  readonly body: string;
}

export interface ReadExport {
  readonly status: number;
  readonly bytes: number;
  readonly lines: number;
  /** Milliseconds until the first byte, and until the last one. */
  readonly first: number;
  readonly taken: number;
}

const LINE_END = 0x0a;

const linesIn = (part: Uint8Array): number => {
  let lines = 0;
  for (let at = part.indexOf(LINE_END); at >= 0; at = part.indexOf(LINE_END, at + 1)) lines += 1;
  return lines;
};

const read = async ({ url, token, body }: ExportOrder): Promise<ReadExport> => {
  const started = performance.now();
  const answer = await fetch(`${url}/api/export`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${token}` }, body },
  });
  const read = { first: 0, bytes: 0, lines: 0 };
  const parts: AsyncIterable<Uint8Array> = answer.body ?? new ReadableStream<Uint8Array>();
  for await (const part of parts) {
    read.first ||= performance.now() - started;
    read.bytes += part.length;
    read.lines += linesIn(part);
  }
  return { ...read, status: answer.status, taken: performance.now() - started };
};

process.once('message', (order: ExportOrder) => {
  void read(order).then((found) => {
    process.send?.(found);
    process.disconnect();
  });
});

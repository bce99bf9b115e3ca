// Reads a PDF document: in parts, on demand, in a worker, without running its scripts. Used by PdfViewer.tsx.

import { getDocument, InvalidPDFException, PDFWorker, ResponseException } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist/types/src/display/api';
import { PDF_WORKER_ADDRESS, trustedScript } from 'src/client/ui/trustedScript.ts';
import { FileFailure } from 'src/client/viewers/fileFailure.ts';

/** Bytes of a request for a part of the file. */
const PDF_PART_BYTES = 1_048_576;
/** Maximum pixels of an image in a document; larger ones are left out. */
const MAX_PDF_IMAGE_PIXELS = 100e6;

const addresses = {
  // Fonts that a document may use without embedding them, and decoders for image formats of scanners and archives.
  standardFontDataUrl: import.meta.glob<string>(['./*.pfb', './*.ttf'], {
    base: '../../../node_modules/pdfjs-dist/standard_fonts/',
    eager: true,
    exhaustive: true,
    query: '?url',
    import: 'default',
  }),
  wasmUrl: import.meta.glob<string>(['./*.wasm'], {
    base: '../../../node_modules/pdfjs-dist/wasm/',
    eager: true,
    exhaustive: true,
    query: '?url',
    import: 'default',
  }),
};

interface Wanted {
  readonly kind: string;
  readonly filename: string;
}

/** Replaces the library's loader, which uses one folder. The worker receives the data, because it may not load anything. */
class BuiltFiles {
  async fetch({ kind, filename }: Wanted): Promise<Uint8Array> {
    const known: Readonly<Record<string, string>> = kind in addresses ? addresses[kind as keyof typeof addresses] : {};
    const url = Object.entries(known).find(([path]) => path.endsWith(`/${filename}`))?.[1];
    if (url === undefined) throw new Error(`${filename} is not part of the build`);
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${filename} did not arrive`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

export interface OpenedPdf {
  readonly task: PDFDocumentLoadingTask;
  /** `shown` is the document when the viewer has received it. */
  close(shown: PDFDocumentProxy | undefined): void;
}

const MOST_WAITED_MS = 10_000;

/** Resolves when the document has answered what the viewer asks for at first: page, metadata, layers and permissions. */
const firstAnswers = async (document: PDFDocumentProxy): Promise<void> => {
  const asked = [
    document.getPage(1),
    document.getMetadata(),
    document.getOptionalContentConfig(),
    document.getPermissions(),
  ];
  const late = new Promise((resolve) => void setTimeout(resolve, MOST_WAITED_MS));
  await Promise.race([Promise.allSettled(asked), late]);
};

/** Each document has its own worker, so that no state is shared. */
export const openPdf = (href: string, onPassword: () => void): OpenedPdf => {
  const port = new Worker(trustedScript(PDF_WORKER_ADDRESS), { type: 'module' });
  const task = getDocument({
    url: href,
    worker: new PDFWorker({ port: port as unknown as null }),
    rangeChunkSize: PDF_PART_BYTES,
    disableStream: true,
    disableAutoFetch: true,
    isEvalSupported: false,
    enableXfa: false,
    useWorkerFetch: false,
    // The library would request them from an address that the build does not have.
    useSystemFonts: false,
    maxImageSize: MAX_PDF_IMAGE_PIXELS,
    BinaryDataFactory: BuiltFiles,
    // Any text: files are found by name.
    standardFontDataUrl: '/assets/',
    wasmUrl: '/assets/',
  });
  let waitsForPassword = false;
  task.onPassword = () => {
    waitsForPassword = true;
    onPassword();
  };
  const stop = (): void => port.terminate();
  const end = (): void => void task.destroy().then(stop, stop);
  return {
    task,
    // When it is closed before loading has finished, or before the viewer has its first answers, the library leaves that failure
    // unhandled, and the console reports it.
    close: (shown) => {
      if (waitsForPassword) end();
      else task.promise.then(() => shown && firstAnswers(shown)).then(end, end);
    },
  };
};

export const pdfFailure = (error: unknown): FileFailure => {
  if (error instanceof FileFailure) return error;
  if (error instanceof InvalidPDFException) return new FileFailure('broken');
  if (error instanceof ResponseException) {
    const { status } = error as { readonly status?: number };
    if (status === 401 || status === 403) return new FileFailure('forbidden');
    if (status === 404) return new FileFailure('gone');
    return new FileFailure('failed');
  }
  return new FileFailure('broken');
};

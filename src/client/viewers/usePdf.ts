// Shows a PDF document in an element: the library's pages, text layer, links and search, and the state for the buttons.

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { AnnotationEditorType, AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import { FileFailure } from 'src/client/viewers/fileFailure.ts';
import { openPdf, pdfFailure } from 'src/client/viewers/pdfDocument.ts';

interface Matches {
  readonly current: number;
  readonly total: number;
}

interface PdfState {
  readonly page: number;
  readonly pages: number;
  readonly scale: number;
  readonly matches: Matches | undefined;
}

interface Shown {
  readonly viewer: PDFViewer;
  readonly bus: EventBus;
}

/** Maximum scale: a page that fills a wide screen is hard to read. */
const MAX_SCALE = 1.5;

const EMPTY_PDF: PdfState = { page: 1, pages: 0, scale: 0, matches: undefined };

/** Replaces the library's texts, none of which is shown. */
const translator = {
  getLanguage: () => '',
  getDirection: () => 'ltr',
  get: () => Promise.resolve(''),
  translate: () => Promise.resolve(),
  translateOnce: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  pause: () => undefined,
  resume: () => undefined,
};

const namePages = (viewer: PDFViewer, messages: Messages): void => {
  for (let page = 1; page <= viewer.pagesCount; page += 1) {
    const { div } = viewer.getPageView(page - 1) as { readonly div: HTMLElement };
    div.setAttribute('aria-label', messages.format('viewers.pageLabel', { page }));
  }
};

interface Pdf extends PdfState {
  readonly goTo: (page: number) => void;
  readonly zoom: (step: 1 | -1) => void;
  readonly scaleTo: (value: 'page-width' | 'page-actual') => void;
  readonly rotate: () => void;
  readonly find: (text: string, again?: 'next' | 'previous') => void;
}

const toPage = (viewer: PDFViewer | undefined, page: number): void => {
  if (viewer) viewer.currentPageNumber = page;
};

const toScale = (viewer: PDFViewer | undefined, value: string): void => {
  if (viewer) viewer.currentScaleValue = value;
};

/** Fits the width of the window, up to the maximum scale. */
const fitWidth = (viewer: PDFViewer): void => {
  viewer.currentScaleValue = 'page-width';
  if (viewer.currentScale > MAX_SCALE) viewer.currentScale = MAX_SCALE;
};

const turn = (viewer: PDFViewer | undefined): void => {
  if (viewer) viewer.pagesRotation = (viewer.pagesRotation + 90) % 360;
};

interface Options {
  readonly href: string;
  readonly container: RefObject<HTMLDivElement | null>;
  readonly messages: Messages;
  readonly onFailure: (failure: FileFailure) => void;
}

const buildViewer = (container: HTMLDivElement): Shown & { readonly links: PDFLinkService } => {
  const bus = new EventBus();
  const links = new PDFLinkService({
    eventBus: bus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  });
  const findController = new PDFFindController({ eventBus: bus, linkService: links });
  const viewer = new PDFViewer({
    container,
    eventBus: bus,
    linkService: links,
    findController,
    // Forms are shown as filled in. There is no manager of scripts, so none runs.
    annotationMode: AnnotationMode.ENABLE,
    annotationEditorMode: AnnotationEditorType.DISABLE,
    enableAutoLinking: false,
    l10n: translator as never,
  });
  links.setViewer(viewer);
  return { viewer, bus, links };
};

export const usePdf = ({ href, container, messages, onFailure }: Options): Pdf => {
  const [state, setState] = useState(EMPTY_PDF);
  const shown = useRef<Shown>(undefined);
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const { viewer, bus, links } = buildViewer(element);
    shown.current = { viewer, bus };
    const note = (more: Partial<PdfState>): void => setState((before) => ({ ...before, ...more }));
    bus.on('pagesinit', () => {
      fitWidth(viewer);
      namePages(viewer, messages);
      note({ pages: viewer.pagesCount, scale: viewer.currentScale });
    });
    bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => note({ page: pageNumber }));
    bus.on('scalechanging', ({ scale }: { scale: number }) => note({ scale }));
    const count = ({ matchesCount }: { matchesCount: Matches }): void => note({ matches: matchesCount });
    bus.on('updatefindmatchescount', count);
    bus.on('updatefindcontrolstate', count);
    const fits = new ResizeObserver(() => {
      // The element is being removed and has no size.
      if (element.clientWidth === 0) return;
      const { currentScaleValue, currentScale } = viewer;
      if (currentScaleValue === 'page-width' || currentScale === MAX_SCALE) fitWidth(viewer);
      else if (Number.isNaN(Number(currentScaleValue))) viewer.currentScaleValue = currentScaleValue;
    });
    fits.observe(element);
    let open = true;
    let shownDocument: PDFDocumentProxy | undefined;
    const pdf = openPdf(href, () => open && onFailure(new FileFailure('password')));
    pdf.task.promise.then(
      (document) => {
        if (!open) return;
        shownDocument = document;
        viewer.setDocument(document);
        links.setDocument(document);
      },
      (error: unknown) => open && onFailure(pdfFailure(error)),
    );
    return () => {
      open = false;
      fits.disconnect();
      viewer.setDocument(null as never);
      links.setDocument(null as never);
      shown.current = undefined;
      pdf.close(shownDocument);
    };
  }, [href, container, messages, onFailure]);

  const goTo = useCallback((page: number) => toPage(shown.current?.viewer, page), []);
  const zoom = useCallback((step: 1 | -1) => {
    if (step > 0) shown.current?.viewer.increaseScale();
    else shown.current?.viewer.decreaseScale();
  }, []);
  const scaleTo = useCallback((value: string) => toScale(shown.current?.viewer, value), []);
  const rotate = useCallback(() => turn(shown.current?.viewer), []);
  const find = useCallback((query: string, again?: 'next' | 'previous') => {
    if (query === '') setState((before) => ({ ...before, matches: undefined }));
    shown.current?.bus.dispatch('find', {
      source: null,
      type: again === undefined ? '' : 'again',
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: again === 'previous',
      matchDiacritics: false,
    });
  }, []);
  return { ...state, goTo, zoom, scaleTo, rotate, find };
};

// Viewer of a PDF document: pages, selectable and searchable text, links. Scripts in it never run.

import 'src/client/viewers/pdf.css';
import { InputGroup } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Toolbar, ZoomButtons } from 'src/client/viewers/Toolbar.tsx';
import { usePdf } from 'src/client/viewers/usePdf.ts';
import { useFindKey } from 'src/client/viewers/useViewerKeys.ts';
import type { ViewerProps } from 'src/client/viewers/ViewerProps.ts';

interface PageProps {
  readonly page: number;
  readonly pages: number;
  readonly goTo: (page: number) => void;
}

const PageField = ({ page, pages, goTo }: PageProps) => {
  const messages = useMessages();
  const [typed, setTyped] = useState<string>();
  const go = (): void => {
    const wanted = Math.round(Number(typed));
    if (typed !== undefined && wanted >= 1 && wanted <= pages) goTo(wanted);
    setTyped(undefined);
  };
  return (
    <label className="kk-viewer-page">
      {messages.format('viewers.page')}
      <InputGroup
        inputMode="numeric"
        value={typed ?? String(page)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
      />
      {pages > 0 && <span>{messages.format('viewers.pageOf', { count: pages })}</span>}
    </label>
  );
};

export const PdfViewer = ({ name, href, onFailure }: Pick<ViewerProps, 'name' | 'href' | 'onFailure'>) => {
  const messages = useMessages();
  const container = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const pdf = usePdf({ href, container, messages, onFailure });
  const label = messages.format('viewers.textOf', { name });
  useFindKey(() => search.current?.focus());
  return (
    <div className="kk-viewer-fill">
      <Toolbar label={label}>
        <PageField page={pdf.page} pages={pdf.pages} goTo={pdf.goTo} />
        <ZoomButtons
          percent={pdf.scale || undefined}
          zoom={pdf.zoom}
          fit={() => pdf.scaleTo('page-width')}
          actual={() => pdf.scaleTo('page-actual')}
        />
        <IconButton icon="image-rotate-right" label={messages.format('viewers.rotate')} onClick={pdf.rotate} />
        <span className="kk-viewer-find" role="search">
          <InputGroup
            inputRef={search}
            type="search"
            aria-label={messages.format('viewers.find')}
            placeholder={messages.format('viewers.find')}
            value={query}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              pdf.find(event.currentTarget.value);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') pdf.find(query, event.shiftKey ? 'previous' : 'next');
            }}
          />
          <span role="status">
            {query !== '' && pdf.matches && messages.format('viewers.found', { ...pdf.matches })}
          </span>
          <IconButton
            icon="arrow-up"
            label={messages.format('viewers.findPrevious')}
            disabled={!pdf.matches?.total}
            onClick={() => pdf.find(query, 'previous')}
          />
          <IconButton
            icon="arrow-down"
            label={messages.format('viewers.findNext')}
            disabled={!pdf.matches?.total}
            onClick={() => pdf.find(query, 'next')}
          />
        </span>
      </Toolbar>
      <div className="kk-viewer-stage">
        {pdf.pages === 0 && <Loading />}
        <div
          ref={container}
          className="kk-viewer-pdf"
          data-arrows
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys
          tabIndex={0}
          role="region"
          aria-label={label}
        >
          <div className="pdfViewer" />
        </div>
      </div>
    </div>
  );
};

// Viewer of plain text, which is never interpreted as HTML. Only the beginning of a long text is shown.

import { useEffect, useState } from 'react';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { numberProperty } from 'src/client/viewers/fileFacts.ts';
import { fetchFile, FileFailure } from 'src/client/viewers/fileFailure.ts';
import type { ViewerProps } from 'src/client/viewers/ViewerProps.ts';
import { fileSize } from 'src/model/text/fileSize.ts';

const SHOWN_BYTES = 500_000;

const fetchText = async (href: string, signal: AbortSignal): Promise<string> => {
  const answer = await fetchFile(href, { headers: { range: `bytes=0-${SHOWN_BYTES - 1}` }, signal });
  // A character that is cut at the end is left out.
  return new TextDecoder().decode(await answer.arrayBuffer(), { stream: true });
};

export const TextViewer = ({ file, name, href, onFailure }: ViewerProps) => {
  const messages = useMessages();
  const [text, setText] = useState<string>();
  useEffect(() => {
    const asked = new AbortController();
    fetchText(href, asked.signal).then(setText, (error: unknown) => {
      if (!asked.signal.aborted) onFailure(error instanceof FileFailure ? error : new FileFailure('failed'));
    });
    return () => asked.abort();
  }, [href, onFailure]);
  if (text === undefined) return <Loading />;
  return (
    <div className="kk-viewer-fill">
      {(numberProperty(file, 'size') ?? 0) > SHOWN_BYTES && (
        <p className="kk-viewer-note">
          {messages.format('viewers.textPart', { size: fileSize(SHOWN_BYTES, messages.intl.locale) })}
        </p>
      )}
      <pre
        className="kk-viewer-text"
        dir="auto"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys
        tabIndex={0}
        role="region"
        aria-label={messages.format('viewers.textOf', { name })}
      >
        {text}
      </pre>
    </div>
  );
};

// Buttons of a viewer, in one line above its content.

import type { ReactNode } from 'react';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const Toolbar = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="kk-viewer-tools" role="toolbar" aria-label={label}>
    {children}
  </div>
);

interface ZoomProps {
  readonly percent: number | undefined;
  readonly zoom: (step: 1 | -1) => void;
  readonly fit: () => void;
  readonly actual?: (() => void) | undefined;
}

export const ZoomButtons = ({ percent, zoom, fit, actual }: ZoomProps) => {
  const messages = useMessages();
  return (
    <>
      <IconButton icon="zoom-out" label={messages.format('viewers.zoomOut')} onClick={() => zoom(-1)} />
      {percent !== undefined && (
        <span className="kk-viewer-percent" role="status">
          {messages.format('viewers.zoom', { percent })}
        </span>
      )}
      <IconButton icon="zoom-in" label={messages.format('viewers.zoomIn')} onClick={() => zoom(1)} />
      <IconButton icon="zoom-to-fit" label={messages.format('viewers.fit')} onClick={fit} />
      {actual && <IconButton icon="maximize" label={messages.format('viewers.actualSize')} onClick={actual} />}
    </>
  );
};

// Viewer of a 3D model that can be rotated and zoomed. Only the contents of the file are shown: references to other files are not loaded.

import { useEffect, useRef, useState } from 'react';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { captionOf, numberProperty } from 'src/client/viewers/fileFacts.ts';
import { fetchFile, FileFailure } from 'src/client/viewers/fileFailure.ts';
import { wholeModel } from 'src/client/viewers/modelFile.ts';
import { showModel, type ModelScene } from 'src/client/viewers/modelScene.ts';
import { Toolbar, ZoomButtons } from 'src/client/viewers/Toolbar.tsx';
import { useStageSize } from 'src/client/viewers/useStageSize.ts';
import { useViewerKeys } from 'src/client/viewers/useViewerKeys.ts';
import type { ViewerProps } from 'src/client/viewers/ViewerProps.ts';

/** The model is in memory twice: as it is and as it is drawn. */
const MAX_MODEL_BYTES = 200e6;

const openModel = async (canvas: HTMLCanvasElement, href: string, signal: AbortSignal): Promise<ModelScene> => {
  const answer = await fetchFile(href, { signal });
  return await showModel(canvas, wholeModel(new Uint8Array(await answer.arrayBuffer())));
};

export const ModelViewer = ({ file, name, href, onFailure }: ViewerProps) => {
  const messages = useMessages();
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [scene, setScene] = useState<ModelScene>();
  const space = useStageSize(stage);
  const size = numberProperty(file, 'size') ?? 0;
  useEffect(() => {
    const asked = new AbortController();
    let shown: ModelScene | undefined;
    const open = async (): Promise<void> => {
      if (size > MAX_MODEL_BYTES) throw new FileFailure('large');
      if (!canvas.current) return;
      shown = await openModel(canvas.current, href, asked.signal);
      if (asked.signal.aborted) shown.dispose();
      else setScene(shown);
    };
    open().catch((error: unknown) => {
      if (!asked.signal.aborted) onFailure(error instanceof FileFailure ? error : new FileFailure('broken'));
    });
    return () => {
      asked.abort();
      shown?.dispose();
    };
  }, [href, size, onFailure]);
  useEffect(() => {
    if (space) scene?.resize(space);
  }, [scene, space]);
  useViewerKeys(({ key }) => {
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => scene?.turn(1, 0),
      ArrowRight: () => scene?.turn(-1, 0),
      ArrowUp: () => scene?.turn(0, 1),
      ArrowDown: () => scene?.turn(0, -1),
      '+': () => scene?.zoom(1),
      '=': () => scene?.zoom(1),
      '-': () => scene?.zoom(-1),
      '0': () => scene?.fit(),
    };
    return acts[key];
  });
  const label = messages.format('viewers.modelOf', { name });
  return (
    <div className="kk-viewer-fill">
      <Toolbar label={label}>
        <ZoomButtons percent={undefined} zoom={(step) => scene?.zoom(step)} fit={() => scene?.fit()} />
        <span className="kk-soft">{messages.format('viewers.modelHint')}</span>
      </Toolbar>
      <div
        ref={stage}
        className="kk-viewer-stage kk-viewer-model"
        data-shown={scene !== undefined || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- turned by arrow keys
        tabIndex={0}
        role="group"
        aria-label={label}
      >
        {!scene && <Loading />}
        <canvas ref={canvas} role="img" aria-label={captionOf(file) || name} />
      </div>
    </div>
  );
};

// A named part of the page on a sheet of many, at a fixed height. It has its own client unless the sheet shares one.

import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import { Providers } from 'src/client/App.tsx';
import { ColumnContext } from 'src/client/navigation/ColumnContext.ts';
import { ShellContext, ShellStore } from 'src/client/menu/ShellStore.ts';
import { isCompact } from 'src/client/stores/density.ts';
import { setUpIcons } from 'src/client/ui/icons.ts';
import 'src/client/shell/cells.css';
import { createProductClient } from 'stories/product/createProductClient.ts';
import type { ScriptedClientOptions } from 'stories/scripted/createScriptedClient.ts';

setUpIcons();

export interface FrameProps {
  readonly name: string;
  readonly options?: ScriptedClientOptions;
  /** Height of the frame, which scrolls. By default, the frame is as high as its content. */
  readonly height?: number;
  readonly dir?: 'rtl';
  readonly children: ReactNode;
}

export const Frame = observer(({ name, options, height, dir, children }: FrameProps) => {
  const [client] = useState(() => createProductClient(options));
  const [shell] = useState(() => new ShellStore(client.preferences));
  useEffect(() => () => client.dispose(), [client]);
  return (
    <section aria-label={name} style={{ minInlineSize: 0 }}>
      <h2 style={{ marginBlock: '0 6px' }}>{name}</h2>
      <div
        className={isCompact(client) ? 'kk-column kk-compact' : 'kk-column'}
        dir={dir}
        style={{ blockSize: height, border: '1px solid var(--kk-line)', overflow: 'hidden' }}
      >
        {client.session.state === 'USER_VALID' && (
          <Providers client={client}>
            <ShellContext value={shell}>
              <ColumnContext value={0}>{children}</ColumnContext>
            </ShellContext>
          </Providers>
        )}
      </div>
    </section>
  );
});

interface SheetProps {
  /** Width of each frame. A row has space for as many frames as this width allows. */
  readonly width: number;
  readonly children: ReactNode;
}

export const Sheet = ({ width, children }: SheetProps) => (
  <main
    style={{
      display: 'grid',
      gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${width}px), 1fr))`,
      gap: 24,
      alignItems: 'start',
    }}
  >
    {children}
  </main>
);

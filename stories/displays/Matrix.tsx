// Every declared type in every display that it declares and the client can show, filled from the generated fixtures.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Providers } from 'src/client/App.tsx';
import { ColumnContext } from 'src/client/cells/ColumnContext.ts';
import { knownDisplays } from 'src/client/displays/displays.ts';
import { Listing } from 'src/client/search/Listing.tsx';
import { planOf } from 'src/client/search/listingPlan.ts';
import { EMPTY_STATE } from 'src/client/search/listingState.ts';
import { ListingStore } from 'src/client/search/ListingStore.ts';
import { ShellContext, ShellStore } from 'src/client/shell/ShellStore.ts';
import { applyTheme } from 'src/client/ui/theme.ts';
import 'src/client/ui/fonts.css';
import 'src/client/ui/skin.css';
import 'src/client/cells/cells.css';
import { setUpIcons } from 'src/client/ui/icons.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { DisplayMode } from 'src/model/schema/TypeView.ts';
import { createScriptedClient, type ScriptedClient } from 'stories/scripted/createScriptedClient.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { fixtures } from 'tests/toy/generated/fixtures.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

setUpIcons();

/** One item with only what is required, one with everything, of each type. */
const fixtureItems = (): readonly Item[] =>
  Object.entries(fixtures).flatMap(([type, { minimal, full }]) => [
    scriptedItem(`${type}-1`, full),
    scriptedItem(`${type}-2`, minimal),
  ]);

interface OneProps {
  readonly client: ScriptedClient;
  readonly type: string;
  readonly display: DisplayMode;
}

const One = observer(({ client, type, display }: OneProps) => {
  const store = useMemo(() => {
    const plan = planOf({ types: [type], display }, { registry, user: client.session.user, known: knownDisplays });
    return new ListingStore(client, plan);
  }, [client, type, display]);
  useEffect(() => store.show({ ...EMPTY_STATE, display }), [store, display]);
  return (
    <section
      className="kk-column"
      style={{ blockSize: 420, border: '1px solid var(--kk-line)' }}
      aria-label={`${type} ${display}`}
    >
      <Listing store={store} />
    </section>
  );
});

interface MatrixProps {
  readonly dark: boolean;
  /** All types when absent. */
  readonly type?: string;
}

export const Matrix = observer(({ dark, type }: MatrixProps) => {
  const [client] = useState(() => createScriptedClient({ items: fixtureItems(), user: { dark } }));
  const [shell] = useState(() => new ShellStore());
  useEffect(() => applyTheme(client.site.colours, dark), [client, dark]);
  if (client.session.state !== 'USER_VALID') return null;
  const pairs = Object.values(registry.types)
    .filter(({ name }) => type === undefined || name === type)
    .flatMap(({ name, view }) => knownDisplays.filter((mode) => view.displays[mode]).map((mode) => ({ name, mode })));
  return (
    <Providers client={client}>
      <ShellContext value={shell}>
        <ColumnContext value={0}>
          {pairs.map(({ name, mode }) => (
            <div key={`${name}/${mode}`}>
              <h2>
                {name} · {mode}
              </h2>
              <One client={client} type={name} display={mode} />
            </div>
          ))}
        </ColumnContext>
      </ShellContext>
    </Providers>
  );
});

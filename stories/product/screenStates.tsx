// States of a screen that designers review in addition to the screen itself: empty, loading, failed, and without permission.

import { CellBody } from 'src/client/shell/CellBody.tsx';
import { failed, forbidden, loading } from 'stories/product/answers.ts';
import { Frame, Sheet } from 'stories/product/Frame.tsx';
import { NOW } from 'stories/scripted/storyTime.ts';
import type { ScriptedClientOptions } from 'stories/scripted/createScriptedClient.ts';

export const empty: ScriptedClientOptions = {
  items: [],
  lists: {},
  operations: {
    dashboard: () => ({ panels: [] }),
    'act/deletedItems': () => ({ items: [] }),
    'act/menuItems': () => ({ version: 0, entries: [], changed: null }),
    'act/peopleRights': () => ({ people: [], may: { reads: 'PUBLIC', capabilities: [] } }),
    'act/siteState': () => ({
      ...{ at: NOW.toISOString(), figures: [], jobs: [], people: [] },
      counted: { at: NOW.toISOString(), processes: 1 },
    }),
    'act/siteTexts': () => ({ texts: {}, history: [] }),
  },
};

/** Answers for a person without the capability that the screen requires. */
const withoutCapability: ScriptedClientOptions = {
  ...forbidden,
  user: { admin: false, adminOrg: null, capabilities: {}, creatable: [] },
};

const STATES: readonly (readonly [name: string, options: ScriptedClientOptions])[] = [
  ['Empty', empty],
  ['Loading', loading],
  ['Failed', failed],
  ['Forbidden', withoutCapability],
];

interface ViewProps {
  /** Key of a view of the engine, or path of a declared screen. */
  readonly view: string;
}

/** Shows the content of a column with this view. */
export const View = ({ view }: ViewProps) => (
  <CellBody
    cell={{
      ...{ index: 0, segment: view, kind: 'view', view },
      ...{ itemId: undefined, context: undefined, param: undefined },
    }}
  />
);

export const ScreenStates = ({ view }: ViewProps) => (
  <Sheet width={380}>
    {STATES.map(([name, options]) => (
      <Frame key={name} name={name} options={options} height={420}>
        <View view={view} />
      </Frame>
    ))}
  </Sheet>
);

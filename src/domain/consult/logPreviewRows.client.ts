// The entries of a consultation log as the server would hand them over, a page at a time, and what a person chose of them.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { useCallback, useState } from 'react';
import { useClient, useServerData } from 'src/client/extend.ts';
import type { Item, Json } from 'src/model/item/Item.ts';

export const LOG_ENTRY_KINDS: readonly string[] = [
  ...['request', 'answer', 'letter', 'message', 'meeting', 'communication', 'concern'],
];

export const LOG_FORMATS = ['pdf', 'zip', 'csv', 'xlsx'] as const;

export interface Choice {
  readonly format: (typeof LOG_FORMATS)[number];
  /** Undefined for a period without this bound. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly kinds: readonly string[];
  readonly minutes: boolean;
  readonly leftOut: ReadonlySet<string>;
  /** `{entry} {field}` of each text. */
  readonly blackedOut: ReadonlySet<string>;
}

export const INITIAL: Choice = {
  ...{ format: 'pdf', kinds: LOG_ENTRY_KINDS, minutes: false },
  ...{ leftOut: new Set<string>(), blackedOut: new Set<string>() },
};

export const textKey = (entry: string, field: string): string => `${entry} ${field}`;

/** Returns the choices in the form of the action's input. */
export const blackedOutOf = ({ blackedOut }: Choice): Json => {
  const fields = new Map<string, string[]>();
  for (const key of blackedOut) {
    const [entry = '', field = ''] = key.split(' ');
    fields.set(entry, [...(fields.get(entry) ?? []), field]);
  }
  return [...fields].map(([entry, of]) => ({ entry, fields: of }));
};

/** Returns a set with the key, or without it where it was there. */
export const toggle = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  keys.has(key) ? new Set([...keys].filter((each) => each !== key)) : new Set([...keys, key]);

type Page = Endpoints['previewConsultationLog']['answer'];
export type PreviewRow = Page['rows'][number];

export interface LogRows {
  /** Undefined until they have arrived. */
  readonly rows: readonly PreviewRow[] | undefined;
  /** Identifies this state of the log on the server. */
  readonly seen: string;
  readonly zone: string;
  readonly total: number;
  readonly failure: unknown;
  /** Absent after the last page. */
  readonly more: (() => void) | undefined;
  readonly again: () => void;
}

/** Milliseconds without a change after which the server is asked. */
const PAUSE_MS = 250;

export const useLogRows = ({ _t, _i }: Item, { from, to, kinds, minutes }: Choice): LogRows => {
  const { connection } = useClient();
  const asked = JSON.stringify({ from, to, kinds, minutes });
  const ask = useCallback(
    async (before?: Page): Promise<Page> => {
      const rest = before && { after: before.next ?? 0, seen: before.seen };
      const input = { _t, _i, ...(JSON.parse(asked) as Endpoints['previewConsultationLog']['input']), ...rest };
      const page = await connection.send('act/previewConsultationLog', input);
      return { ...page, rows: [...(before?.rows ?? []), ...page.rows] };
    },
    [connection, _t, _i, asked],
  );
  const askFirst = useCallback(() => ask(), [ask]);
  const { answer: first, loading, again, ...last } = useServerData({ of: asked, ask: askFirst, pause: PAUSE_MS });
  /** The pages after the first one, with the failure that ended them if there was one. */
  const [later, setLater] = useState<{ readonly first: Page; readonly page: Page; readonly failure?: unknown }>();
  const here = later?.first === first ? later : undefined;
  const page = loading ? undefined : (here?.page ?? first);
  const showMore = (): void => {
    if (!first || !page) return;
    ask(page).then(
      (next) => setLater({ first, page: next }),
      (failure: unknown) => setLater({ first, page, failure }),
    );
  };
  return {
    ...{ rows: page?.rows, seen: page?.seen ?? '', zone: page?.zone ?? '', total: page?.total ?? 0 },
    failure: last.failure ?? here?.failure,
    more: page?.next === undefined ? undefined : showMore,
    again: () => void again(),
  };
};

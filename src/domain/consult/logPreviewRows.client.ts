// The entries of a consultation log as the server would hand them over, a page at a time, and what a person chose of them.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'src/client/extend.ts';
import type { Item, Json } from 'src/model/item/Item.ts';

export const LOG_ENTRY_KINDS: readonly string[] = [
  ...['request', 'answer', 'letter', 'message', 'meeting', 'communication', 'concern'],
];

export interface Choice {
  /** Empty for a period without this bound. */
  readonly from: string;
  readonly to: string;
  readonly kinds: readonly string[];
  readonly minutes: boolean;
  readonly leftOut: ReadonlySet<string>;
  /** `{entry} {field}` of each text. */
  readonly blackedOut: ReadonlySet<string>;
}

export const INITIAL: Choice = {
  ...{ from: '', to: '', kinds: LOG_ENTRY_KINDS, minutes: false },
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

export interface PreviewRow {
  readonly entry: string;
  readonly group: string;
  readonly at: string;
  readonly method: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly files: number;
}

type Page = Endpoints['previewConsultationLog']['answer'];

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

interface Known {
  /** The question that it answers. */
  readonly of: string;
  readonly page: Page | undefined;
  readonly failure: unknown;
}

/** Milliseconds without a change after which the server is asked. */
const PAUSE_MS = 250;

export const useLogRows = ({ _t, _i }: Item, { from, to, kinds, minutes }: Choice): LogRows => {
  const { connection } = useClient();
  const [known, setKnown] = useState<Known>();
  const [turn, setTurn] = useState(0);
  const isWanted = useRef('');
  const asked = JSON.stringify({ ...(from !== '' && { from }), ...(to !== '' && { to }), kinds, minutes });
  const of = `${turn} ${asked}`;
  const ask = useCallback(
    async (before: Page | undefined): Promise<void> => {
      isWanted.current = of;
      const rest = before && { after: before.next ?? 0, seen: before.seen };
      const input = { _t, _i, ...(JSON.parse(asked) as Endpoints['previewConsultationLog']['input']), ...rest };
      try {
        const page = await connection.send('act/previewConsultationLog', input);
        const rows = [...(before?.rows ?? []), ...page.rows];
        if (isWanted.current === of) setKnown({ of, page: { ...page, rows }, failure: undefined });
      } catch (failure) {
        if (isWanted.current === of) setKnown({ of, page: before, failure });
      }
    },
    [connection, _t, _i, asked, of],
  );
  useEffect(() => {
    const timer = setTimeout(() => void ask(undefined), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [ask]);
  const { page, failure } = known?.of === of ? known : { page: undefined, failure: undefined };
  return {
    ...{ rows: page?.rows, seen: page?.seen ?? '', zone: page?.zone ?? '', total: page?.total ?? 0, failure },
    more: page?.next === undefined ? undefined : () => void ask(page),
    again: () => setTurn((before) => before + 1),
  };
};

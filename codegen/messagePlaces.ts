// Finds the messages that the first page does not need, by the files that area.json names: those that are loaded later, those that some pages
// load themselves, and those that only the server uses. Used by plan, and by validate to check the names.

import { didYouMean } from 'codegen/didYouMean.ts';
import type { Diagnostic } from 'codegen/diagnostics.ts';
import { pointer } from 'codegen/json.ts';
import type { Linked } from 'codegen/Linked.ts';
import type { SourceArea } from 'codegen/Source.ts';

export interface MessagePlaces {
  readonly later: ReadonlySet<string>;
  readonly server: ReadonlySet<string>;
  /** Messages that some pages load themselves, by a name. */
  readonly pages: ReadonlyMap<string, ReadonlySet<string>>;
}

const KEYS = { later: 'laterMessages', server: 'serverMessages' } as const;

const namesIn = ({ area }: SourceArea, key: string): readonly string[] => {
  const names = area.json[key];
  return Array.isArray(names) ? names.map(String) : [];
};

const pageFilesIn = ({ area }: SourceArea): Readonly<Record<string, readonly string[]>> => {
  const pages = area.json['pageMessages'] ?? {};
  return Object.fromEntries(
    Object.entries(pages).map(([page, names]) => [page, Array.isArray(names) ? names.map(String) : []]),
  );
};

const fileOf = ({ folder, messages }: SourceArea, name: string) =>
  messages.find(({ path }) => path === `${folder}/messages.${name}.en.json`);

/** Returns the names of the message files of an area, without folder and extension. */
const filesIn = ({ messages }: SourceArea): string[] =>
  messages.flatMap(({ path }) => /messages\.(.+)\.en\.json$/u.exec(path)?.[1] ?? []);

export const messagePlaces = ({ sources }: Pick<Linked, 'sources'>): MessagePlaces => {
  const idsOf = (key: string): ReadonlySet<string> =>
    new Set(
      sources.flatMap((area) => namesIn(area, key).flatMap((name) => Object.keys(fileOf(area, name)?.json ?? {}))),
    );
  const pages = sources.flatMap((area) =>
    Object.entries(pageFilesIn(area)).map(([page, names]): [string, ReadonlySet<string>] => [
      page,
      new Set(names.flatMap((name) => Object.keys(fileOf(area, name)?.json ?? {}))),
    ]),
  );
  return { later: idsOf(KEYS.later), server: idsOf(KEYS.server), pages: new Map(pages) };
};

/** Reports names of message files that do not exist. */
export const misplacedMessages = ({ sources }: Pick<Linked, 'sources'>): Diagnostic[] =>
  sources.flatMap((area) => {
    const lists = [
      ...Object.values(KEYS).map((key) => [[key], namesIn(area, key)] as const),
      ...Object.entries(pageFilesIn(area)).map(([page, names]) => [['pageMessages', page], names] as const),
    ];
    return lists.flatMap(([path, names]) =>
      names.flatMap((name, index) => {
        const place = { file: area.area.path, pointer: pointer('', ...path, index) };
        return fileOf(area, name)
          ? []
          : [{ ...place, reason: `there is no messages.${name}.en.json${didYouMean(name, filesIn(area))}` }];
      }),
    );
  });

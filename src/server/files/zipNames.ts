// Names of folders and files within a zip, such that it opens on every system: no part of a path, nothing that Windows refuses or keeps
// for itself, no two that a system would take for one. Letters of every script stay as they are.

import { FILE_ENDING, fileName } from 'src/server/files/fileName.ts';

/** The longest name of the file systems in use. */
const MAX_BYTES = 255;
/** Windows limits a path to 260 characters, which include the folder in which the zip is opened. */
const FOLDER_SIGNS = 80;
const FILE_SIGNS = 120;

const UNSAFE = /[<>:"/\\|?*]/gu;
/** Devices of Windows, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/iu;

const safe = (given: string, otherwise: string): string => {
  // A hidden file would seem to be none.
  const name = fileName(given.replaceAll(UNSAFE, '_'))
    .replace(/[. ]+$/u, '')
    .replace(/^\.+/u, '_');
  if (name === '') return otherwise;
  return RESERVED.test(name) ? `_${name}` : name;
};

const shortenedName = (stem: string, tail: string, most: number): string => {
  const signs = [...stem].slice(0, most);
  const isShortEnough = (name: string): boolean => name.length <= most && Buffer.byteLength(name) <= MAX_BYTES;
  while (signs.length > 0 && !isShortEnough(signs.join('') + tail)) signs.pop();
  return signs.join('').replace(/[. ]+$/u, '') + tail;
};

/** Takes what each should be called, and answers what it is called among the others. */
type Namer = (given: string, otherwise: string) => string;

// Systems that ignore case would overwrite one file with the other.
const comparableName = (name: string): string => name.toLowerCase().normalize('NFC');

const createNamer = (endingOf: (name: string) => string, used: Set<string>) => {
  const next = new Map<string, number>();
  return (given: string, otherwise: string, most: number): string => {
    const wanted = safe(given, otherwise);
    const ending = endingOf(wanted);
    const stem = wanted.slice(0, wanted.length - ending.length);
    let name = shortenedName(stem, ending, most);
    const first = comparableName(name);
    for (let n = next.get(first) ?? 2; used.has(comparableName(name)); n += 1) {
      name = shortenedName(stem, ` (${n})${ending}`, most);
      next.set(first, n + 1);
    }
    used.add(comparableName(name));
    return name;
  };
};

/** Names of what lies in one folder. */
export interface FolderNames {
  /** `depth` is the number of folders above a file, which share the allowed characters. */
  folder(given: string, otherwise: string, depth: number): string;
  readonly file: Namer;
}

/** `taken`: what lies there already. */
export const createFolderNames = (taken: readonly string[]): FolderNames => {
  const used = new Set(taken.map(comparableName));
  const nameFolder = createNamer(() => '', used);
  const nameFile = createNamer((name) => FILE_ENDING.exec(name)?.[0] ?? '', used);
  return {
    folder: (given, otherwise, depth) => nameFolder(given, otherwise, Math.floor(FOLDER_SIGNS / depth)),
    file: (given, otherwise) => nameFile(given, otherwise, FILE_SIGNS),
  };
};

export const createFileNamer = (): Namer => createFolderNames([]).file;

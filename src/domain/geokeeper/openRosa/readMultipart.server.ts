// Reads the body of a submission (multipart/form-data) into a folder. Parts, names, headers and sizes are limited, and a body that ends too
// early, has no boundary or goes on without an end is refused.

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { problem } from 'src/model/problems.ts';
import { fileName } from 'src/server/extend.ts';

/** Part with the answers, as the OpenRosa specification names it. */
const XML_PART = 'xml_submission_file';
/** Larger than the answers of any record may be. */
const MAX_XML_BYTES = 5_000_000;
/** One more than a record may have: the XML. */
const MAX_FILE_PARTS = 201;
const MAX_TEXT_PARTS = 20;
const MAX_TEXT_BYTES = 10_000;
const MAX_PART_NAME = 300;
const MAX_PART_HEADERS = 20;

export interface ReceivedFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

export interface ReceivedBody {
  readonly xml: string | undefined;
  readonly files: readonly ReceivedFile[];
}

interface ReadOptions {
  readonly headers: BusboyHeaders;
  /** Folder for the files of this request. */
  readonly folder: string;
  /** Bytes of the whole body, and of one file. */
  readonly maxBytes: number;
  readonly maxFileBytes: number;
}

const unreadableBody = () => problem('parseRequestFailed');

const parserFor = ({ headers, maxFileBytes }: ReadOptions): BusboyInstance => {
  try {
    return new Busboy({
      headers,
      isPartAFile: (name, _type, file) => file !== undefined || name === XML_PART,
      limits: {
        ...{ fieldNameSize: MAX_PART_NAME, fieldSize: MAX_TEXT_BYTES, fields: MAX_TEXT_PARTS },
        ...{ fileSize: maxFileBytes, files: MAX_FILE_PARTS, parts: MAX_FILE_PARTS + MAX_TEXT_PARTS },
        headerPairs: MAX_PART_HEADERS,
      },
    });
  } catch {
    throw unreadableBody();
  }
};

const countedBytes = ({ maxBytes }: ReadOptions): Transform => {
  let left = maxBytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      done(left < 0 ? problem('tooLarge') : null, chunk);
    },
  });
};

const textOfPart = async (part: BusboyFileStream): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part) {
    size += (chunk as Buffer).length;
    if (size > MAX_XML_BYTES) throw problem('tooLarge');
    chunks.push(chunk as Buffer);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw unreadableBody();
  }
};

const storedPart = async (part: BusboyFileStream, path: string): Promise<Pick<ReceivedFile, 'size' | 'sha256'>> => {
  const hash = createHash('sha256');
  let size = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(part, measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  if (part.truncated) throw problem('tooLarge');
  return { size, sha256: hash.digest('hex') };
};

/** Throws `parseRequestFailed` and `tooLarge`. The caller removes the folder. */
export const readMultipart = async (body: Readable, options: ReadOptions): Promise<ReceivedBody> => {
  const parser = parserFor(options);
  const parts: Promise<void>[] = [];
  const open: BusboyFileStream[] = [];
  const files: ReceivedFile[] = [];
  let xml: string | undefined;
  const fail = (error: Error): void => void parser.destroy(error);
  const addPart = async (field: string, part: BusboyFileStream, given: string | undefined): Promise<void> => {
    if (field === XML_PART) {
      if (xml !== undefined) throw unreadableBody();
      xml = '';
      xml = await textOfPart(part);
      return;
    }
    const name = fileName(given === undefined || given === '' ? field : given);
    const path = join(options.folder, String(parts.length));
    files.push({ name, path, ...(await storedPart(part, path)) });
  };
  parser.on('file', (field, part, given) => {
    open.push(part);
    const adding = addPart(field, part, given);
    adding.catch(fail);
    parts.push(adding);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => fail(problem('tooLarge')));
  try {
    await pipeline(body, countedBytes(options), parser);
    await Promise.all(parts);
  } catch (error) {
    // Parts whose bytes do not arrive would never end.
    for (const part of open) part.destroy();
    await Promise.allSettled(parts);
    throw error instanceof Error && error.name === 'Problem' ? error : unreadableBody();
  }
  return { xml, files };
};

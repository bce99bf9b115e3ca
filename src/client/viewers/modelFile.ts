// Converts a 3D model for its viewer: to one block of bytes (GLB) without references. A `.gltf` with embedded parts is combined; one that
// refers to other files is refused, and so is compression that needs a decoder. Pure.

import { FileFailure } from 'src/client/viewers/fileFailure.ts';

const GLB_MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const GLB_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Their decoders are programs, which the content security policy blocks, or they are other image formats. */
const COMPRESSED_EXTENSIONS = new Set([
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_texture_basisu',
]);

interface Part {
  uri?: string;
  byteLength?: number;
  bufferView?: number;
  mimeType?: string;
  name?: string;
}

interface Accessor {
  bufferView?: number;
  count?: number;
}

interface View {
  buffer: number;
  byteOffset?: number;
  byteLength: number;
}

interface Model {
  asset?: { version?: string };
  buffers?: Part[];
  bufferViews?: View[];
  accessors?: Accessor[];
  images?: Part[];
  nodes?: { children?: number[] }[];
  extensionsRequired?: string[];
}

interface Parts {
  readonly model: Model;
  readonly binary: Uint8Array | undefined;
}

const broken = (): FileFailure => new FileFailure('broken');

const parsedModel = (bytes: Uint8Array): Model => {
  try {
    const model = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Model | null;
    if (typeof model?.asset?.version === 'string') return model;
  } catch {
    // Refused below, like JSON that is no model.
  }
  throw broken();
};

const modelParts = (bytes: Uint8Array): Parts => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < GLB_HEADER_BYTES || view.getUint32(0, true) !== GLB_MAGIC)
    return { model: parsedModel(bytes), binary: undefined };
  const chunks = new Map<number, Uint8Array>();
  for (let at = GLB_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= bytes.byteLength;) {
    const length = view.getUint32(at, true);
    const start = at + CHUNK_HEADER_BYTES;
    if (start + length > bytes.byteLength) throw broken();
    const kind = view.getUint32(at + 4, true);
    if (!chunks.has(kind)) chunks.set(kind, bytes.subarray(start, start + length));
    at = start + length;
  }
  const json = chunks.get(JSON_CHUNK);
  if (!json) throw broken();
  return { model: parsedModel(json), binary: chunks.get(BINARY_CHUNK) };
};

/**
 * Returns true when each node has at most one parent and there is no cycle: otherwise the loader would never finish. Visits each node once.
 */
const isForest = ({ nodes = [] }: Model): boolean => {
  const children = new Set<number>();
  for (const node of nodes)
    for (const child of node.children ?? []) {
      if (children.has(child)) return false;
      children.add(child);
    }
  const reached = [...nodes.keys()].filter((at) => !children.has(at));
  // The list grows while it is iterated. A cycle cannot be reached from a node without a parent.
  for (const at of reached) for (const child of nodes[at]?.children ?? []) reached.push(child);
  return reached.filter((at) => at < nodes.length).length === nodes.length;
};

const DATA = /^data:([^;,]*)(?:;[^,]*)?;base64,/;

const dataOf = (uri: string): { readonly type: string; readonly bytes: Uint8Array } => {
  const match = DATA.exec(uri);
  if (!match) throw broken();
  try {
    const text = atob(uri.slice(match[0].length));
    return { type: match[1] ?? '', bytes: Uint8Array.from(text, (sign) => sign.charCodeAt(0)) };
  } catch {
    throw broken();
  }
};

const refuseOutside = ({ buffers = [], images = [], extensionsRequired = [] }: Model): void => {
  const outside = [...buffers, ...images].flatMap(({ uri }) =>
    uri !== undefined && !uri.startsWith('data:') ? [uri] : [],
  );
  if (outside.length > 0) throw new FileFailure('outside', outside);
  const packed = extensionsRequired.filter((name) => COMPRESSED_EXTENSIONS.has(name));
  if (packed.length > 0) throw new FileFailure('packed', packed);
};

/** Numbers without a buffer are created while the model is read, as many as it declares. */
const MOST_MADE = 2_000_000;

const refuseTooMany = ({ accessors = [], bufferViews = [] }: Model): void => {
  const made = accessors.filter(({ bufferView }) => bufferView === undefined || !bufferViews[bufferView]);
  if (made.reduce((sum, { count = 0 }) => sum + count, 0) > MOST_MADE) throw new FileFailure('large');
};

const paddedLength = (length: number): number => Math.ceil(length / 4) * 4;

/** Concatenates bytes and returns where each part begins. */
class Binary {
  readonly pieces: Uint8Array[] = [];
  length = 0;

  add(bytes: Uint8Array): number {
    const start = this.length;
    this.pieces.push(bytes, new Uint8Array(paddedLength(bytes.byteLength) - bytes.byteLength));
    this.length += paddedLength(bytes.byteLength);
    return start;
  }
}

const withOneBuffer = ({ model, binary }: Parts): { readonly model: Model; readonly bytes: Binary } => {
  const bytes = new Binary();
  const starts = (model.buffers ?? []).map(({ uri }) => {
    const own = uri === undefined ? binary : dataOf(uri).bytes;
    if (!own) throw broken();
    return bytes.add(own);
  });
  const views = (model.bufferViews ?? []).map((view) => {
    const start = starts[view.buffer];
    if (start === undefined) throw broken();
    return { ...view, buffer: 0, byteOffset: start + (view.byteOffset ?? 0) };
  });
  const images = (model.images ?? []).map(({ uri, ...image }) => {
    if (uri === undefined) return image;
    const { type, bytes: own } = dataOf(uri);
    const view = { buffer: 0, byteOffset: bytes.add(own), byteLength: own.byteLength };
    return { mimeType: type, ...image, bufferView: views.push(view) - 1 };
  });
  const whole: Model = { ...model, bufferViews: views, images, buffers: [{ byteLength: bytes.length }] };
  if (views.length === 0) delete whole.bufferViews;
  if (images.length === 0) delete whole.images;
  if (bytes.length === 0) delete whole.buffers;
  return { model: whole, bytes };
};

const glbChunk = (kind: number, content: Uint8Array, filler: number): Uint8Array => {
  const bytes = new Uint8Array(CHUNK_HEADER_BYTES + paddedLength(content.byteLength)).fill(filler, CHUNK_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, paddedLength(content.byteLength), true);
  view.setUint32(4, kind, true);
  bytes.set(content, CHUNK_HEADER_BYTES);
  return bytes;
};

const joinedBytes = (pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
};

/** Throws a FileFailure with the reason. */
export const wholeModel = (given: Uint8Array): ArrayBuffer => {
  const parts = modelParts(given);
  refuseOutside(parts.model);
  refuseTooMany(parts.model);
  if (!isForest(parts.model)) throw broken();
  const { model, bytes } = withOneBuffer(parts);
  const chunks = [glbChunk(JSON_CHUNK, new TextEncoder().encode(JSON.stringify(model)), 0x20)];
  if (bytes.length > 0) chunks.push(glbChunk(BINARY_CHUNK, joinedBytes(bytes.pieces), 0));
  const header = new Uint8Array(GLB_HEADER_BYTES);
  const view = new DataView(header.buffer);
  view.setUint32(0, GLB_MAGIC, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, GLB_HEADER_BYTES + chunks.reduce((sum, { byteLength }) => sum + byteLength, 0), true);
  return joinedBytes([header, ...chunks]).buffer;
};

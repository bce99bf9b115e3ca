// The documents of the sample, made from records/documents.json: a PDF with text to search, captions, a 3D model, a plain text, a list, a map layer and a
// short film without sound, so that each viewer has something to show. Small, and the same each time. The film was drawn and encoded
// once, by the VideoEncoder of a browser (VP9, 480 by 320, 12 pictures a second, 34 kB): records/film.json holds its bytes in base 64.

import film from 'src/domain/sample/records/film.json' with { type: 'json' };
import type { Values } from 'src/model/item/Item.ts';

/** One of records/documents.json. */
export interface SampleDocument {
  readonly kind: string;
  readonly originalName: string;
  readonly caption: string;
  readonly lines?: readonly string[];
  /** Length of each line of captions. */
  readonly seconds?: number;
}

interface Made {
  readonly content: Buffer;
  readonly facts: Values;
}

const [PAGE_WIDTH, PAGE_HEIGHT, MARGIN, LEADING] = [595, 842, 72, 24];
const LINES_ON_A_PAGE = 4;

const escapedXml = (line: string): string => line.replaceAll(/[\\()]/g, String.raw`\$&`);

const pageText = (lines: readonly string[]): string =>
  [
    `BT /F1 14 Tf ${LEADING} TL ${MARGIN} ${PAGE_HEIGHT - MARGIN} Td`,
    ...lines.map((line) => `(${escapedXml(line)}) Tj T*`),
    'ET',
  ].join('\n');

/** One object after the other, and where each begins: all that PDF asks for. */
const makePdf = (lines: readonly string[]): Buffer => {
  const pages = Array.from({ length: Math.ceil(lines.length / LINES_ON_A_PAGE) }, (_, at) =>
    pageText(lines.slice(at * LINES_ON_A_PAGE, (at + 1) * LINES_ON_A_PAGE)),
  );
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((text, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    ]),
  ];
  let pdf = '%PDF-1.4\n';
  const starts = objects.map((object, at) => {
    const start = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  pdf += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
};

const CUE_S = 0.6;
const cueTime = (seconds: number): string => `00:00:${seconds.toFixed(3).padStart(6, '0')}`;

const makeCaptions = (lines: readonly string[], seconds: number): Buffer =>
  Buffer.from(
    `WEBVTT\n\n${lines.map((line, at) => `${cueTime(at * seconds)} --> ${cueTime((at + 1) * seconds)}\n${line}\n`).join('\n')}`,
  );

/** Height and radius along the wall of a basket, from the middle of its floor, up outside and down inside. */
const WALL: readonly (readonly [number, number])[] = [
  [0, 0],
  [0, 0.7],
  [0.3, 0.85],
  [0.6, 0.95],
  [0.9, 1],
  [0.92, 0.95],
  [0.6, 0.9],
  [0.08, 0.66],
  [0.08, 0],
];
const CYLINDER_SIDES = 32;
const [FLOATS, SHORTS] = [5126, 5123];
const [VERTICES, INDICES] = [34_962, 34_963];
const FLOAT_BYTES = 4;
/** Woven light and dark. */
const STRIPES = [
  [0.45, 0.26, 0.1],
  [0.1, 0.045, 0.02],
] as const;

const basket = () => {
  const [positions, colours, indices]: [number[], number[], number[]] = [[], [], []];
  for (const [ring, [height, radius]] of WALL.entries())
    for (let side = 0; side <= CYLINDER_SIDES; side += 1) {
      const angle = (side / CYLINDER_SIDES) * 2 * Math.PI;
      positions.push(radius * Math.cos(angle), height, radius * Math.sin(angle));
      colours.push(...(STRIPES[(ring + Math.floor(side / 4)) % 2] ?? STRIPES[0]));
    }
  const row = CYLINDER_SIDES + 1;
  for (let ring = 0; ring < WALL.length - 1; ring += 1)
    for (let side = 0; side < CYLINDER_SIDES; side += 1) {
      const at = ring * row + side;
      indices.push(at, at + row, at + 1, at + 1, at + row, at + row + 1);
    }
  return { positions, colours, indices };
};

const padded = (bytes: Buffer, filler: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, filler)]);

const chunk = (kind: string, bytes: Buffer): Buffer => {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(bytes.length, 0);
  header.write(kind, 4, 'latin1');
  return Buffer.concat([header, bytes]);
};

/** glTF 2.0 in one file. */
const makeModel = (): Buffer => {
  const { positions, colours, indices } = basket();
  const [points, tints] = [positions, colours].map((values) => Buffer.from(Float32Array.from(values).buffer));
  const order = Buffer.from(Uint16Array.from(indices).buffer);
  const binary = Buffer.concat([points ?? [], tints ?? [], order].map((each) => Buffer.from(each)));
  const count = positions.length / 3;
  const length = count * 3 * FLOAT_BYTES;
  const radius = Math.max(...WALL.map(([, each]) => each));
  const height = Math.max(...WALL.map(([each]) => each));
  const model = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: 'Berry basket' }],
    materials: [{ doubleSided: true, pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.9 } }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 }, indices: 2, material: 0 }] }],
    accessors: [
      {
        ...{ bufferView: 0, componentType: FLOATS, count, type: 'VEC3' },
        ...{ min: [-radius, 0, -radius], max: [radius, height, radius] },
      },
      { bufferView: 1, componentType: FLOATS, count, type: 'VEC3' },
      { bufferView: 2, componentType: SHORTS, count: indices.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: length, target: VERTICES },
      { buffer: 0, byteOffset: length, byteLength: length, target: VERTICES },
      { buffer: 0, byteOffset: length * 2, byteLength: order.length, target: INDICES },
    ],
    buffers: [{ byteLength: binary.length }],
  };
  const chunks = [chunk('JSON', padded(Buffer.from(JSON.stringify(model)), 0x20)), chunk('BIN\0', padded(binary, 0))];
  const header = Buffer.alloc(12);
  header.write('glTF', 0, 'latin1');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(12 + chunks.reduce((sum, each) => sum + each.length, 0), 8);
  return Buffer.concat([header, ...chunks]);
};

/** Each line is the name of a feature and the positions of its line: `First step: -139.21 50.34, -139.2 50.35`. */
const makeLayer = (lines: readonly string[]): Buffer => {
  const features = lines.map((line) => {
    const [name = '', positions = ''] = line.split(': ');
    const coordinates = positions.split(', ').map((position) => position.split(' ').map(Number));
    return { type: 'Feature', properties: { name }, geometry: { type: 'LineString', coordinates } };
  });
  return Buffer.from(`${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`);
};

const MAKERS: Readonly<Record<string, (lines: readonly string[], seconds: number) => Made>> = {
  film: () => ({ content: Buffer.from(film.webm, 'base64'), facts: { filetype: 'video/webm' } }),
  pdf: (lines) => ({ content: makePdf(lines), facts: { filetype: 'application/pdf' } }),
  captions: (lines, seconds) => ({ content: makeCaptions(lines, seconds), facts: { filetype: 'text/vtt' } }),
  model: () => ({ content: makeModel(), facts: { filetype: 'model/gltf-binary' } }),
  csv: (lines) => ({ content: Buffer.from(`${lines.join('\r\n')}\r\n`), facts: { filetype: 'text/csv' } }),
  geojson: (lines) => ({ content: makeLayer(lines), facts: { filetype: 'application/geo+json' } }),
  text: (lines) => ({ content: Buffer.from(`${lines.join('\n')}\n`), facts: { filetype: 'text/plain' } }),
};

export const makeDocument = ({ kind, lines = [], seconds = CUE_S }: SampleDocument): Made => {
  const made = MAKERS[kind]?.(lines, seconds);
  if (!made) throw new Error(`no document of the sample is a ${kind}`);
  return made;
};

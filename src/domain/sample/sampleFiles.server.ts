// The files of the sample: pictures composed of shapes in records/pictures.json, short sounds for words, made of tones, and documents.

import sharp from 'sharp';
import type { Values } from 'src/model/item/Item.ts';
import type { SampleFile } from 'src/domain/sample/sampleCommunity.ts';
import { makeDocument } from 'src/domain/sample/sampleDocuments.server.ts';
import documents from 'src/domain/sample/records/documents.json' with { type: 'json' };
import pictures from 'src/domain/sample/records/pictures.json' with { type: 'json' };

const [WIDTH, HEIGHT] = [960, 640];
const SHAPES: Readonly<Record<string, string>> = pictures.shapes;
const PICTURES: Readonly<Record<string, { readonly parts: readonly string[] }>> = pictures.pictures;

/** A part is SVG, or the name of a shape, optionally with position, size and colour: `spruce 120 400 1.5 #234`. */
const svgOf = (part: string): string => {
  if (part.startsWith('<')) return part;
  const [name = '', x = '0', y = '0', scale = '1', colour = '#2f4a43'] = part.split(' ');
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${colour}" color="${colour}">${SHAPES[name] ?? ''}</g>`;
};

const drawPicture = async (name: string): Promise<Buffer> => {
  const shapes = (PICTURES[name]?.parts ?? []).map(svgOf).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><defs>${pictures.colours.join('')}</defs>${shapes}</svg>`;
  // The server blocks this loader for uploaded pictures (decision 52).
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  return await sharp(Buffer.from(svg)).jpeg({ quality: 86 }).toBuffer();
};

const RATE = 8_000;
const HEADER_BYTES = 44;
/** A letter sounds for this many seconds. */
const LETTER_S = 0.14;
const MAX_LETTERS = 14;
const [LOWEST_HZ, VOICE_HZ] = [320, 130];

/** Two soft tones for each letter, over a continuous third one. */
const sampleAt = (letters: readonly number[], seconds: number): number => {
  const within = (seconds % LETTER_S) / LETTER_S;
  const letter = letters[Math.floor(seconds / LETTER_S)] ?? 0;
  const [low, high] = [LOWEST_HZ + (letter % 7) * 70, 900 + (letter % 11) * 130];
  const wave = (hertz: number): number => Math.sin(2 * Math.PI * hertz * seconds);
  const loud = Math.sin(Math.PI * within) * 0.6 + 0.4 * Math.min(1, seconds * 20);
  return loud * (0.3 * wave(VOICE_HZ) + 0.25 * wave(low) + 0.12 * wave(high));
};

/** A WAV of one channel; the same text sounds the same. */
const makeSound = (text: string, most = MAX_LETTERS): Buffer => {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const long = most > MAX_LETTERS ? plain.repeat(Math.ceil(most / Math.max(1, plain.length))) : plain;
  const letters = Array.from(long, (letter) => letter.codePointAt(0) ?? 0).slice(0, most);
  const count = Math.floor(letters.length * LETTER_S * RATE);
  const wav = Buffer.alloc(HEADER_BYTES + count * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  const format = [16, 0x1_0001, RATE, RATE * 2, 0x10_0002];
  format.forEach((value, at) => wav.writeUInt32LE(value, 16 + at * 4));
  wav.write('data', 36);
  wav.writeUInt32LE(count * 2, 40);
  for (let at = 0; at < count; at += 1)
    wav.writeInt16LE(Math.round(sampleAt(letters, at / RATE) * 20_000), HEADER_BYTES + at * 2);
  return wav;
};

/** Returns the content of a file and the properties of its attachment. */
export const makeFile = async (file: SampleFile): Promise<{ readonly content: Buffer; readonly facts: Values }> => {
  if ('document' in file) return makeDocument(documents[file.document as keyof typeof documents]);
  if ('sound' in file) return { content: makeSound(file.sound, file.letters), facts: { filetype: 'audio/wav' } };
  return { content: await drawPicture(file.picture), facts: { filetype: 'image/jpeg', width: WIDTH, height: HEIGHT } };
};

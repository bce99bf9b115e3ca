// Decoded size of a recording, computed before decoding: small files that declare or contain more than a browser's memory.

import { expect, it } from 'vitest';
import { mostSamples } from 'src/client/viewers/soundSamples.ts';

const HALF_AN_HOUR = 1800 * 2 * 44_100;

/** A frame of silence has 14 bytes: 65,536 samples for each of two channels. */
const flac = (frames: number): Buffer => {
  const frame = Buffer.from('fff97918000007ff000000000000'.padEnd(28, '0'), 'hex');
  return Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(38), ...Array.from({ length: frames }, () => frame)]);
};

const page = (flags: number, packets: readonly Buffer[]): Buffer => {
  const head = Buffer.alloc(27);
  head.write('OggS');
  head[5] = flags;
  head[26] = packets.length;
  return Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets]);
};
/** Packets of one byte: 60 ms of silence each. */
const opus = (pages: number): Buffer => {
  const id = Buffer.concat([Buffer.from('OpusHead'), Buffer.from([1, 2]), Buffer.alloc(9)]);
  const silent = page(
    0,
    Array.from({ length: 255 }, () => Buffer.from([0x18])),
  );
  return Buffer.concat([page(2, [id]), ...Array.from({ length: pages }, () => silent)]);
};

/** 128 kbit/s, 44.1 kHz, stereo. */
const mp3 = (frames: number): Buffer => {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9000);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
};

const m4a = (packets: number): Buffer => {
  const table = Buffer.alloc(16);
  table.write('stsz');
  table.writeUInt32BE(packets, 12);
  return Buffer.concat([
    Buffer.from('\u0000\u0000\u0000\u0018ftypM4A \u0000\u0000\u0000\u0000'),
    Buffer.from('mp4a'),
    table,
  ]);
};

/** 16 bits, of that format. */
const wave = (format: number): Buffer => {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(format, 20);
  head.writeUInt16LE(16, 34);
  return Buffer.concat([head, Buffer.alloc(8_000)]);
};

it('[FILE-02] a recording is measured by its frames, not by its declared length', () => {
  expect(mostSamples(flac(1))).toBe(2 * 65_536);
  expect(mostSamples(flac(3_000))).toBeGreaterThan(HALF_AN_HOUR);
  // The packet that declares the kind counts, too.
  expect(mostSamples(opus(1)) / (2 * 255 * 2_880)).toBeCloseTo(1, 0);
  expect(mostSamples(opus(200))).toBeGreaterThan(HALF_AN_HOUR);
  expect(mostSamples(mp3(100))).toBe(100 * 2 * 1_152);
  expect(mostSamples(m4a(2 ** 31))).toBeGreaterThan(HALF_AN_HOUR);
  for (const [content, seconds] of [
    [mp3(1_000), 26],
    [m4a(430), 10],
  ] as const)
    expect(mostSamples(content)).toBeLessThan(4 * seconds * 44_100 * 2);
});

it('[FILE-02] a recording of an unknown kind counts as endless, and a plain one by its samples', () => {
  expect(mostSamples(wave(1))).toBe(wave(1).length / 2);
  const packed = wave(0x55);
  for (const unknown of [
    packed,
    Buffer.from('OggS'),
    Buffer.from('MThd and more'),
    Buffer.from('RIFF    WAVE'),
    Buffer.alloc(0),
  ])
    expect([0, Number.POSITIVE_INFINITY]).toContain(mostSamples(unknown));
  expect(mostSamples(packed)).toBe(Number.POSITIVE_INFINITY);
});

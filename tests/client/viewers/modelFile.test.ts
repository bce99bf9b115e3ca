import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { FileFailure } from 'src/client/viewers/fileFailure.ts';
import { cueWords } from 'src/client/viewers/useCues.ts';
import { wholeModel } from 'src/client/viewers/modelFile.ts';
import { makeDocument } from 'src/domain/sample/sampleDocuments.server.ts';

const bytesOf = (model: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(model));
const asset = { version: '2.0' };
const jsonOf = (glb: ArrayBuffer): { buffers?: unknown[]; bufferViews?: unknown[]; images?: unknown[] } => {
  const length = new DataView(glb).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(glb, 20, length))) as ReturnType<typeof jsonOf>;
};
const failureOf = (given: Uint8Array): readonly unknown[] => {
  try {
    wholeModel(given);
    return [];
  } catch (error) {
    return error instanceof FileFailure ? [error.reason, ...error.names] : [error];
  }
};

describe('[FILE-02] wholeModel', () => {
  it('keeps a model that is one file, and assembles one from its parts', () => {
    const { content } = makeDocument({ kind: 'model', originalName: '', caption: '' });
    expect(jsonOf(wholeModel(content)).bufferViews).toHaveLength(3);
    const data = (bytes: string, type: string): string => `data:${type};base64,${btoa(bytes)}`;
    const together = jsonOf(
      wholeModel(
        bytesOf({
          asset,
          buffers: [
            { byteLength: 5, uri: data('first', '') },
            { byteLength: 6, uri: data('second', '') },
          ],
          bufferViews: [
            { buffer: 0, byteLength: 5 },
            { buffer: 1, byteOffset: 2, byteLength: 4 },
          ],
          images: [{ uri: data('picture', 'image/png') }],
        }),
      ),
    );
    expect(together).toMatchObject({
      buffers: [{ byteLength: 24 }],
      bufferViews: [{ byteOffset: 0 }, { byteOffset: 10 }, { byteOffset: 16, byteLength: 7 }],
      images: [{ mimeType: 'image/png', bufferView: 2 }],
    });
  });

  it.each([
    [{ asset, buffers: [{ uri: 'https://elsewhere.test/a.bin' }], images: [{ uri: '../b.png' }] }, 'outside'],
    [{ asset, buffers: [{ uri: 'file:///etc/passwd' }] }, 'outside'],
    [{ asset, images: [{ uri: '//elsewhere.test/pixel.png' }] }, 'outside'],
    [{ asset, accessors: [{ count: 1_000 }, { count: 1e9, type: 'MAT4' }] }, 'large'],
    [{ asset, accessors: [{ count: 1e9, bufferView: 4 }] }, 'large'],
    [{ asset, extensionsRequired: ['KHR_draco_mesh_compression'] }, 'packed'],
    [{ asset, nodes: [{ children: [1] }, { children: [0] }] }, 'broken'],
    [{ asset, buffers: [{ byteLength: 4 }] }, 'broken'],
    [{ asset, bufferViews: [{ buffer: 7, byteLength: 4 }] }, 'broken'],
    [{ asset: 7 }, 'broken'],
    [null, 'broken'],
  ])('says of %j that it is %s', (model, reason) => {
    expect(failureOf(bytesOf(model))[0]).toBe(reason);
  });

  it('names what a model wants from elsewhere, and fetches none of it', () => {
    expect(failureOf(bytesOf({ asset, images: [{ uri: '//elsewhere.test/x.png' }] }))).toEqual([
      'outside',
      '//elsewhere.test/x.png',
    ]);
  });

  it('survives the beginning of a model, cut at any byte', () => {
    const { content } = makeDocument({ kind: 'model', originalName: '', caption: '' });
    for (let end = 0; end < 200; end += 1) expect(failureOf(content.subarray(0, end))[0]).toBe('broken');
  });

  it('[TRUST] looks at each of many nodes once', () => {
    const chain = bytesOf({ asset, nodes: Array.from({ length: 200_000 }, (_, at) => ({ children: [at + 1] })) });
    // The context ends what takes too long; nothing else could.
    const look = (): readonly unknown[] => failureOf(chain);
    expect(runInNewContext('look()', { look }, { timeout: 10_000 })).toEqual([]);
  });
});

describe('[FILE-02] cueWords', () => {
  it('are only the words of a caption, found in one pass', () => {
    expect(cueWords('<v Edda>The tide <i>turns</i></v> at 3 < 4')).toBe('The tide turns at 3 < 4');
    const find = (): string => cueWords('<'.repeat(200_000));
    expect(runInNewContext('find()', { find }, { timeout: 10_000 })).toHaveLength(200_000);
  });
});

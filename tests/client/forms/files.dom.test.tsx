// Files in a form: what a draft names after a reload, what is refused at once, captions and order, and a save that must wait.

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { uploadFingerprint } from 'src/client/upload/fingerprint.ts';
import { uploadRef } from 'src/model/item/uploadRef.ts';
import { inFrame, openForm, type OpenForm } from 'tests/client/forms/formTools.tsx';

const [PART, WHOLE, GONE] = [1, 2, 3].map((digit) => `0000000${digit}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
];
const name = 'ᐊᓂᔑ.png';
const metadata = `key AAAA,filename ${btoa(String.fromCharCode(...new TextEncoder().encode(name)))}`;

const headers: Readonly<Record<string, Record<string, string>>> = {
  [PART]: { 'upload-offset': '40', 'upload-length': '100', 'upload-metadata': metadata },
  [WHOLE]: { 'upload-offset': '7', 'upload-length': '7', 'upload-metadata': `filename ${btoa('notes.txt')}` },
};

/** A server that has a part of one file, the whole of another, and does not know the third. */
const open = async (files: readonly string[]): Promise<OpenForm> => {
  const fetch = async (path: string): Promise<Response> => {
    const known = headers[path.split('/').at(-1) ?? ''];
    return new Response(null, { status: known ? 200 : 404, headers: known ?? {} });
  };
  const form = await openForm({ title: 'A' }, { environment: { fetch } });
  await act(async () => form.draft.set({ ...form.draft.values, files: [...files] }));
  return form;
};

const files = () => inFrame('/files');
const drop = (...dropped: File[]): void => {
  fireEvent.drop(files().getByRole('button', { name: 'Attach files' }), {
    dataTransfer: { types: ['Files'], files: dropped },
  });
};

describe('files in a form', () => {
  it('[FILE-01] asks the server how far each upload of the draft is, and for the file that it has not whole', async () => {
    const { client, draft } = await open([PART, WHOLE, GONE].map((key) => uploadRef(key)));
    await files().findByText(/^40% of this file is on the server/);
    await files().findByText('notes.txt');
    files().getByText('Attached when you save');
    files().getByText(/^0% of this file/);
    expect(client.uploads.unfinished(draft.values)).toBe(2);
    files().getByRole('button', { name: `Choose ${name} again` });
    const [input] = document.querySelectorAll<HTMLInputElement>('.kf-file-facts input[type=file]');
    fireEvent.change(input as HTMLInputElement, { target: { files: [new File(['x'], 'other.png')] } });
    await waitFor(() => expect(client.alerts.alerts.map(({ message }) => message)).toContain('forms.upload.other'));
  });

  it('[FILE-01] resumes only the file that was begun, not another one of the same name and size', async () => {
    const begun = new File(['x'.repeat(100)], 'map.png', { lastModified: 1 });
    const fingerprint = await uploadFingerprint(begun);
    headers[PART]!['upload-metadata'] = `filename ${btoa('map.png')},fingerprint ${btoa(fingerprint ?? '')}`;
    const { client } = await open([uploadRef(PART)]);
    await files().findByText(/^40% of this file/);
    const others = [
      new File(['x'.repeat(99), 'y'], 'map.png', { lastModified: 1 }),
      new File(['x'.repeat(100)], 'map.png', { lastModified: 2 }),
    ];
    for (const other of others) expect(await client.uploads.isSame(PART, other)).toBe(false);
    expect(await client.uploads.isSame(PART, new File(['x'.repeat(100)], 'map.png', { lastModified: 1 }))).toBe(true);
    headers[PART]!['upload-metadata'] = metadata;
  });

  it('[FILE-01] keeps captions and order with the draft, by keyboard, and sees no mistake in what is on its way', async () => {
    const { draft, handle } = await open([PART, WHOLE].map((key) => uploadRef(key)));
    const caption = await files().findByLabelText('Caption of notes.txt');
    fireEvent.change(caption, { target: { value: 'Spring camp & fire' } });
    expect(draft.values['files']).toEqual([uploadRef(PART), uploadRef(WHOLE, { caption: 'Spring camp & fire' })]);
    fireEvent.click(files().getByRole('button', { name: /^Move .*notes\.txt up$|^Move up.*notes\.txt/ }));
    expect(draft.values['files']).toEqual([uploadRef(WHOLE, { caption: 'Spring camp & fire' }), uploadRef(PART)]);
    await act(async () => void handle.current?.check());
    expect(files().queryByText(/does not exist|not a valid/i)).toBeNull();
    expect(document.querySelectorAll('[data-pointer="/files"] .kf-errors')).toHaveLength(0);
  });

  it('[FILE-02] says at once what cannot be attached, and takes nothing of it', async () => {
    const { client, draft } = await open([]);
    await screen.findByText('Or drag files here, or paste.');
    drop(new File(['song'], 'song.mp3', { type: 'audio/mpeg' }));
    const large = new File(['x'], 'large.png', { type: 'image/png' });
    Object.defineProperty(large, 'size', { value: 5_000_001 });
    drop(large);
    const messages = client.alerts.alerts.map(({ message }) => message);
    expect(messages).toEqual(expect.arrayContaining(['forms.upload.kind', 'forms.upload.size']));
    expect(draft.values['files']).toBeUndefined();
  });

  it('[FORM-06] offers the place that a photo says, and puts it into the record only when the person says so', async () => {
    // This page draws nothing.
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('nothing is drawn')));
    onTestFinished(() => void vi.unstubAllGlobals());
    const photo = async (gps: Record<string, string>): Promise<File> => {
      const drawn = sharp({ create: { width: 8, height: 8, channels: 3, background: '#468' } });
      const bytes = await drawn
        .jpeg()
        .withExif({ IFD0: { Make: 'camera' }, IFD3: gps })
        .toBuffer();
      return new File([new Uint8Array(bytes)], 'spring.jpg', { type: 'image/jpeg' });
    };
    const west = { GPSLongitudeRef: 'W', GPSLongitude: '101/1 15/1 0/1' };
    const [one, other, none] = await Promise.all([
      photo({ GPSLatitudeRef: 'N', GPSLatitude: '55/1 30/1 0/1', ...west }),
      photo({ GPSLatitudeRef: 'S', GPSLatitude: '12/1 0/1 0/1', ...west }),
      photo({ GPSLatitudeRef: 'N', GPSLatitude: '0/1 0/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '0/1 0/1 0/1' }),
    ]);
    const { draft } = await open([]);
    await screen.findByText('Or drag files here, or paste.');
    drop(none);
    drop(one);
    await files().findByText(/spring\.jpg contains the place where it was taken: 55\.500000°, -101\.250000°/);
    expect(draft.values['place']).toBeUndefined();
    fireEvent.click(files().getByRole('button', { name: 'Do not use it' }));
    expect(files().queryByText(/contains the place where it was taken/)).toBeNull();
    drop(other);
    await files().findByText(/taken: -12\.000000°/);
    await act(async () => void fireEvent.click(files().getByRole('button', { name: /^Use it as / })));
    expect(draft.values['place']).toEqual({ type: 'Point', coordinates: [-101.25, -12] });
    expect(files().queryByText(/contains the place where it was taken/)).toBeNull();
    expect((inFrame('/place').getByLabelText('Latitude') as HTMLInputElement).value).toBe('-12');
    // A place that is there is the person's own: it is not offered again.
    drop(one);
    await waitFor(() => expect(files().getAllByText('spring.jpg').length).toBeGreaterThanOrEqual(4));
    expect(files().queryByText(/contains the place where it was taken/)).toBeNull();
  });
});

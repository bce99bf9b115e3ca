// The printed parts of a letter around its text: addresses of both sides, attention, salutation, file numbers, signature, copies.

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { okOf } from 'tests/product/productOperations.ts';
import { STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';

const letters = useLetterWorld();
const { add, act, read, change, newResponse } = letters;

/** The words of the first page of its PDF. */
const firstPageOf = async (id: string) => {
  const { key } = okOf(await act(STAFF, 'previewLetter/async', id, { format: 'pdf' }));
  await letters.world.runJobs();
  const file = await letters.world.get(STAFF, `/task-result/${String(key)}`);
  const document = await getDocument({ data: new Uint8Array(await file.arrayBuffer()), verbosity: 0 }).promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  return { page, text: text.replaceAll(/\s+/gu, ' ') };
};

it('[WF-02] a letter is one to sign: both addresses, attention, salutation, file numbers, signature and copies', async () => {
  const address = (line1: string) => ({ line1, line2: null, city: 'Lake', region: 'BC', postalCode: 'V0V 0V0' });
  await letters.world.change(letters.world.own, {
    ...{ displayName: 'Lake Community', phone: '+1 250 555 0100', email: 'office@example.org' },
    address: address('1 Lake Road'),
  });
  await letters.world.change(letters.proponent, { displayName: 'Road Builders', address: address('9 Pit Street') });
  const contact = await add('Contact', {
    _related: letters.proponent,
    firstName: 'Ida',
    lastName: 'Dale',
    blocked: null,
  });
  const asked = await add('Consultation', {
    ...{ projectName: 'Pier', primaryOrg: letters.proponent, communities: [letters.world.own] },
    primaryContacts: [contact],
  });
  const about = await newResponse(asked);
  const template = await add('LetterTemplate', {
    ...{ label: 'Signed', owner: letters.world.own, state: 'ACTIVE', subject: 'Our answer', language: 'EN' },
    ...{ body: 'Thank you.', signature: 'With respect,\n{me}\nFor {owner}', annexes: null },
  });
  const id = String(okOf(await act(STAFF, 'draftLetter', about, { template }))['$id']);
  expect(await read(id)).toMatchObject({
    ...{ attention: 'Ida Dale', salutation: 'Dear Ida Dale,', fileNumber: asked },
    signature: 'With respect,\ncapability holder\nFor Lake Community',
  });
  const bytes = await sharp({ create: { width: 300, height: 90, channels: 3, background: '#225588' } })
    .png()
    .toBuffer();
  const picture = await letters.world.attach(id, { originalName: 'signature.png', bytes });
  await letters.world.change(id, { signatureImage: [picture] });
  await change(id, { copies: 'Regional office\nElders council', date: '2026-03-02' });
  const { page, text } = await firstPageOf(id);
  const order = [
    ...['Lake Community', '1 Lake Road', 'Lake BC V0V 0V0', 'Phone: +1 250 555 0100', 'Email: office@example.org'],
    ...[
      'March 2, 2026',
      'Road Builders',
      'Attention: Ida Dale',
      '9 Pit Street',
      `Our file: ${asked}`,
      'Reference: REF-77',
    ],
    ...[
      'Our answer',
      'Dear Ida Dale,',
      'Thank you.',
      'With respect,',
      'capability holder',
      'Copies to',
      'Elders council',
    ],
  ];
  const places = order.map((part) => [part, text.indexOf(part)] as const);
  expect(places.filter(([, at]) => at < 0)).toEqual([]);
  expect(places.map(([, at]) => at)).toEqual(places.map(([, at]) => at).toSorted((one, other) => one - other));
  const figures = JSON.stringify(await page.getStructTree());
  expect(figures).toContain('"alt":"With respect,"');
}, 60_000);

it('[WF-02] [FORM-04] the date of a letter is in words of its language', async () => {
  const about = await newResponse();
  const template = await add('LetterTemplate', {
    ...{ label: 'Réponse', owner: letters.world.own, state: 'ACTIVE', subject: 'Notre réponse', language: 'FR' },
    ...{ body: 'Au {today}.', annexes: null },
  });
  const id = String(okOf(await act(STAFF, 'draftLetter', about, { template }))['$id']);
  await change(id, { date: '2026-03-02' });
  const { text } = await firstPageOf(id);
  expect(text).toContain('2 mars 2026');
  expect(text).not.toContain('March');
  // Values of merge fields are in that language, too.
  expect(String((await read(id))['body'])).toMatch(/^Au \d{1,2}(?:er)? \p{Letter}+ \d{4}\.$/u);
  expect(String((await read(id))['body'])).not.toMatch(
    /January|February|March|April|May|June|July|August|September|October|November|December/,
  );
}, 60_000);

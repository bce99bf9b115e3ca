// The editor of formatted text as people use it who come from a word processor: what was typed survives a reload and the browser's Back, two people
// write at once, text is pasted from Word and from a web page, and a passage is commented on by keyboard.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, startEditing } from 'tests/e2e/harness/columns.ts';
import { untilKept } from 'tests/e2e/harness/onDevice.ts';
import { moveToEnd } from 'tests/e2e/harness/moveToEnd.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { askingOf, OWNER } from 'tests/e2e/preparedResponse.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { pagesOf } from 'tests/server/letters/readPdf.ts';

const world = useWorld();
const { ask, make, find, readAll } = askingOf(world);

const newTemplate = (label: string, body: string): Promise<string> =>
  make('LetterTemplate', { label, owner: OWNER, state: 'ACTIVE', subject: label, body });

const bodyOf = async (id: string): Promise<unknown> => (await ask(`read/${id}`, null))['body'];

const textOf = (item: Locator): Locator => item.getByRole('textbox', { name: /^Text (with fields|\(required\))/ });

const typeAtEnd = async (item: Locator, words: string): Promise<void> => {
  await moveToEnd(textOf(item));
  await textOf(item).pressSequentially(words);
};

/** A letter to the proponent that is not approved yet. */
const draftLetter = async (body: string): Promise<{ readonly letter: string; readonly consultation: string }> => {
  const template = await newTemplate(`Letter ${Date.now()}`, body);
  const responses = await readAll(await find({ _t: ['ConsultResponse'], state: ['PENDING'] }));
  const response = responses.find(
    ({ community, primaryOrg }) => community === OWNER && primaryOrg === 'Organization-3',
  );
  const _i = Number(String(response?.['$id']).split('-')[1]);
  const { $id } = await ask('act/draftLetter', { _t: 'ConsultResponse', _i, template });
  return { letter: String($id), consultation: String(response?.['consultation']) };
};

const move = async (id: string, name: string): Promise<void> => {
  const { _u = 0 } = await ask(`read/${id}`, null);
  await ask('act/transition', { _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]), name, u: _u });
};

/** Pastes as the browser does after Ctrl+V. All tests in this browser share the clipboard, so it is not used. */
const paste = (text: Locator, html: string): Promise<void> =>
  text.evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', given);
    clipboardData.setData('text/plain', 'plain text of the same');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

const wordEntry = (sign: string, text: string, level = 1, place = 'Middle'): string => `
<p class=MsoListParagraphCxSp${place} style='margin-left:${level * 36}.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l${sign === '1.' || sign === '2.' ? 1 : 0} level${level} lfo1'><![if !supportLists]><span
lang=EN-CA style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span
style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span
lang=EN-CA>${text}<o:p></o:p></span></p>`;

const wordCell = (text: string): string => `
  <td width=208 valign=top style='width:155.8pt;border:solid windowtext 1.0pt;mso-border-alt:solid windowtext .5pt;padding:0cm 5.4pt 0cm 5.4pt'>
  <p class=MsoNormal style='margin-bottom:0cm;line-height:normal'><span lang=EN-CA>${text}<o:p></o:p></span></p></td>`;

/** Clipboard content of Word for Windows. */
const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15"><link rel=File-List href="file:///C:/Users/A/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View><w:Zoom>0</w:Zoom></w:WordDocument></xml><![endif]-->
<style><!-- /* Style Definitions */ p.MsoNormal {mso-style-qformat:yes; margin:0cm; font-size:11.0pt;}
@list l0 {mso-list-id:1042; mso-list-template-ids:67698689;} --></style></head>
<body lang=EN-CA style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<h2><span lang=EN-CA>What the council asks<o:p></o:p></span></h2>
<p class=MsoNormal><span lang=EN-CA>The crossing lies <b style='mso-bidi-font-weight:normal'>within</b> the
<i style='mso-bidi-font-style:normal'>resting</i> water, see <a href="https://example.test/plan">the plan</a>.<span class=MsoCommentReference><span style='font-size:8.0pt'><a
class=msocomanchor id="_anchor_1" href="#_msocom_1">[AB1]</a><span style='mso-special-character:comment'>&nbsp;</span></span></span><span
style='display:none;mso-hide:all'>hidden words</span><o:p></o:p></span></p>
${wordEntry('·', 'Move the pier', 1, 'First')}${wordEntry('o', 'by ten metres', 2)}${wordEntry('·', 'Keep the bank', 1, 'Last')}
<p class=MsoNormal><span lang=EN-CA><o:p>&nbsp;</o:p></span></p>
${wordEntry('1.', 'First the survey', 1, 'First')}${wordEntry('2.', 'Then the pier', 1, 'Last')}
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-yfti-tbllook:1184'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>${wordCell('Place')}${wordCell('Distance')}</tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>${wordCell('Creek')}${wordCell('100 m')}</tr>
</table>
<p class=MsoNormal><span lang=EN-CA style='mso-fareast-language:EN-US'>Yours, the council<o:p></o:p></span></p>
<div style='mso-element:comment-list'><hr class=msocomoff align=left size=1 width="33%"><div style='mso-element:comment'>
<div id="_com_1" class=msocomtxt><p class=MsoCommentText>[AB1]The council has not agreed yet<o:p></o:p></p></div></div></div>
<!--EndFragment--></body></html>`;

const FROM_WORD = [
  '## What the council asks',
  'The crossing lies **within** the *resting* water, see [the plan](https://example.test/plan).',
  '- Move the pier\n  - by ten metres\n- Keep the bank',
  '1. First the survey\n2. Then the pier',
  '| Place | Distance |\n| --- | --- |\n| Creek | 100 m |',
  'Yours, the council',
].join('\n\n');

/** Clipboard content of Chromium for a part of a web page. */
const PAGE = `<html><body><!--StartFragment--><meta charset='utf-8'><nav style="display:none">Skip</nav>
<h3 style="color: rgb(32, 33, 34); font-family: sans-serif; orphans: 2;">The river<span class="edit">&nbsp;</span></h3>
<div style="margin: 0px;"><div><p style="margin: 0.5em 0px; background-color: rgb(255, 255, 255);">It is <span style="font-weight: 700;">wide</span> and
<span style="font-style: italic;">slow</span>.<sup><a href="#note-1">[1]</a></sup> <img src="https://example.test/tracker.png" alt="River"></p></div></div>
<ul style="list-style-image: url(x);"><li style="color: red;">pike<script>alert(1)</script></li><li><p>perch</p></li></ul>
<button onclick="steal()">Subscribe</button><a href="javascript:alert(1)">more</a><!--EndFragment--></body></html>`;

it('[CELL-02] [EXPERIENCE] what is typed in the editor is there after a reload and after the browser goes back', async () => {
  const id = await newTemplate('Kept text', 'Dear reader,');
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/' });
  await page.goto(`/i-${id}`);
  const item = columnAt(page, 1);
  await startEditing(item);
  await typeAtEnd(item, ' typed before a reload');
  await untilKept(page, 1);
  await page.reload();
  await startEditing(item);
  await textOf(item).getByText('Dear reader, typed before a reload').waitFor();
  await typeAtEnd(item, ' and before Back');
  await untilKept(page, 1);
  await page.goBack();
  await page.getByRole('heading', { name: 'Continue' }).waitFor();
  await page.goForward();
  await startEditing(item);
  await textOf(item).getByText('Dear reader, typed before a reload and before Back').waitFor();
  await page.getByRole('button', { name: 'Save now' }).click();
  await expect.poll(() => bodyOf(id)).toBe('Dear reader, typed before a reload and before Back');
}, 60_000);

const saveAs = async (page: Page, id: string, body: string): Promise<void> => {
  await page.getByRole('button', { name: 'Save now' }).click();
  await expect.poll(() => bodyOf(id)).toBe(body);
};

it('[CELL-02] [ITEM-07] two people who write in the same text lose no words without being asked', async () => {
  const id = await newTemplate('Text of two', 'Dear reader,');
  const one = await world.open({ as: 'staff', screen: 'wide', at: `/i-${id}` });
  const two = await world.open({ as: 'admin', screen: 'wide', at: `/i-${id}` });
  const [mine, theirs] = [columnAt(one.page, 1), columnAt(two.page, 1)];
  await startEditing(mine);
  await startEditing(theirs);
  await typeAtEnd(mine, ' the creek is near');
  await saveAs(one.page, id, 'Dear reader, the creek is near');
  // A person who has typed nothing sees the saved text.
  await textOf(theirs).getByText('the creek is near').waitFor();
  await typeAtEnd(theirs, ' and the road is far');
  // Saving leads back to the page of the record.
  await startEditing(mine);
  await typeAtEnd(mine, ' and deep');
  await saveAs(one.page, id, 'Dear reader, the creek is near and deep');
  await textOf(theirs).getByText('the creek is near and the road is far').waitFor();
  await two.page.getByRole('button', { name: 'Save now' }).click();
  const choice = theirs.getByRole('region', { name: 'Someone else changed the same values.' });
  await choice.getByText('the creek is near and the road is far').waitFor();
  await choice.getByText('the creek is near and deep').waitFor();
  expect(await bodyOf(id)).toBe('Dear reader, the creek is near and deep');
  expect(await axe(two.page)).toEqual([]);
  await screenshot(two.page, 'editor-two-people');
  await choice.getByRole('button', { name: 'Use these and save' }).click();
  await expect.poll(() => bodyOf(id)).toBe('Dear reader, the creek is near and the road is far');
  // The history has the replaced text.
  await theirs.getByRole('tab', { name: 'History' }).click();
  await theirs.getByText('and deep').first().waitFor();
}, 90_000);

it('[EXPERIENCE] [CONS-02] what is pasted from Word is clean in the letter that is sent', async () => {
  const { letter, consultation } = await draftLetter('About {projectName}.');
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: `/i-${letter}` });
  const item = columnAt(page, 1);
  await startEditing(item);
  await textOf(item).press('ControlOrMeta+a');
  await paste(textOf(item), WORD);
  await screenshot(page, 'editor-from-word');
  await saveAs(page, letter, FROM_WORD);
  await move(letter, 'approve');
  await item.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Send' }).click();
  await page.getByRole('dialog', { name: 'Send' }).getByRole('button', { name: 'Send' }).click();
  await expect.poll(async () => (await ask(`read/${letter}`, null))['state']).toBe('SENT');
  const threads = await find({ _t: ['Thread'], context: [consultation] }, 'proponent');
  const said = await readAll(await find({ _t: ['Message'], thread: threads }, 'proponent'), 'proponent');
  const file = said.flatMap(({ attachments = [] }) => attachments as readonly string[]).at(-1) ?? '';
  const authorization = `Bearer ${await tokenOf(world.url, 'proponent')}`;
  const sent = await fetch(`${world.url}/attachment/${file.split('-')[1]}`, { headers: { authorization } });
  const printed = (await pagesOf(Buffer.from(await sent.arrayBuffer()))).join(' ').replaceAll(/\s+/g, ' ');
  for (const words of ['What the council asks', 'Move the pier', 'by ten metres', 'First the survey', '100 m'])
    expect(printed).toContain(words);
  expect(printed).not.toMatch(/mso|supportLists|Style Definitions|not agreed|hidden words|\*\*|\|/i);
}, 90_000);

it('[EXPERIENCE] what is pasted from a web page keeps its text and structure, and nothing that runs or loads', async () => {
  const id = await newTemplate('From a page', 'x');
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: `/i-${id}` });
  const item = columnAt(page, 1);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await startEditing(item);
  await textOf(item).press('ControlOrMeta+a');
  await paste(textOf(item), PAGE);
  await page.getByRole('button', { name: 'Save now' }).click();
  await expect.poll(() => bodyOf(id)).not.toBe('x');
  expect(await bodyOf(id)).toBe('### The river\n\nIt is **wide** and *slow*.\\[1\\]\n\n- pike\n- perch\n\nmore');
  expect(loaded.filter((url) => url.includes('example.test'))).toEqual([]);
}, 60_000);

it('[CONS-02] [EXPERIENCE] a passage is commented on by keyboard only', async () => {
  const { letter } = await draftLetter('# Our answer\n\nWe ask for a bridge.\n\n- Keep the bank');
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: `/i-${letter}` });
  const item = columnAt(page, 1);
  await item.getByText('We ask for a bridge.').waitFor();
  await item.getByRole('button', { name: 'Comment on a passage' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Comment on a passage' });
  const passages = dialog.getByRole('combobox', { name: 'Passage' });
  await passages.waitFor();
  expect(await passages.getByRole('option').allTextContents()).toEqual(
    expect.arrayContaining(['Our answer', 'We ask for a bridge.', 'Keep the bank']) as string[],
  );
  expect(await axe(page)).toEqual([]);
  await passages.press('Home');
  await page.keyboard.type('We ask');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Which bridge?');
  await screenshot(page, 'editor-comment-keyboard');
  await dialog.getByRole('button', { name: 'Add the comment' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await item.getByText('One comment is not resolved. You can still approve.').waitFor();
  const [thread = ''] = await find({ _t: ['Thread'], context: [letter] }, 'staff');
  expect((await ask(`read/${thread}`, null, 'staff'))['quote']).toEqual({
    path: 'body',
    exact: 'We ask for a bridge.',
  });
}, 60_000);

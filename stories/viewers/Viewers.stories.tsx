// The viewers of files: each over the page as a person opens it, and all of them on a sheet in several states: loading, failed, broken,
// with a long name, and from right to left.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { useClient } from 'src/client/useClient.ts';
import { fileTitle, fileTypeOf } from 'src/client/viewers/fileFacts.ts';
import { FileViewer } from 'src/client/viewers/FileViewer.tsx';
import { Stage } from 'src/client/viewers/Stage.tsx';
import 'src/client/viewers/viewers.css';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { Frame, Sheet } from 'stories/product/Frame.tsx';
import { sampleItemsOfType } from 'stories/product/sampleItems.ts';
import type { ScriptedClientOptions } from 'stories/scripted/createScriptedClient.ts';
import { BROKEN, NEVER_THERE } from 'stories/viewers/madeFiles.ts';

const files = sampleItemsOfType('Attachment');

const ended = (ending: string): Item => {
  const file = files.find((each) => fileTitle(each).endsWith(ending));
  if (!file) throw new Error(`no file of the sample ends in ${ending}`);
  return file;
};

const changed = (file: Item, values: Readonly<Record<string, string | number>>): Item =>
  ({ ...file, ...values }) as unknown as Item;

const unknown = changed(ended('.txt'), {
  ...{ originalName: 'weir-narrows.qgz', filetype: 'application/x-qgis', caption: 'The project of the map.' },
  size: 48_000,
});

const KINDS: readonly (readonly [name: string, file: Item])[] = [
  ['Picture', ended('.jpg')],
  ['Document', ended('.pdf')],
  ['Sound', ended('.wav')],
  ['Film', ended('.webm')],
  ['Model', ended('.glb')],
  ['Text', ended('.txt')],
  ['Unknown', unknown],
];

const LONG =
  'what-was-written-down-at-the-narrows-on-the-day-of-the-long-line-by-everybody-who-was-there-and-by-two-who-were-not';
const long = (file: Item): Item =>
  changed(file, {
    originalName: `${LONG}${/\.[^.]*$/.exec(fileTitle(file))?.[0] ?? ''}`,
    caption: `${LONG.replaceAll('-', ' ')}, and then some more of it in a caption that goes on`,
  });

/** Returns all files of the item that the file belongs to. */
const beside = ({ rel }: Item): readonly Item[] => files.filter((each) => each['rel'] === rel);

const OneFile = ({ ids, id }: { readonly ids: readonly ItemId[]; readonly id: ItemId }) => {
  const { items } = useClient();
  return (
    <FileViewer ids={ids.filter((each) => items.get(each).state !== 'gone')} id={id} show={() => {}} close={() => {}} />
  );
};

interface OpenedProps {
  readonly file: Item;
  readonly options?: ScriptedClientOptions;
}

const Opened = ({ file, options }: OpenedProps) => {
  const ids = beside(file).map(({ $id }) => $id);
  const items = [...files.filter(({ $id }) => $id !== file.$id), file];
  return (
    <Frame name={`A file of the type ${fileTypeOf(file)}`} options={{ items, ...options }} height={200}>
      <OneFile ids={ids.includes(file.$id) ? ids : [file.$id]} id={file.$id} />
    </Frame>
  );
};

interface AllProps {
  readonly change: (file: Item) => Item;
  readonly dir?: 'rtl';
}

const All = ({ change, dir }: AllProps) => (
  <Sheet width={380}>
    {KINDS.map(([name, file]) => (
      <Frame key={name} name={name} height={380} {...(dir && { dir })}>
        <div className="kk-viewer" style={{ blockSize: '100%' }}>
          <Stage file={change(file)} beside={beside(file)} />
        </div>
      </Frame>
    ))}
  </Sheet>
);

const meta: Meta = {
  title: 'viewers/Files',
  parameters: {
    usage:
      'Use to look at a file without leaving its record. Not for a kind of file without a viewer: offer its download. Accessibility: The viewer takes the focus, closes with Escape, and offers a text for each picture and captions for each recording.',
  },
};
export default meta;

type Story = StoryObj;

const opened = (name: string): Story => ({
  render: () => {
    const file = KINDS.find(([each]) => each === name)?.[1];
    return file ? <Opened file={file} /> : <p>{name}</p>;
  },
});

export const Picture: Story = opened('Picture');
export const Document: Story = opened('Document');
export const Sound: Story = opened('Sound');
export const Film: Story = opened('Film');
export const Model: Story = opened('Model');
export const Text: Story = opened('Text');
export const Unknown: Story = opened('Unknown');
export const LongName: Story = { render: () => <Opened file={long(ended('.jpg'))} /> };
export const RightToLeft: Story = { ...opened('Film'), globals: { direction: 'rtl' } };
export const NotYetThere: Story = {
  render: () => <Opened file={ended('.pdf')} options={{ operations: { readMany: () => new Promise(() => {}) } }} />,
};
export const NotForThisPerson: Story = {
  render: () => <Opened file={ended('.pdf')} options={{ operations: { readMany: () => ({}) } }} />,
};

/** Answers the browser's requests for files with `answer`. */
const answering = (answer: () => Promise<Response>) => () => {
  const { fetch } = window;
  window.fetch = (asked, options) => {
    const address = asked instanceof Request ? asked.url : String(asked);
    return address.includes('/attachment/') ? answer() : fetch(asked, options);
  };
  return () => {
    window.fetch = fetch;
  };
};

export const AllLoading: Story = {
  beforeEach: answering(() => new Promise(() => {})),
  render: () => <All change={(file) => changed(file, { $id: NEVER_THERE })} />,
};
/** Refuses after a delay: the reader of PDF documents registers its handler after it sends the request. */
const refusing = async (): Promise<Response> => {
  await new Promise((resolve) => setTimeout(resolve, 200));
  return new Response('', { status: 503 });
};
export const AllFailed: Story = {
  beforeEach: answering(refusing),
  render: () => <All change={(file) => changed(file, { $id: BROKEN })} />,
};
export const AllBroken: Story = { render: () => <All change={(file) => changed(file, { $id: BROKEN })} /> };
export const AllWithLongNames: Story = {
  render: () => <All change={(file) => changed(long(file), { $id: BROKEN })} />,
};
export const AllRightToLeft: Story = { render: () => <All change={(file) => file} dir="rtl" /> };

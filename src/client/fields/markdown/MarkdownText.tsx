// A text in Markdown as people read it. Loaded when an item with such a text is shown.

import { createContext, Fragment, use, type ReactNode } from 'react';
import type { MergeFieldList } from 'src/client/ClientDomain.ts';
import { useMergeFields } from 'src/client/fields/markdown/fieldList.ts';
import { markdownBlocks, type Block, type Run } from 'src/model/text/markdownBlocks.ts';
import { withoutMarkdown } from 'src/model/text/withoutMarkdown.ts';
import 'src/client/fields/markdown/markdown.css';

interface MarkdownTextProps {
  /** The item whose text it is, for comments on passages of it. */
  readonly id: string | undefined;
  readonly type: string;
  readonly path: string;
  readonly text: string;
  /** True for one of several titled texts: its headings come below its title. */
  readonly titled?: boolean;
}

/** Elements of the three levels of headings in a text. */
type Headings = Readonly<Record<1 | 2 | 3, 'h3' | 'h4' | 'h5' | 'h6'>>;
const TEXT_HEADINGS: Headings = { 1: 'h3', 2: 'h4', 3: 'h5' };
/** Headings of a text whose own title is a heading of the fifth level. */
const HEADINGS_BELOW: Headings = { 1: 'h6', 2: 'h6', 3: 'h6' };
const HeadingsContext = createContext(TEXT_HEADINGS);

const FieldChip = ({ path, list }: { readonly path: string; readonly list: MergeFieldList | undefined }) => {
  if (!list) return <>{`{${path}}`}</>;
  const problem = list.problemOf(path);
  return (
    <span className={problem === undefined ? 'kf-chip' : 'kf-chip kf-chip-wrong'} title={problem ?? `{${path}}`}>
      {list.titleOf(path)}
      {problem !== undefined && <span className="kk-unseen"> ({problem})</span>}
    </span>
  );
};

const lines = (text: string): ReactNode =>
  text.split('\n').map((line, at) => (
    <Fragment key={at}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ));

const styled = (run: Run, list: MergeFieldList | undefined): ReactNode => {
  let content: ReactNode = run.field === undefined ? lines(run.text) : <FieldChip path={run.field} list={list} />;
  if (run.bold) content = <strong>{content}</strong>;
  if (run.italic) content = <em>{content}</em>;
  if (run.struck) content = <s>{content}</s>;
  if (run.link !== undefined)
    content = (
      <a href={run.link} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    );
  return content;
};

interface ListedProps {
  readonly list: MergeFieldList | undefined;
}

const Runs = ({ runs, list }: ListedProps & { readonly runs: readonly Run[] }) => (
  <>
    {runs.map((run, at) => (
      <Fragment key={at}>{styled(run, list)}</Fragment>
    ))}
  </>
);

const TableBlock = ({ block, list }: ListedProps & { readonly block: Extract<Block, { kind: 'table' }> }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that is wider than the page is scrolled by keys
  <div className="kf-markdown-table" tabIndex={0}>
    <table>
      <thead>
        <tr>
          {block.head.map((runs, at) => (
            <th key={at} scope="col">
              <Runs runs={runs} list={list} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row, rowAt) => (
          <tr key={rowAt}>
            {row.map((runs, at) => (
              <td key={at}>
                <Runs runs={runs} list={list} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const BlockView = ({ block, list }: ListedProps & { readonly block: Block }) => {
  const headings = use(HeadingsContext);
  switch (block.kind) {
    case 'paragraph':
      return (
        <p dir="auto">
          <Runs runs={block.runs} list={list} />
        </p>
      );
    case 'heading': {
      const Heading = headings[block.level];
      return (
        <Heading dir="auto">
          <Runs runs={block.runs} list={list} />
        </Heading>
      );
    }
    case 'list': {
      const entries = block.entries.map((entry, at) => (
        <li key={at} dir="auto">
          <Blocks blocks={entry} list={list} />
        </li>
      ));
      return block.start === undefined ? <ul>{entries}</ul> : <ol start={block.start}>{entries}</ol>;
    }
    case 'table':
      return <TableBlock block={block} list={list} />;
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} list={list} />
        </blockquote>
      );
    case 'rule':
      return <hr />;
  }
};

const Blocks = ({ blocks, list }: ListedProps & { readonly blocks: readonly Block[] }) => (
  <>
    {blocks.map((block, at) => (
      <BlockView key={at} block={block} list={list} />
    ))}
  </>
);

export const MarkdownText = ({ id, type, path, text, titled = false }: MarkdownTextProps) => (
  <div className="kf-markdown" data-text={id === undefined ? undefined : `${id}/${path}`}>
    <HeadingsContext value={titled ? HEADINGS_BELOW : TEXT_HEADINGS}>
      <Blocks blocks={markdownBlocks(text)} list={useMergeFields(type, path)} />
    </HeadingsContext>
  </div>
);

/** The words of the text on one line. */
export const MarkdownLine = ({ text }: { readonly text: string }) => {
  const line = withoutMarkdown(text);
  return (
    <span dir="auto" className="kf-line" title={line}>
      {line}
    </span>
  );
};

// Groups and repeats of a form. A repeat has numbered entries; where the person decides on their number, buttons add and remove them.

import { memo } from 'react';
import { Button, useMessages } from 'src/client/extend.ts';
import { useFormNode, useFormView } from 'src/domain/geokeeper/formView/formViewContext.client.ts';
import { QuestionView } from 'src/domain/geokeeper/formView/questionView.client.tsx';
import type { AnswerPath, SessionNode } from 'src/domain/geokeeper/forms/fillSession.ts';

interface PathProps {
  readonly path: AnswerPath;
}

const ViewEntryView = memo(
  ({ path, number, label }: PathProps & { readonly number: number; readonly label: string }) => {
    const { session, readOnly, idPrefix } = useFormView();
    const messages = useMessages();
    const node = useFormNode(path);
    const repeat = useFormNode(path.slice(0, path.lastIndexOf('/')));
    if (!node?.relevant) return null;
    const name = messages.format('fieldForms.entry', { name: label, number });
    return (
      <li className="kf-entry" id={`${idPrefix}${path}`} tabIndex={-1}>
        <div className="kf-row kf-entry-head">
          <h4 className="kk-fill" dir="auto">
            {name}
          </h4>
          {repeat?.growable === true && !readOnly && (
            <Button variant="minimal" icon="trash" onClick={() => session.removeEntry(path)}>
              {messages.format('fieldForms.removeEntry', { name })}
            </Button>
          )}
        </div>
        {node.children.map((child) => (
          <NodeView key={child} path={child} />
        ))}
      </li>
    );
  },
);
ViewEntryView.displayName = 'EntryView';

const RepeatView = ({ node }: { readonly node: SessionNode }) => {
  const { session, readOnly, idPrefix } = useFormView();
  const messages = useMessages();
  const label = node.label || node.question.name;
  const labelId = `${idPrefix}${node.path}:label`;
  const add = (): void => {
    const entry = session.addEntry(node.path);
    // The entry is an element after the next rendering.
    requestAnimationFrame(() => document.getElementById(`${idPrefix}${entry}`)?.focus());
  };
  return (
    <section className="kf-section" aria-labelledby={labelId}>
      <h3 id={labelId} dir="auto">
        {label}
      </h3>
      {node.hint !== '' && (
        <p className="kf-hint" dir="auto">
          {node.hint}
        </p>
      )}
      <ol className="kf-entries">
        {node.children.map((entry, at) => (
          <ViewEntryView key={entry} path={entry} number={at + 1} label={label} />
        ))}
      </ol>
      {node.children.length === 0 && <p className="kf-hint">{messages.format('fieldForms.noEntries')}</p>}
      {node.growable && !readOnly && (
        <Button icon="plus" onClick={add}>
          {messages.format('fieldForms.addEntry', { name: label })}
        </Button>
      )}
    </section>
  );
};

const GroupView = ({ node }: { readonly node: SessionNode }) => {
  const { idPrefix } = useFormView();
  const labelId = `${idPrefix}${node.path}:label`;
  const isNamed = node.label !== '';
  return (
    <section className={isNamed ? 'kf-section' : undefined} aria-labelledby={isNamed ? labelId : undefined}>
      {isNamed && (
        <h3 id={labelId} dir="auto">
          {node.label}
        </h3>
      )}
      {node.hint !== '' && (
        <p className="kf-hint" dir="auto">
          {node.hint}
        </p>
      )}
      {node.children.map((child) => (
        <NodeView key={child} path={child} />
      ))}
    </section>
  );
};

const SectionView = memo(({ path }: PathProps) => {
  const node = useFormNode(path);
  if (!node?.relevant) return null;
  return node.role === 'repeat' ? <RepeatView node={node} /> : <GroupView node={node} />;
});
SectionView.displayName = 'SectionView';

/** Shows a question, a group or a repeat. */
export const NodeView = ({ path }: PathProps) => {
  const { session } = useFormView();
  return session.node(path)?.role === 'question' ? <QuestionView path={path} /> : <SectionView path={path} />;
};

// Shows an answer that cannot be changed here: in the review, and where a question is read-only by calculation.

import { formatDate, useMessages } from 'src/client/extend.ts';
import { viewPositionsOf } from 'src/domain/geokeeper/formView/answerGeometry.ts';
import { FilePreview } from 'src/domain/geokeeper/formView/fileControls.client.tsx';
import type { SessionNode } from 'src/domain/geokeeper/forms/fillSession.ts';

const FILE_TYPES = new Set(['photo', 'audio', 'video', 'file', 'signature', 'drawing']);

export const AnswerWords = ({ node }: { readonly node: SessionNode }) => {
  const messages = useMessages();
  const { value, question, choices } = node;
  if (value === undefined) return <span className="kf-hint">{messages.format('fieldForms.noAnswer')}</span>;
  if (FILE_TYPES.has(question.type) && typeof value === 'string') {
    return (
      <FilePreview
        name={value}
        type={question.type === 'signature' || question.type === 'drawing' ? 'photo' : question.type}
      />
    );
  }
  const positions = viewPositionsOf(value);
  const [first] = positions;
  if (first) {
    return positions.length > 1 ? (
      <span>{messages.format('fieldForms.corners', { count: positions.length })}</span>
    ) : (
      <bdi dir="ltr">{`${first.lat.toFixed(5)}, ${first.lon.toFixed(5)}${first.accuracy === undefined ? '' : ` (${first.accuracy} m)`}`}</bdi>
    );
  }
  if (question.type === 'acknowledge') return <span>{messages.format('fieldForms.acknowledged')}</span>;
  if ((question.type === 'date' || question.type === 'today') && typeof value === 'string') {
    return <span>{formatDate(messages.intl, value)}</span>;
  }
  const labelOf = (name: unknown): string => choices.find((choice) => choice.name === name)?.label ?? String(name);
  return <span dir="auto">{Array.isArray(value) ? value.map(labelOf).join(', ') : labelOf(value)}</span>;
};

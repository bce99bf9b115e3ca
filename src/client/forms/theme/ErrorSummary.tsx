// All problems of a form in one place after a failed try: each a link that brings the reader to its field, also in another tab.

import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { encodeProblem, type FormProblem, problemText } from 'src/client/forms/rules/FormProblem.ts';
import type { FormSession } from 'src/client/forms/session/FormSession.ts';
import { goToProblem } from 'src/client/forms/session/goToProblem.ts';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { partsOf } from 'src/model/text/jsonPointer.ts';

/** `/parts/0/name` reads "Parts 1, Name". */
const placeLabel = (messages: Messages, type: string, { path }: FormProblem): string => {
  const names: string[] = [];
  const shown: string[] = [];
  for (const part of partsOf(path)) {
    if (/^\d+$/.test(part)) shown.push(`${shown.pop() ?? ''} ${Number(part) + 1}`);
    else {
      names.push(part);
      shown.push(messages.property(type, names.join('.')));
    }
  }
  return messages.intl.formatList(shown, { type: 'unit', style: 'narrow' });
};

export const ErrorSummary = observer(({ session }: { readonly session: FormSession }) => {
  const messages = useMessages();
  const { problems, plan } = session;
  if (!session.attempted || problems.length === 0) return null;
  return (
    <section className="kk-band kk-band-danger kf-summary" aria-labelledby={`${session.prefix}-summary`}>
      <div className="kk-band-text">
        <h3 id={`${session.prefix}-summary`}>
          <FormattedMessage id="forms.summary" values={{ count: problems.length }} />
        </h3>
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.path} ${problem.message}`}>
              <a
                href={`#${session.prefix}${problem.path}`}
                onClick={(event) => {
                  event.preventDefault();
                  goToProblem(session, problem.path);
                }}
              >
                {placeLabel(messages, plan.type, problem)}
              </a>
              {': '}
              {problemText(messages.intl, encodeProblem(problem))}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
});

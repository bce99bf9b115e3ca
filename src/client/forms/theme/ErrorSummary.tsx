// All problems of a form in one place after a failed try: each a link that brings the reader to its field, also in another tab.

import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { encodeProblem, type FormProblem, problemText } from 'src/client/fields/rules/FormProblem.ts';
import type { FormSession } from 'src/client/fields/session/FormSession.ts';
import { goToProblem } from 'src/client/fields/session/goToProblem.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { pointerParts } from 'src/model/text/jsonPointer.ts';

/** `/parts/0/name` reads "Parts 1, Name". */
export const placeLabel = (messages: Messages, type: string, { path }: FormProblem): string => {
  const names: string[] = [];
  const shown: string[] = [];
  for (const part of pointerParts(path)) {
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
  const { attempt, problems, plan } = session;
  if (attempt.length === 0) return null;
  const isMended = ({ path, message }: FormProblem): boolean =>
    !problems.some((one) => one.path === path && one.message === message);
  const left = attempt.filter((problem) => !isMended(problem)).length;
  return (
    <section className="kk-band kk-band-danger kf-summary" aria-labelledby={`${session.prefix}-summary`}>
      <div className="kk-band-text">
        <h3 id={`${session.prefix}-summary`}>
          <FormattedMessage id="forms.summary" values={{ count: left }} />
        </h3>
        <ul>
          {attempt.map((problem) => (
            <li key={`${problem.path} ${problem.message}`} className={isMended(problem) ? 'kf-mended' : undefined}>
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
              {isMended(problem) ? (
                <>
                  <Icon name="tick" /> <FormattedMessage id="forms.mended" />
                </>
              ) : (
                problemText(messages.intl, encodeProblem(problem))
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
});

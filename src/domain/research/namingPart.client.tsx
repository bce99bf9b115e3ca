// Says on the page of a record how its respondents may be named where it is used.

import { observer } from 'mobx-react-lite';
import { useCallback, useId, type ReactNode } from 'react';
import { ItemLink, PartFailed, useClient, useMessages, useServerData, type PagePartProps } from 'src/client/extend.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';

type NamingAnswer = Endpoints['respondentNaming']['answer'];

interface FormProps {
  readonly of: ReactNode;
  readonly naming: NamingAnswer['persons'][number]['naming'];
}

const NameForm = ({ of, naming }: FormProps) => (
  <div className="kk-value">
    <dt>{of}</dt>
    <dd>{useMessages().format(`types.ResearchConsent.enum.naming.${naming}`)}</dd>
  </div>
);

export const NamingPart = observer(({ item: { $id, _t, _i, _u } }: PagePartProps) => {
  const { connection } = useClient();
  const messages = useMessages();
  const heading = useId();
  const ask = useCallback(() => connection.send('act/respondentNaming', { _t, _i }), [connection, _t, _i]);
  const { answer, failure, again } = useServerData({ of: $id, ask, version: String(_u) });
  if (failure !== undefined && !answer)
    return <PartFailed message="consents.naming.failed" failure={failure} again={again} />;
  if (!answer) return null;
  const { persons, others } = answer;
  if (persons.length === 0 && others === undefined) return null;
  return (
    <section className="kk-stack" aria-labelledby={heading}>
      <h4 id={heading}>{messages.format('consents.naming')}</h4>
      <dl className="kk-values">
        {persons.map(({ respondent, naming }) => (
          <NameForm key={respondent} of={<ItemLink id={respondent} />} naming={naming} />
        ))}
        {others !== undefined && (
          <NameForm
            of={messages.format(persons.length > 0 ? 'consents.naming.others' : 'consents.naming.respondents')}
            naming={others}
          />
        )}
      </dl>
    </section>
  );
});

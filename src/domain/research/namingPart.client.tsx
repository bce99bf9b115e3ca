// Says on the page of a record how its respondents may be named where it is used.

import { observer } from 'mobx-react-lite';
import { useCallback, useId } from 'react';
import { ItemLink, PartFailed, useClient, useMessages, useServerData, type PagePartProps } from 'src/client/extend.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';

type NamingAnswer = Endpoints['respondentNaming']['answer'];

const NamedPersons = ({ persons, others }: NamingAnswer) => {
  const messages = useMessages();
  const heading = useId();
  return (
    <section className="kk-stack" aria-labelledby={heading}>
      <h4 id={heading}>{messages.format('consents.naming.title')}</h4>
      <ul className="kk-stack kk-plain-list">
        {persons.map(({ respondent, naming }) => (
          <li key={respondent}>
            <ItemLink id={respondent} />: {messages.format(`consents.naming.${naming}`)}
          </li>
        ))}
        {others !== undefined && (
          <li>{messages.format('consents.naming.others', { how: messages.format(`consents.naming.${others}`) })}</li>
        )}
      </ul>
    </section>
  );
};

export const NamingPart = observer(({ item: { $id, _t, _i, _u } }: PagePartProps) => {
  const { connection } = useClient();
  const messages = useMessages();
  const ask = useCallback(() => connection.send('act/respondentNaming', { _t, _i }), [connection, _t, _i]);
  const { answer, failure, again } = useServerData({ of: $id, ask, version: String(_u) });
  if (failure !== undefined && !answer)
    return <PartFailed message="consents.naming.failed" failure={failure} again={again} />;
  if (!answer) return null;
  const { persons, others } = answer;
  if (persons.length > 0) return <NamedPersons {...answer} />;
  if (others === undefined) return null;
  return <p>{messages.format('consents.naming', { how: messages.format(`consents.naming.${others}`) })}</p>;
});

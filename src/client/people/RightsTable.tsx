// Table of rights with one box per person and right.

import { observer } from 'mobx-react-lite';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { RightBox, RightsFrame } from 'src/client/people/rightBoxes.tsx';
import { type People, type Person } from 'src/client/people/usePeople.ts';
import { useRoles } from 'src/client/useRoles.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { formatDate } from 'src/client/ui/dates.ts';
import { type Messages, useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

interface TableProps {
  readonly people: People;
  readonly shown: readonly Person[];
  readonly edit: (person: Person) => void;
}

const rightsPeriod = ({ from, to, current, blocked }: Person, { format, intl }: Messages): string => {
  if (blocked) return format('people.blocked');
  if (from !== null && !current && Date.parse(from) > Date.now())
    return format('people.begins', { when: formatDate(intl, from, true) });
  if (to === null) return '';
  return format(current ? 'people.ends' : 'people.ended', { when: formatDate(intl, to, true) });
};

const PersonRow = observer(({ people, person, edit }: Omit<TableProps, 'shown'> & { readonly person: Person }) => {
  const messages = useMessages();
  const { session } = useClient();
  const roles = useRoles();
  const { user } = session;
  const own = person.$id === user?.$id && user.admin !== true;
  const may = people.answer?.may.capabilities ?? [];
  const toggle = (name: string): void => {
    void people.setRole(person, name, !person.capabilities.includes(name));
  };
  return (
    <tr className={person.current && !person.blocked ? undefined : 'kk-rights-over'}>
      <th scope="row">
        <ItemLink id={person.$id} />
        {person.email && <span className="kk-soft">{person.email}</span>}
        <span className="kk-soft">
          {[person.admin && messages.format('people.admin'), rightsPeriod(person, messages)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </th>
      {person.admin ? (
        <td colSpan={roles.length + 1} className="kk-soft">
          {messages.format('people.everything')}
        </td>
      ) : (
        <>
          <td>
            <LevelTag level={person.reads} />
          </td>
          {roles.map((name) => (
            <RightBox
              key={name}
              name={name}
              held={person.capabilities.includes(name)}
              disabled={own || (!person.capabilities.includes(name) && !may.includes(name))}
              label={(right) => messages.format('people.box', { name: person.name, right })}
              toggle={() => toggle(name)}
            />
          ))}
        </>
      )}
      <td>
        {!own && (
          <Button size="small" aria-haspopup="dialog" onClick={() => edit(person)}>
            <span>
              {messages.format('people.change')} <span className="kk-unseen">{person.name}</span>
            </span>
          </Button>
        )}
      </td>
    </tr>
  );
});

export const RightsTable = observer((props: TableProps) => {
  const { format } = useMessages();
  const roles = useRoles();
  return (
    <RightsFrame
      caption={format('people.table')}
      rights={roles}
      before={[format('people.person'), format('people.reads')]}
      after={format('people.change')}
    >
      {props.shown.map((person) => (
        <PersonRow key={person.$id} {...props} person={person} />
      ))}
    </RightsFrame>
  );
});

// Table of rights with one box per person and right. In a narrow column each row becomes a block with the name of the
// right next to each box. Arrow keys move between boxes.

import { Checkbox } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { moveBoxFocus, nameOfRight } from 'src/client/people/rightBoxes.ts';
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

interface BoxProps {
  readonly name: string;
  readonly person: Person;
  readonly locked: boolean;
  /** Rights that the reader may give. */
  readonly may: readonly string[];
  readonly toggle: (name: string) => void;
}

const RightBox = ({ name, person, locked, may, toggle }: BoxProps) => {
  const messages = useMessages();
  const held = person.capabilities.includes(name);
  const right = nameOfRight(messages, name);
  return (
    <td className="kk-rights-box">
      <Checkbox
        checked={held}
        aria-label={messages.format('people.box', { name: person.name, right })}
        disabled={locked || (!held && !may.includes(name))}
        onChange={() => toggle(name)}
        labelElement={<span className="kk-rights-name">{right}</span>}
      />
    </td>
  );
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
            <RightBox key={name} name={name} person={person} locked={own} may={may} toggle={toggle} />
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
  const { shown } = props;
  const messages = useMessages();
  const roles = useRoles();
  return (
    <div className="kk-rights">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move among the boxes inside */}
      <table onKeyDown={moveBoxFocus}>
        <caption className="kk-unseen">{messages.format('people.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.format('people.person')}</th>
            <th scope="col">{messages.format('people.reads')}</th>
            {roles.map((name) => (
              <th
                key={name}
                scope="col"
                title={messages.find(`capabilities.${name}.help`)}
                className="kk-rights-column"
              >
                <span>{nameOfRight(messages, name)}</span>
              </th>
            ))}
            <th scope="col">
              <span className="kk-unseen">{messages.format('people.change')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((person) => (
            <PersonRow key={person.$id} {...props} person={person} />
          ))}
        </tbody>
      </table>
    </div>
  );
});

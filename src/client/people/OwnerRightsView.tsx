// The capabilities of every owner: the declared screen with the view `ownerRights`, for administrators of the site. A box that its area
// keeps for other kinds of owner cannot be checked.

import { InputGroup } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { BandFailed, ListFailed } from 'src/client/navigation/ListFailed.tsx';
import 'src/client/people/people.css';
import { RightBox, RightsFrame } from 'src/client/people/rightBoxes.tsx';
import { useOwnerRights, type OwnerRights } from 'src/client/people/useOwnerRights.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Screen } from 'src/model/schema/Registry.ts';
import { foldText } from 'src/model/text/foldText.ts';

interface TableProps {
  readonly owners: readonly OwnerRights[];
  readonly capabilities: readonly string[];
  readonly toggle: (owner: OwnerRights, capability: string) => void;
}

interface RowProps extends Omit<TableProps, 'owners'> {
  readonly owner: OwnerRights;
}

const OwnerRow = ({ owner, capabilities, toggle }: RowProps) => {
  const messages = useMessages();
  return (
    <tr>
      <th scope="row">
        <ItemLink id={owner.$id} />
      </th>
      {capabilities.map((name) => {
        const held = owner.held.includes(name);
        const isClosed = !held && !owner.possible.includes(name);
        return (
          <RightBox
            key={name}
            name={name}
            held={held}
            disabled={isClosed}
            hint={isClosed ? messages.format('ownerRights.closed') : undefined}
            label={(right) => messages.format('ownerRights.box', { name: owner.name, right })}
            toggle={() => toggle(owner, name)}
          />
        );
      })}
    </tr>
  );
};

const OwnersTable = ({ owners, capabilities, toggle }: TableProps) => {
  const { format } = useMessages();
  return (
    <RightsFrame caption={format('ownerRights.table')} rights={capabilities} before={[format('ownerRights.owner')]}>
      {owners.map((owner) => (
        <OwnerRow key={owner.$id} owner={owner} capabilities={capabilities} toggle={toggle} />
      ))}
    </RightsFrame>
  );
};

const OwnersRightsBody = () => {
  const messages = useMessages();
  const id = useId();
  const [text, setText] = useState('');
  const { answer, failure, load, toggle } = useOwnerRights();
  if (failure !== undefined && !answer) return <ListFailed failure={failure} again={() => void load()} />;
  if (!answer) return <Loading />;
  const owners = answer.owners
    .filter(({ name }) => foldText(name).includes(foldText(text)))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return (
    <>
      {failure !== undefined && <BandFailed message="cells.stale" again={() => void load()} />}
      <p className="kk-soft">{messages.format('ownerRights.hint')}</p>
      <div className="kk-row kk-rights-filters">
        <div className="kk-fill">
          <label htmlFor={id}>{messages.format('ownerRights.find')}</label>
          <InputGroup id={id} type="search" value={text} onChange={({ target }) => setText(target.value)} />
        </div>
      </div>
      <p role="status" className="kk-soft">
        {messages.format('ownerRights.count', { count: owners.length })}
      </p>
      {owners.length === 0 ? (
        <Empty icon="office" title={messages.format('ownerRights.none')}>
          {messages.format('ownerRights.noneHint')}
        </Empty>
      ) : (
        <OwnersTable
          owners={owners}
          capabilities={answer.capabilities}
          toggle={(owner, capability) => void toggle(owner, capability)}
        />
      )}
    </>
  );
};

export const OwnerRightsView = observer(({ screen }: { readonly screen: Screen }) => {
  const messages = useMessages();
  return (
    <>
      <CellHead title={messages.screen(screen.path)} />
      <div className="kk-cell-scroll">
        <div className="kk-cell-body kk-stack">
          <OwnersRightsBody />
        </div>
      </div>
    </>
  );
});

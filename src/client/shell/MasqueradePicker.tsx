// The full-screen picker of a user to act as. Administrators only; the server refuses administrators and blocked users as targets.

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { ItemId } from 'src/model/item/Item.ts';
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useClient } from 'src/client/useClient.ts';

const SHOWN = 50;

/** Users that match what was typed, after the input delay; the newest question wins. */
const useUsers = (text: string): readonly ItemId[] | undefined => {
  const { search, alerts, session } = useClient();
  const [found, setFound] = useState<readonly ItemId[]>();
  const type = session.user?._t ?? '';
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      search
        .search({
          must: { _t: [type], ...(text.trim() === '' ? {} : { text: [text.trim()] }) },
          max: SHOWN,
          labels: true,
        })
        .then(({ ids }) => wanted && setFound(ids))
        .catch((thrown: unknown) => alerts.error(thrown));
    }, DELAYS.input);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [search, alerts, type, text]);
  return found;
};

export const MasqueradePicker = observer(({ close }: { readonly close: (applied: boolean) => void }) => {
  const { items, session, alerts } = useClient();
  const { formatMessage } = useIntl();
  const [text, setText] = useState('');
  const found = useUsers(text);
  const choose = (id: ItemId): void => {
    close(true);
    session.masquerade(id).catch((thrown: unknown) => alerts.error(thrown));
  };
  const others = found?.filter((id) => id !== session.user?.$id);
  return (
    <div className="kk-picker">
      <div className="kk-query">
        <Icon name="search" />
        <input
          type="search"
          className="kk-query-input"
          aria-label={formatMessage({ id: 'masquerade.search' })}
          placeholder={formatMessage({ id: 'masquerade.search' })}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <p role="status" className="kk-soft">
        {others && formatMessage({ id: 'masquerade.found' }, { count: others.length })}
      </p>
      <ul className="kk-plain-list">
        {others?.map((id) => (
          <li key={id}>
            <button type="button" className="kk-picker-user" onClick={() => choose(id)}>
              <Icon name="user" />
              <span>{items.label(id) ?? id}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
});

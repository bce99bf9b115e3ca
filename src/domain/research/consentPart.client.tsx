// Shows what a consent covers and where the records under it were used, to people who may change the consent, so that they know what its
// withdrawal reaches and whom they have to tell.

import { observer } from 'mobx-react-lite';
import { useCallback, useId } from 'react';
import {
  ItemLink,
  Loading,
  PartFailed,
  useClient,
  useMessages,
  useServerData,
  When,
  type PagePartProps,
} from 'src/client/extend.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Item } from 'src/model/item/Item.ts';

type Uses = Endpoints['consentUses']['answer'];

const CoveredRecords = ({ records }: Pick<Uses, 'records'>) => {
  const messages = useMessages();
  const counts = records.map(
    ({ type, count }) =>
      `${messages.intl.formatNumber(count)} ${messages.find(`types.${type}.inSentence`, { count }) ?? type}`,
  );
  return (
    <p>
      {counts.length === 0
        ? messages.format('consents.covers.none')
        : messages.format('consents.covers', { records: messages.intl.formatList(counts) })}
    </p>
  );
};

const Used = ({ uses, contrary, more }: Pick<Uses, 'uses' | 'contrary' | 'more'>) => {
  const messages = useMessages();
  return (
    <>
      <h5>{messages.format('consents.used')}</h5>
      {uses.length === 0 ? (
        <p className="kk-soft">{messages.format('consents.used.none')}</p>
      ) : (
        <ul className="kk-stack kk-plain-list">
          {uses.map((id) => (
            <li key={id}>
              <ItemLink id={id} />{' '}
              {contrary.includes(id) && <strong>{messages.format('consents.used.contrary')}</strong>}
            </li>
          ))}
        </ul>
      )}
      {more && <p className="kk-soft">{messages.format('consents.used.more', { count: uses.length })}</p>}
    </>
  );
};

const Exported = ({ exports, moreExports }: Pick<Uses, 'exports' | 'moreExports'>) => {
  const messages = useMessages();
  return (
    <>
      <h5>{messages.format('consents.exported')}</h5>
      {exports.length === 0 ? (
        <p className="kk-soft">{messages.format('consents.exported.none')}</p>
      ) : (
        <ul className="kk-stack kk-plain-list">
          {exports.map(({ at, by, count }) => (
            <li key={`${at} ${by ?? ''}`}>
              <When at={at} /> {by !== null && <ItemLink id={by} />}{' '}
              {messages.format('consents.exported.count', { count })}
            </li>
          ))}
        </ul>
      )}
      {moreExports && <p className="kk-soft">{messages.format('consents.used.more', { count: exports.length })}</p>}
    </>
  );
};

const ConsentUses = observer(({ item }: { readonly item: Item }) => {
  const { connection } = useClient();
  const messages = useMessages();
  const heading = useId();
  const { _t, _i, _u, $id } = item;
  const ask = useCallback(() => connection.send('act/consentUses', { _t, _i }), [connection, _t, _i]);
  const { answer, failure, again } = useServerData({ of: $id, ask, version: String(_u) });
  return (
    <section className="kk-stack" aria-labelledby={heading}>
      <h4 id={heading}>{messages.format('consents.reach')}</h4>
      {failure !== undefined && <PartFailed message="consents.failed" failure={failure} again={again} />}
      {failure === undefined && answer === undefined && <Loading />}
      {answer && (
        <>
          <CoveredRecords records={answer.records} />
          <Used uses={answer.uses} contrary={answer.contrary} more={answer.more} />
          <Exported exports={answer.exports} moreExports={answer.moreExports} />
        </>
      )}
    </section>
  );
});

/** Shown where the reader may change the consent. */
export const ConsentPart = ({ item, place }: PagePartProps) => (place ? <ConsentUses item={item} /> : null);

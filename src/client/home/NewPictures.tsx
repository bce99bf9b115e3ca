// The newest records with pictures, as pictures that lead to their records.

import { observer } from 'mobx-react-lite';
import { itemIn } from 'src/client/fields/rules/ownerOf.ts';
import { ListUnread } from 'src/client/home/ChangedLine.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { useAnswer } from 'src/client/useAnswer.ts';
import { hasPicture, imageAddress } from 'src/client/viewers/CoverImage.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { SmallPicture } from 'src/client/ui/SmallPicture.tsx';
import type { Query } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

const PICTURES_SHOWN = 4;
/** Records among which pictures are looked for. */
const RECORDS_READ = 24;

/** Types that are shown as pictures one by one. */
export const picturedTypes = ({ types }: Pick<Registry, 'types'>): readonly string[] =>
  Object.values(types).flatMap(({ name, view }) => (view.slides === undefined || view.page?.entry ? [] : [name]));

const PictureLink = observer(({ id }: { readonly id: ItemId }) => {
  const { items, registry } = useClient();
  const icon = registry.types[typeOfId(id)]?.view.icon;
  return (
    <li>
      <ItemLink id={id} className="kk-new-picture">
        <SmallPicture
          src={imageAddress(id, 'medium')}
          otherwise={<span className="kk-no-picture">{icon && <Icon name={icon} />}</span>}
        />
        <span>{items.label(id)}</span>
      </ItemLink>
    </li>
  );
});

export const NewPictures = observer(() => {
  const { registry, items } = useClient();
  const messages = useMessages();
  const types = picturedTypes(registry);
  const query: Query | undefined =
    types.length === 0
      ? undefined
      : { must: { _t: [...types] }, sort: [{ key: 'created', order: 'desc' }], max: RECORDS_READ, labels: true };
  const { answer, failure, again } = useAnswer(query, types);
  const pictured = answer?.ids
    .filter((id) => {
      const type = registry.types[typeOfId(id)];
      const item = itemIn(items.get(id));
      return type !== undefined && item !== undefined && hasPicture(type, item);
    })
    .slice(0, PICTURES_SHOWN);
  return (
    <>
      {failure !== undefined && <ListUnread again={again} failure={failure} />}
      {answer?.ids.length === 0 && <p className="kk-soft">{messages.format('home.pictures.none')}</p>}
      <ul className="kk-plain-list kk-new-pictures">
        {pictured?.map((id) => (
          <PictureLink key={id} id={id} />
        ))}
      </ul>
    </>
  );
});

// An item as a page to read: what it is, who may see it, its picture, and its values in the groups of its form. Empty values are left out.

import { observer } from 'mobx-react-lite';
import { Suspense } from 'react';
import { levelOf } from 'src/model/item/levelOf.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { FormGroup } from 'src/model/schema/TypeView.ts';
import type { TabProps } from 'src/client/cells/ItemPage.tsx';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import { CoverImage } from 'src/client/cells/CoverImage.tsx';
import { DraftBands } from 'src/client/cells/DraftBands.tsx';
import { shownId } from 'src/client/cells/ItemLink.tsx';
import { useShell } from 'src/client/shell/ShellStore.ts';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useWords } from 'src/client/ui/words.ts';
import { When } from 'src/client/ui/When.tsx';

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The level and, when it is one property, the title stand in the head of the page. */
const shownPaths = (group: FormGroup, item: Item, type: ItemType): readonly string[] =>
  group.rows
    .flat()
    .map(({ path }) => path)
    .filter((path) => path !== type.levelPath && type.view.title !== `{${path}}` && !isEmpty(item[path]));

const WIDE: ReadonlySet<Property['kind']> = new Set(['longText', 'geometry', 'files', 'object']);

const Values = observer(
  ({ item, type, paths }: { readonly item: Item; readonly type: ItemType; readonly paths: readonly string[] }) => {
    const words = useWords();
    const column = useColumn();
    const shell = useShell();
    return (
      <dl className="kk-values">
        {paths.map((path) => {
          const property = type.properties[path];
          if (!property) return null;
          return (
            <div key={path} className={WIDE.has(property.kind) ? 'kk-value kk-value-wide' : 'kk-value'}>
              <dt>
                {words.property(type.name, path)}
                {shell.debug && <code> {path}</code>}
              </dt>
              <dd>
                <PropertyValue type={type.name} property={property} value={item[path]} item={item} from={column} />
              </dd>
            </div>
          );
        })}
      </dl>
    );
  },
);

const Groups = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const words = useWords();
  const groups = type.view.form
    .flatMap((tab) =>
      tab.groups.map((group) => ({ key: `${tab.key}/${group.key}`, group, paths: shownPaths(group, item, type) })),
    )
    .filter(({ paths }) => paths.length > 0);
  if (groups.length === 0) return <Empty icon="document" title={words.say('cells.noValues')} />;
  return groups.map(({ key, group, paths }) => {
    const title = words.find(`types.${type.name}.groups.${group.key}`);
    return (
      <section key={key} className="kk-group">
        {title !== undefined && groups.length > 1 && <h4>{title}</h4>}
        <Values item={item} type={type} paths={paths} />
      </section>
    );
  });
});

const PageHead = observer(({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const words = useWords();
  const shell = useShell();
  const level = levelOf(type, item);
  return (
    <header className="kk-page-head">
      <h3 dir="auto">{item.$label || words.say('cells.untitled')}</h3>
      <p className="kk-page-facts">
        <Icon name={type.view.icon} />
        <span className="kk-fact">{words.type(type.name)}</span>
        <span className="kk-fact">{shownId(item.$id)}</span>
        <span className="kk-fact">
          {words.say('cells.changed')} <When at={item.updated} />
        </span>
        {level && <LevelTag level={level} />}
        {shell.debug && <code>_u {item._u}</code>}
      </p>
    </header>
  );
});

export const ReadingView = observer(({ item, type, draft, goTo }: TabProps) => {
  const { domain } = useClient();
  const words = useWords();
  const Panel = domain.panels[type.name];
  return (
    <article className="kk-page">
      {draft && <DraftBands draft={draft} type={type} edit={() => goTo('edit')} />}
      <PageHead item={item} type={type} />
      <CoverImage item={item} type={type} />
      <Groups item={item} type={type} />
      {Panel && (
        <Suspense>
          <Panel item={item} />
        </Suspense>
      )}
      {draft && (
        <p className="kk-page-foot">
          <Button icon="edit" onClick={() => goTo('edit')}>
            {words.say('cells.edit')}
          </Button>
        </p>
      )}
    </article>
  );
});

// The published versions of a form with who published each and when. A version can be looked at, and taken over as the draft.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button, ItemLink, Loading, PartFailed, useMessages, When } from 'src/client/extend.ts';
import { type FormVersion, useFormVersions } from 'src/domain/geokeeper/formEditor/useFormVersions.client.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { Item } from 'src/model/item/Item.ts';

const VERSIONS_SHOWN = 20;

interface FormVersionListProps {
  readonly item: Item;
  readonly view: (version: FormVersion) => void;
  /** Makes the form of a version the draft. Undefined for people who may not edit the form. */
  readonly restore?: (form: FieldForm) => void;
}

export const FormVersionList = observer(({ item, view, restore }: FormVersionListProps) => {
  const messages = useMessages();
  const [most, setMost] = useState(VERSIONS_SHOWN);
  const { versions, total, failure, again } = useFormVersions(item.$id, most);
  if (versions === undefined && failure !== undefined)
    return <PartFailed message="formEditor.versionsFailed" failure={failure} again={again} />;
  if (versions === undefined) return <Loading />;
  return (
    <section className="kk-fe-view" aria-label={messages.format('formEditor.views.versions')}>
      <p className="kk-soft">
        {messages.format(versions.length === 0 ? 'formEditor.noVersions' : 'formEditor.versionsHelp')}
      </p>
      <ol className="kk-plain-list kk-fe-versions">
        {versions.map((each) => {
          const { id, version, form, at, by } = each;
          const name = messages.format('formEditor.versionNumber', { version });
          return (
            <li key={id}>
              <span className="kk-fill">
                <b>{name}</b> {at !== undefined && <When at={at} />} {by !== undefined && <ItemLink id={by} />}
              </span>
              {form && (
                <>
                  <Button size="small" icon="eye-open" onClick={() => view(each)}>
                    {messages.format('formEditor.viewVersion', { version })}
                  </Button>
                  {restore && (
                    <Button size="small" icon="history" onClick={() => restore(form)}>
                      {messages.format('formEditor.restoreVersion', { version })}
                    </Button>
                  )}
                </>
              )}
            </li>
          );
        })}
      </ol>
      {total > versions.length && (
        <Button size="small" onClick={() => setMost(most + VERSIONS_SHOWN)}>
          {messages.format('formEditor.moreVersions')}
        </Button>
      )}
    </section>
  );
});

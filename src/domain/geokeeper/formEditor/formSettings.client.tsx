// The settings of a form: its title and name, what a record is called, how phones show it, and who sees its records.

import { observer } from 'mobx-react-lite';
import { useMessages } from 'src/client/extend.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import {
  CheckRow,
  SelectRow,
  EditorTextRow,
  TextsRows,
  TypedRow,
} from 'src/domain/geokeeper/formEditor/editorRows.client.tsx';
import { ExpressionRow } from 'src/domain/geokeeper/formEditor/expressionRow.client.tsx';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isLevel, LEVELS } from 'src/model/access/levels.ts';

const withoutEmptySettings = (form: FieldForm): FieldForm => {
  const { recordTitle, version, ...others } = form;
  return {
    ...others,
    ...(recordTitle !== undefined && recordTitle !== '' && { recordTitle }),
    ...(version !== undefined && version !== '' && { version }),
  };
};

/** Values of the item that decide who sees its records. They are saved with the form. */
const FormReaders = observer(() => {
  const { edited, form } = useFormEditing();
  const messages = useMessages();
  const { audience, generalise } = edited.values;
  return (
    <>
      <h3>{messages.format('formEditor.readers')}</h3>
      <div className="kk-fe-rows">
        <SelectRow
          label={messages.property('GeoKeeperFormDef', 'audience')}
          help={messages.format('types.GeoKeeperFormDef.help.audience')}
          value={isLevel(audience) ? audience : 'COMMUNITY'}
          choices={LEVELS.map((level) => [level, messages.format(`levels.${level}`)])}
          set={(level) => edited.change(form, { values: { audience: level } })}
        />
        <CheckRow
          label={messages.property('GeoKeeperFormDef', 'generalise')}
          checked={generalise === true}
          set={(next) => edited.change(form, { values: { generalise: next } })}
        />
      </div>
    </>
  );
});

export const FormSettings = observer(() => {
  const { edited, form } = useFormEditing();
  const messages = useMessages();
  const set = (members: Partial<FieldForm>, as: string): void =>
    edited.change(withoutEmptySettings({ ...form, ...members }), { as });
  return (
    <section className="kk-fe-view" aria-label={messages.format('formEditor.views.settings')}>
      <div className="kk-fe-rows">
        <TextsRows
          label={messages.format('formEditor.title')}
          text={form.title}
          set={(title) => set({ title: title ?? {} }, 'title')}
        />
        <TypedRow
          label={messages.format('formEditor.machineName')}
          help={messages.format('types.GeoKeeperFormDef.help.machineName')}
          value={form.machineName}
          commit={(machineName) => edited.change({ ...form, machineName }, { values: { machineName } })}
        />
        <SelectRow
          label={messages.format('formEditor.formType')}
          value={form.formType}
          choices={(['record', 'trip'] as const).map((each) => [each, messages.format(`formEditor.formTypes.${each}`)])}
          set={(next) => {
            const formType = next === 'trip' ? 'trip' : 'record';
            edited.change({ ...form, formType }, { values: { formType } });
          }}
        />
        <ExpressionRow
          label={messages.format('formEditor.recordTitle')}
          help={messages.format('formEditor.recordTitleHelp')}
          path=""
          member="recordTitle"
          value={form.recordTitle ?? ''}
          set={(recordTitle) => set({ recordTitle }, 'recordTitle')}
        />
        <SelectRow
          label={messages.format('formEditor.style')}
          value={form.style ?? 'list'}
          choices={(['list', 'pages'] as const).map((each) => [each, messages.format(`formEditor.styles.${each}`)])}
          set={(style) => set({ style: style === 'pages' ? 'pages' : 'list' }, 'style')}
        />
        <EditorTextRow
          label={messages.format('formEditor.version')}
          help={messages.format('formEditor.versionHelp')}
          value={form.version ?? ''}
          set={(version) => set({ version }, 'version')}
        />
      </div>
      <FormReaders />
    </section>
  );
});

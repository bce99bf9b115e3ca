// The items that an approved record becomes: for each kind of item its properties, each with a question or a constant. Properties that cannot be filled
// are marked, and prevent publication.

import { observer } from 'mobx-react-lite';
import { Button, useClient, useMessages } from 'src/client/extend.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { SelectRow } from 'src/domain/geokeeper/formEditor/editorRows.client.tsx';
import { textShown } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import { everyQuestion } from 'src/domain/geokeeper/formEditor/formTree.ts';
import { MappedValue } from 'src/domain/geokeeper/formEditor/mappedValue.client.tsx';
import type { RecordMapping } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { mappingFaults, OUTCOME_TYPES } from 'src/domain/geokeeper/records/outcomeValues.ts';

interface MappingProps {
  readonly mapping: RecordMapping;
  readonly at: number;
}

const useMappings = () => {
  const { edited, form } = useFormEditing();
  const mappings = form.mappings ?? [];
  const write = (next: readonly RecordMapping[], as?: string): void => {
    const { mappings: _, ...others } = form;
    edited.change(next.length > 0 ? { ...others, mappings: next } : others, as === undefined ? {} : { as });
  };
  return { mappings, write };
};

/** Returns the paths of the type that a mapping can fill, in the order of their names. */
const useMappablePaths = (type: string): readonly (readonly [path: string, label: string])[] => {
  const { registry } = useClient();
  const messages = useMessages();
  const { form } = useFormEditing();
  const properties = registry.types[type]?.properties ?? {};
  return Object.keys(properties)
    .filter((path) => mappingFaults({ type, values: { [path]: { constant: '' } } }, form, properties).length === 0)
    .map((path): readonly [string, string] => [path, messages.property(type, path)])
    .toSorted(([, a], [, b]) => a.localeCompare(b));
};

const MappingValues = observer(({ mapping, at }: MappingProps) => {
  const { registry } = useClient();
  const messages = useMessages();
  const { form } = useFormEditing();
  const { mappings, write } = useMappings();
  const paths = useMappablePaths(mapping.type);
  const faults = new Set(mappingFaults(mapping, form, registry.types[mapping.type]?.properties));
  const set = (values: RecordMapping['values'], as?: string): void =>
    write(
      mappings.map((each, index) => (index === at ? { ...each, values } : each)),
      as,
    );
  const free = paths.filter(([path]) => !Object.hasOwn(mapping.values, path));
  return (
    <>
      <ul className="kk-plain-list kk-fe-values">
        {Object.entries(mapping.values).map(([path, source]) => (
          <MappedValue
            key={path}
            {...{ type: mapping.type, path, source, isFaulty: faults.has(path) }}
            set={(next) => set({ ...mapping.values, [path]: next }, `mapping ${at} ${path}`)}
            remove={() => set(Object.fromEntries(Object.entries(mapping.values).filter(([name]) => name !== path)))}
          />
        ))}
      </ul>
      {free.length > 0 && (
        <div className="kk-fe-rows">
          <SelectRow
            label={messages.format('formEditor.addProperty')}
            value=""
            choices={[['', messages.format('formEditor.chooseProperty')], ...free]}
            set={(path) => path !== '' && set({ ...mapping.values, [path]: { question: '' } })}
          />
        </div>
      )}
    </>
  );
});

const MappingPart = observer(({ mapping, at }: MappingProps) => {
  const { form } = useFormEditing();
  const messages = useMessages();
  const { mappings, write } = useMappings();
  const set = (next: RecordMapping): void => write(mappings.map((each, index) => (index === at ? next : each)));
  const repeats = everyQuestion(form).filter(({ question }) => question.type === 'repeat');
  const title = messages.format('formEditor.mapping', { number: at + 1, type: messages.type(mapping.type) });
  return (
    <section className="kk-fe-mapping" aria-label={title}>
      <div className="kk-fe-panel-head">
        <h3 className="kk-fill">{title}</h3>
        <Button size="small" icon="trash" onClick={() => write(mappings.filter((_, index) => index !== at))}>
          {messages.format('formEditor.removeMapping', { number: at + 1 })}
        </Button>
      </div>
      <div className="kk-fe-rows">
        <SelectRow
          label={messages.format('formEditor.mappingType')}
          value={mapping.type}
          choices={[...OUTCOME_TYPES.keys()].map((type) => [type, messages.type(type)])}
          set={(type) => set({ ...mapping, type, values: {} })}
        />
        <SelectRow
          label={messages.format('formEditor.mappingPer')}
          value={mapping.repeat ?? ''}
          choices={[
            ['', messages.format('formEditor.perRecord')],
            ...repeats.map(({ question }): readonly [string, string] => [
              question.name,
              messages.format('formEditor.perEntry', { name: textShown(form, question.label) || question.name }),
            ]),
          ]}
          set={(repeat) => {
            const { repeat: _, ...others } = mapping;
            set(repeat === '' ? others : { ...others, repeat });
          }}
        />
      </div>
      <MappingValues mapping={mapping} at={at} />
    </section>
  );
});

export const MappingsView = observer(() => {
  const messages = useMessages();
  const { mappings, write } = useMappings();
  const [type = ''] = OUTCOME_TYPES.keys();
  return (
    <section className="kk-fe-view" aria-label={messages.format('formEditor.views.mappings')}>
      <p className="kk-soft">{messages.format('formEditor.mappingsHelp')}</p>
      {mappings.map((mapping, at) => (
        <MappingPart key={at} mapping={mapping} at={at} />
      ))}
      <p className="kk-fe-tools">
        <Button icon="plus" onClick={() => write([...mappings, { type, values: {} }])}>
          {messages.format('formEditor.addMapping')}
        </Button>
      </p>
    </section>
  );
});

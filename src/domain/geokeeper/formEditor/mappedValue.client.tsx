// One property of a mapping: the question whose answer fills it, or a constant.

import { observer } from 'mobx-react-lite';
import { IconButton, useClient, useMessages, type Messages } from 'src/client/extend.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { SelectRow, EditorTextRow } from 'src/domain/geokeeper/formEditor/editorRows.client.tsx';
import { textShown } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import { everyQuestion } from 'src/domain/geokeeper/formEditor/formTree.ts';
import type { RecordMapping } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { LEVELS } from 'src/model/access/levels.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { Property } from 'src/model/schema/Property.ts';

type MappedSource = RecordMapping['values'][string];

interface MappedValueProps {
  readonly type: string;
  readonly path: string;
  readonly source: MappedSource;
  readonly isFaulty: boolean;
  readonly set: (source: MappedSource) => void;
  readonly remove: () => void;
}

/** Value of the choice of a constant. Names of questions never begin with a space. */
const FIXED_SOURCE = ' constant';

/** Returns the constants that a property can have; undefined for one that takes any text. Observable. */
const useConstants = (
  type: string,
  property: Property | undefined,
): readonly (readonly [string, string])[] | undefined => {
  const { lists } = useClient();
  const messages: Messages = useMessages();
  if (!property) return undefined;
  const { name, kind, values, list } = property;
  if (values) return values.map((key) => [key, messages.find(`types.${type}.enum.${name}.${key}`) ?? key]);
  if (KINDS[kind].facet === 'LEVEL') return LEVELS.map((level) => [level, messages.format(`levels.${level}`)]);
  if (KINDS[kind].json === 'boolean')
    return (['true', 'false'] as const).map((each) => [each, messages.format(`formEditor.${each}`)]);
  if (!list) return undefined;
  return lists
    .values(list.list, 'system')
    ?.filter(({ state }) => state === 'ACTIVE')
    .map(({ key, label }) => [key, label]);
};

export const MappedValue = observer(({ type, path, source, isFaulty, set, remove }: MappedValueProps) => {
  const { registry } = useClient();
  const messages = useMessages();
  const { form } = useFormEditing();
  const label = messages.property(type, path);
  const property = registry.types[type]?.properties[path];
  const constants = useConstants(type, property);
  const questions = everyQuestion(form).filter(
    ({ question }) => question.questions === undefined && question.type !== 'note',
  );
  const isConstant = 'constant' in source;
  return (
    <li className="kk-fe-value">
      <SelectRow
        label={label}
        problem={isFaulty ? messages.format('formEditor.mappingFault') : undefined}
        value={isConstant ? FIXED_SOURCE : source.question}
        choices={[
          ['', messages.format('formEditor.chooseSource')],
          [FIXED_SOURCE, messages.format('formEditor.constant')],
          ...questions.map(({ question }): readonly [string, string] => [
            question.name,
            textShown(form, question.label) || question.name,
          ]),
        ]}
        set={(next) => set(next === FIXED_SOURCE ? { constant: constants?.[0]?.[0] ?? '' } : { question: next })}
      />
      {!isConstant && property && isGeometry(property.kind) && (
        <SelectRow
          label={messages.format('formEditor.placeOf', { name: label })}
          value={source.generalised === true ? 'general' : 'exact'}
          choices={(['exact', 'general'] as const).map((each) => [each, messages.format(`formEditor.places.${each}`)])}
          set={(next) => set({ question: source.question, ...(next === 'general' && { generalised: true }) })}
        />
      )}
      {isConstant &&
        (constants ? (
          <SelectRow
            label={messages.format('formEditor.constantOf', { name: label })}
            value={source.constant}
            choices={constants}
            set={(constant) => set({ constant })}
          />
        ) : (
          <EditorTextRow
            label={messages.format('formEditor.constantOf', { name: label })}
            value={source.constant}
            set={(constant) => set({ constant })}
          />
        ))}
      <IconButton
        size="small"
        icon="trash"
        label={messages.format('formEditor.removeProperty', { name: label })}
        onClick={remove}
      />
    </li>
  );
});

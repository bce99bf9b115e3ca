// The properties of the chosen question, in parts: its texts, when it is asked and which answers are right, and how it looks.

import { observer } from 'mobx-react-lite';
import { type ReactNode } from 'react';
import { IconButton, useMessages } from 'src/client/extend.ts';
import { useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { CheckRow, SelectRow, TextsRows, TypedRow } from 'src/domain/geokeeper/formEditor/editorRows.client.tsx';
import {
  copyOfQuestion,
  freeNameAmong,
  isGivenName,
  nameFromText,
  questionNames,
  textShown,
} from 'src/domain/geokeeper/formEditor/formEdits.ts';
import {
  everyQuestion,
  nextPlace,
  placeKey,
  type TreeMove,
  withInserted,
} from 'src/domain/geokeeper/formEditor/formTree.ts';
import { AppearanceRows, DetailRows } from 'src/domain/geokeeper/formEditor/questionDetails.client.tsx';
import { LogicRows } from 'src/domain/geokeeper/formEditor/questionLogic.client.tsx';
import { QuestionChoices } from 'src/domain/geokeeper/formEditor/questionChoices.client.tsx';
import { TYPE_GROUPS, traitsOf } from 'src/domain/geokeeper/formEditor/questionTypes.ts';
import type { Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

export interface QuestionRowsProps {
  readonly question: Question;
  readonly path: string;
}

interface PanelPartProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

const PanelPart = ({ title, isOpen, children }: PanelPartProps) => (
  <details className="kk-fe-part" open={isOpen}>
    <summary>{title}</summary>
    <div className="kk-fe-rows">{children}</div>
  </details>
);

const STEPS: readonly (readonly [move: TreeMove, icon: string])[] = [
  ['up', 'arrow-up'],
  ['down', 'arrow-down'],
  ['in', 'arrow-right'],
  ['out', 'arrow-left'],
];

const QuestionTools = observer(({ question }: { readonly question: Question }) => {
  const { edited, form } = useFormEditing();
  const messages = useMessages();
  const { place } = edited;
  if (!place) return null;
  const copy = (): void =>
    edited.change(withInserted(form, nextPlace(place), copyOfQuestion(form, question)), { place: nextPlace(place) });
  return (
    <div className="kk-fe-tools">
      {STEPS.map(([move, icon]) => (
        <IconButton
          key={move}
          size="small"
          icon={icon}
          label={messages.format(`formEditor.move.${move}`)}
          disabled={edited.placeOf(move) === undefined}
          onClick={() => edited.move(move)}
        />
      ))}
      <IconButton size="small" icon="duplicate" label={messages.format('formEditor.duplicate')} onClick={copy} />
      <IconButton
        size="small"
        icon="trash"
        label={messages.format('formEditor.remove')}
        onClick={() => edited.remove(place)}
      />
    </div>
  );
});

/** Types that a question can become without losing what belongs to it. */
const typesLike = (question: Question): readonly QuestionType[] => {
  const isSectionType = traitsOf(question.type).isSectionType;
  return TYPE_GROUPS.flatMap(([, types]) => types).filter((type) => traitsOf(type).isSectionType === isSectionType);
};

const PanelProblems = observer(({ path }: { readonly path: string }) => {
  const { problems } = useFormEditing();
  const messages = useMessages();
  const own = problems.filter((each) => each.path === path && each.member === undefined);
  if (own.length === 0) return null;
  return (
    <ul className="kk-plain-list kk-error" role="alert">
      {own.map(({ message, params }) => (
        <li key={message}>{messages.format(message, params)}</li>
      ))}
    </ul>
  );
});

const MainRows = observer(({ question }: QuestionRowsProps) => {
  const { edited, form } = useFormEditing();
  const messages = useMessages();
  const { isShown } = traitsOf(question.type);
  const nameFromLabel = (): void => {
    const wanted = nameFromText(textShown(form, question.label));
    if (isGivenName(question) && wanted !== '')
      edited.rename(question.name, freeNameAmong(wanted, questionNames(form)));
  };
  return (
    <div className="kk-fe-rows">
      <TextsRows
        label={messages.format(isShown ? 'formEditor.label' : 'formEditor.hiddenLabel')}
        text={question.label}
        set={(label) => edited.set({ label }, 'label')}
        onLeave={nameFromLabel}
      />
      <TypedRow
        label={messages.format('formEditor.name')}
        help={messages.format('formEditor.nameHelp')}
        value={question.name}
        commit={(name) => edited.rename(question.name, name.trim())}
      />
      <SelectRow
        label={messages.format('formEditor.type')}
        value={question.type}
        choices={typesLike(question).map((type) => [type, messages.format(`formEditor.types.${type}`)])}
        set={(type) => edited.set({ type: type as QuestionType })}
      />
      {isShown && (
        <TextsRows
          label={messages.format('formEditor.hint')}
          text={question.hint}
          set={(hint) => edited.set({ hint }, 'hint')}
        />
      )}
      <CheckRow
        label={messages.format('formEditor.restricted')}
        checked={question.audience === 'RESTRICTED'}
        set={(isRestricted) => edited.set({ audience: isRestricted ? 'RESTRICTED' : undefined })}
      />
    </div>
  );
});

const hasAny = (question: Question, names: readonly (keyof Question)[]): boolean =>
  names.some((name) => question[name] !== undefined);

export const QuestionPanel = observer(() => {
  const { edited, form } = useFormEditing();
  const messages = useMessages();
  const { question, place } = edited;
  if (!question || !place) return <p className="kk-soft">{messages.format('formEditor.chooseQuestion')}</p>;
  const key = placeKey(place);
  const path = everyQuestion(form).find((each) => placeKey(each.place) === key)?.path ?? question.name;
  const { isShown, isChoice } = traitsOf(question.type);
  const rows = { question, path };
  return (
    <section className="kk-fe-panel" aria-label={messages.format('formEditor.properties')}>
      <div className="kk-fe-panel-head">
        <h3 className="kk-fill kk-ellipsis" dir="auto">
          {textShown(form, question.label) || question.name}
        </h3>
        <QuestionTools question={question} />
      </div>
      <PanelProblems path={path} />
      <MainRows {...rows} />
      {isChoice && <QuestionChoices {...rows} />}
      <PanelPart title={messages.format('formEditor.parts.logic')} isOpen>
        <LogicRows {...rows} />
      </PanelPart>
      <PanelPart
        title={messages.format('formEditor.parts.details')}
        isOpen={hasAny(question, ['range', 'accuracy', 'maxPixels'])}
      >
        <DetailRows {...rows} />
      </PanelPart>
      {isShown && (
        <PanelPart
          title={messages.format('formEditor.parts.look')}
          isOpen={hasAny(question, ['guidance', 'media', 'appearance'])}
        >
          <AppearanceRows {...rows} />
        </PanelPart>
      )}
    </section>
  );
});

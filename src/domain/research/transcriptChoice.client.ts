// The choices of the dialog that adds a transcript: its fields, their first values, and the input of the task.

import { stringIn, stringsIn } from 'src/base/stringsIn.ts';
import { useClient, type Messages } from 'src/client/extend.ts';
import type { FormField } from 'src/client/extendForms.ts';
import { fileTitle, isRecording } from 'src/client/extendMedia.ts';
import { idsOfFiles } from 'src/client/extendPage.ts';
import type { ReadingChoice, TranscriptPreview } from 'src/domain/research/useTranscriptPreview.client.ts';
import { LEVELS } from 'src/model/access/levels.ts';
import { idsIn } from 'src/model/item/idsIn.ts';
import type { Item, Values } from 'src/model/item/Item.ts';
import { foldText } from 'src/model/text/foldText.ts';

const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-1', 'macintosh', 'utf-16le', 'utf-16be'] as const;
/** Speakers who can be matched with respondents here. Others keep their names. */
const MOST_SPEAKERS = 30;
const FIRST_ACCESS = 'PROTECTED';

/** Name of the field for the respondent of a speaker. */
const speakerField = (at: number): string => `speaker${at}`;

export interface InterviewFacts {
  readonly recordings: readonly Item[];
  /** Respondents of the interview with their names. */
  readonly respondents: readonly (readonly [id: string, name: string])[];
}

/** Returns what the dialog needs to know of the interview; undefined while it loads. Observable. */
export const useInterviewFacts = (item: Item): InterviewFacts | undefined => {
  const { items } = useClient();
  const files = idsOfFiles(item['attachments']).map((id) => items.get(id));
  const people = idsIn(item['respondents']).map((id) => items.get(id));
  if ([...files, ...people].some(({ state }) => state === 'loading')) return undefined;
  return {
    recordings: files.flatMap((file) => (file.state === 'ready' && isRecording(file.item) ? [file.item] : [])),
    respondents: people.flatMap((person) =>
      person.state === 'ready' ? [[person.item.$id, person.item.$label] as const] : [],
    ),
  };
};

/** Returns the recording that the file names, or the only one. */
const recordingOfFile = (recordings: readonly Item[], media: string | undefined): Item | undefined =>
  recordings.find((each) => fileTitle(each) === media) ?? (recordings.length === 1 ? recordings[0] : undefined);

/** A speaker who has the name of a respondent is that respondent. */
const knownSpeakers = ({ speakers }: TranscriptPreview, { respondents }: InterviewFacts): Values =>
  Object.fromEntries(
    speakers.slice(0, MOST_SPEAKERS).flatMap(({ name, participant = name }, at) => {
      const names = [foldText(name), foldText(participant)];
      const found = respondents.find(([, label]) => names.includes(foldText(label)));
      return found ? [[speakerField(at), found[0]] as const] : [];
    }),
  );

export const firstChoice = (preview: TranscriptPreview, facts: InterviewFacts): Values => {
  const recording = recordingOfFile(facts.recordings, preview.media);
  const translations = preview.furtherTiers.flatMap(({ name, role }) => (role === 'translation' ? [name] : []));
  return {
    ...knownSpeakers(preview, facts),
    access: FIRST_ACCESS,
    ...(recording && { recording: recording.$id }),
    ...(translations.length > 0 && { translations }),
  };
};

/** Returns the choices that change how the file is read. `length` is that of the recording. */
export const readingChoice = (values: Values, length: number | undefined): ReadingChoice => {
  const encoding = ENCODINGS.find((each) => each === values['encoding']);
  return {
    ...(encoding !== undefined && { encoding }),
    ...(length !== undefined && { length }),
    ...(values['translations'] !== undefined && { translations: stringsIn(values['translations']) }),
  };
};

export const transcriptFields = (
  { format }: Messages,
  { speakers, furtherTiers }: TranscriptPreview,
  { recordings }: InterviewFacts,
): readonly FormField[] => {
  const whole = furtherTiers.filter(({ isWhole }) => isWhole);
  const recording: FormField = {
    ...{ name: 'recording', label: 'transcripts.recording', none: 'transcripts.noRecording' },
    choices: recordings.map((each) => [each.$id, fileTitle(each)] as const),
  };
  const translations: FormField = {
    ...{ name: 'translations', label: 'transcripts.translations', many: true },
    choices: whole.map(({ name }) => [name, name] as const),
  };
  return [
    ...(recordings.length > 0 ? [recording] : []),
    {
      ...{ name: 'access', label: 'transcripts.access', none: null, help: 'transcripts.accessHelp' },
      choices: LEVELS.map((level) => [level, format(`levels.${level}`)] as const),
    },
    ...(whole.length > 0 ? [translations] : []),
    ...speakers.slice(0, MOST_SPEAKERS).map(({ name, count }, at): FormField => ({
      ...{ name: speakerField(at), kind: 'relation', rel: { to: ['CommunityMember'], onDelete: 'null' } },
      label: format('transcripts.speaker', { name: name || format('transcripts.unnamed'), count }),
    })),
    {
      ...{ name: 'encoding', label: 'transcripts.encoding', none: 'transcripts.asTheFile' },
      choices: ENCODINGS.map((each) => [each, each] as const),
    },
  ];
};

/** Returns the input of the task, without the file and its language. */
export const importChoice = (values: Values, { speakers }: TranscriptPreview, length: number | undefined): Values => ({
  ...readingChoice(values, length),
  access: stringIn(values['access']) || FIRST_ACCESS,
  ...(stringIn(values['recording']) !== '' && { recording: stringIn(values['recording']) }),
  speakers: speakers.flatMap(({ name }, at) => {
    const respondent = stringIn(values[speakerField(at)]);
    return respondent === '' ? [] : [{ name, respondent }];
  }),
});

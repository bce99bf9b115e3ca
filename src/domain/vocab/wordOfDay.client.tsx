// The word of the day on home: the same word for people who may read the same words, with its picture, its meaning and its sound.

import { observer } from 'mobx-react-lite';
import { ItemLink, itemIn, useAnswer, useClient, useMessages, PropertyValue } from 'src/client/extend.ts';
import { coverFileOf, idsOfFiles, imageAddress, SmallPicture, Sound } from 'src/client/extendPage.ts';
import 'src/domain/vocab/wordOfDay.css';
import { wordOn } from 'src/domain/vocab/wordOn.ts';
import { isEmptyValue } from 'src/base/isEmptyValue.ts';
import type { Query } from 'src/model/generated/wire.ts';

/** Words among which the word of a day is chosen. */
const WORDS_READ = 300;

const ALL_WORDS: Query = { must: { _t: ['Lexeme'] }, sort: [{ key: 'created', order: 'desc' }], max: WORDS_READ };
/** Words with speakers have a recording, as a rule. */
const SPOKEN_WORDS: Query = { ...ALL_WORDS, mustNot: { speakers: [null] } };

export const WordOfDay = observer(() => {
  const { day, items, registry } = useClient();
  const messages = useMessages();
  const spoken = useAnswer(SPOKEN_WORDS);
  const all = useAnswer(spoken.answer?.ids.length === 0 ? ALL_WORDS : undefined);
  const ids = spoken.answer?.ids.length === 0 ? all.answer?.ids : spoken.answer?.ids;
  const id = ids && wordOn(day.today, ids);
  if (ids?.length === 0) return <p className="kk-soft">{messages.format('home.word.none')}</p>;
  const word = id === undefined ? undefined : itemIn(items.get(id));
  const type = word && registry.types[word._t];
  if (!word || !type) return null;
  const { gloss = '', sound, pronunciation } = type.view.page?.entry ?? {};
  const property = type.properties[gloss];
  const cover = coverFileOf({ items }, type, word);
  return (
    <div className="kk-word-day">
      <div>
        <p className="kk-word-day-name">
          <ItemLink id={word.$id} />
        </p>
        {pronunciation !== undefined && typeof word[pronunciation] === 'string' && (
          <p className="kk-soft">{word[pronunciation]}</p>
        )}
        {property && !isEmptyValue(word[gloss]) && (
          <PropertyValue type={type.name} property={property} value={word[gloss]} item={word} from={0} />
        )}
      </div>
      {cover !== undefined && <SmallPicture src={imageAddress(word.$id, 'small')} />}
      {sound !== undefined && idsOfFiles(word[sound]).map((file) => <Sound key={file} id={file} />)}
    </div>
  );
});

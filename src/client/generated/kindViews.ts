// Compiled from the names of folders. Never edited: add a folder and run `npm run gen`.

import type { PropertyKind } from 'src/model/generated/kindNames.ts';
import type { KindView } from 'src/client/kinds/KindView.ts';
import { booleanView } from 'src/client/kinds/boolean/booleanView.tsx';
import { colorView } from 'src/client/kinds/color/colorView.tsx';
import { dateView } from 'src/client/kinds/date/dateView.tsx';
import { dateTimeView } from 'src/client/kinds/dateTime/dateTimeView.tsx';
import { emailView } from 'src/client/kinds/email/emailView.tsx';
import { enumView } from 'src/client/kinds/enum/enumView.tsx';
import { filesView } from 'src/client/kinds/files/filesView.tsx';
import { geometryView } from 'src/client/kinds/geometry/geometryView.tsx';
import { integerView } from 'src/client/kinds/integer/integerView.tsx';
import { languageView } from 'src/client/kinds/language/languageView.tsx';
import { levelView } from 'src/client/kinds/level/levelView.tsx';
import { listView } from 'src/client/kinds/list/listView.tsx';
import { longTextView } from 'src/client/kinds/longText/longTextView.tsx';
import { numberView } from 'src/client/kinds/number/numberView.tsx';
import { objectView } from 'src/client/kinds/object/objectView.tsx';
import { partialDateView } from 'src/client/kinds/partialDate/partialDateView.tsx';
import { phoneView } from 'src/client/kinds/phone/phoneView.tsx';
import { relationView } from 'src/client/kinds/relation/relationView.tsx';
import { textView } from 'src/client/kinds/text/textView.tsx';
import { timeView } from 'src/client/kinds/time/timeView.tsx';
import { translatedView } from 'src/client/kinds/translated/translatedView.tsx';
import { urlView } from 'src/client/kinds/url/urlView.tsx';

export const KIND_VIEWS: Readonly<Record<PropertyKind, KindView>> = {
  boolean: booleanView,
  color: colorView,
  date: dateView,
  dateTime: dateTimeView,
  email: emailView,
  enum: enumView,
  files: filesView,
  geometry: geometryView,
  integer: integerView,
  language: languageView,
  level: levelView,
  list: listView,
  longText: longTextView,
  number: numberView,
  object: objectView,
  partialDate: partialDateView,
  phone: phoneView,
  relation: relationView,
  text: textView,
  time: timeView,
  translated: translatedView,
  url: urlView,
};

// `act/previewSubmission`: the effects of submitting a consultation, for the question before it: the recipients, the day by which
// they are asked to answer, and how many of their own working days that leaves them.

import { communityChoice } from 'src/domain/consult/choice.server.ts';
import { dayErrors } from 'src/domain/consult/distribution.server.ts';
import { communitiesIn } from 'src/domain/consult/communitiesIn.server.ts';
import { asGeometry } from 'src/model/geo/geoJson.ts';
import type { Values } from 'src/model/item/Item.ts';
import type { MovePreview } from 'src/model/generated/wire.ts';
import { workingDaysBetween } from 'src/model/calendar/workingDays.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { calendarOfOwner, type Context, endpoint } from 'src/server/extend.ts';

/** A community that has fewer working days can hardly ask its people. */
const SHORT_WORKING_DAYS = 10;

/** The kind of the paper that describes the project. */
const DESCRIPTION = 'DESCRIPTION';

/** Returns whether one of the documents describes the project. An agency may send a link instead, so this is only a warning. */
const hasDescription = async ({ services, db }: Context, properties: Values): Promise<boolean> => {
  const papers = await services.items.findMany(db, valuesAt(properties, 'documents').filter(isItemId));
  return papers.some(({ properties: paper }) => paper['category'] === DESCRIPTION);
};

export const previewSubmission = endpoint('previewSubmission', async (context) => {
  const item = await context.view();
  const { services, readFilter, db, now } = context;
  const { requestedResponseDate: day } = item;
  const chosen = [...communityChoice(item as Values)].flatMap(([community, isAsked]) => (isAsked ? [community] : []));
  const errors = await dayErrors(context, item as Values);
  if (chosen.length === 0) errors.push({ path: '/asked', message: 'errors.consult.nobodyAsked' });
  const labels = await services.items.labels(db, readFilter, chosen);
  const nameOf = (id: string): string => labels.get(id) ?? id;
  const lines: MovePreview['lines'][number][] =
    chosen.length === 0 ? [] : [{ message: 'consult.preview.to', params: { names: chosen.map(nameOf) } }];
  const area = asGeometry(item['projectArea']);
  if (area && chosen.length > 0 && (await communitiesIn(context, area)).length === 0)
    lines.push({ message: 'consult.preview.outside', warning: true });
  if (typeof day === 'string' && errors.length === 0) {
    lines.push({ message: 'consult.preview.day', params: { day } });
    for (const community of chosen) {
      const calendar = await calendarOfOwner(services, db, community);
      const count = workingDaysBetween(calendar, dayIn(now, calendar.timeZone), day);
      if (count < SHORT_WORKING_DAYS)
        lines.push({ message: 'consult.preview.short', params: { name: nameOf(community), count }, warning: true });
    }
  }
  if (chosen.length > 0 && !(await hasDescription(context, item as Values)))
    lines.push({ message: 'consult.preview.noPaper', warning: true });
  return { errors, lines };
});

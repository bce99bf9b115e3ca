// Bar above a timeline: its time range, jumps, zoom, the lanes, and the items without a date.

import { useId, useState, type FormEvent } from 'react';
import { bandsInView, spanOfBand, type TimeBand } from 'src/client/displays/timeline/timeBands.ts';
import { softSpan, type TimeSpan } from 'src/client/displays/timeSpan.ts';
import { around, momentName, movedView, zoomed } from 'src/client/displays/timeline/timeView.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { approximateDateTyping } from 'src/client/kinds/approximateDate/approximateDateTyping.ts';
import { MenuButton } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { daySpan } from 'src/model/kinds/approximateDate/edtf.ts';

interface TimelineBarProps {
  readonly view: TimeSpan;
  readonly whole: TimeSpan;
  readonly go: (view: TimeSpan) => void;
  /** Name of the values by which the timeline can be divided. */
  readonly lanes: string | undefined;
  readonly divided: boolean;
  readonly divide: (divided: boolean) => void;
  readonly undated: number;
  readonly listsUndated: boolean;
  readonly listUndated: (listed: boolean) => void;
  readonly bands: readonly TimeBand[];
}

const GoTo = ({ go }: Pick<TimelineBarProps, 'go'>) => {
  const messages = useMessages();
  const { format } = messages;
  const { read, question } = approximateDateTyping(messages, useClient().day);
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string>();
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const days = daySpan(read(text) ?? '');
    setWrong(days ? undefined : (question?.(text) ?? format('timeline.notTime')));
    if (days) go(around(softSpan(days)));
  };
  return (
    <form className="kk-time-goto" onSubmit={submit}>
      <label htmlFor={id}>{format('timeline.goTo')}</label>
      <input
        id={id}
        className="bp6-input"
        value={text}
        placeholder={format('timeline.goToExample')}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong !== undefined ? `${id}-wrong` : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit">{format('timeline.go')}</Button>
      {wrong !== undefined && (
        <span id={`${id}-wrong`} className="kk-time-wrong" role="alert">
          {wrong}
        </span>
      )}
    </form>
  );
};

export const TimelineBar = (props: TimelineBarProps) => {
  const { view, whole, go, lanes, divided, divide, undated, listsUndated, listUndated, bands } = props;
  const { format, intl } = useMessages();
  const step = (view.to - view.from) / 12;
  const shown = { from: momentName(intl, view.from, step), to: momentName(intl, view.to, step) };
  return (
    <div className="kk-time-bar-tools">
      <div className="kk-segments" role="group" aria-label={format('timeline.move')}>
        <IconButton
          icon="chevron-left"
          variant="outlined"
          label={format('timeline.earlier')}
          onClick={() => go(movedView(view, -0.5))}
        />
        <IconButton icon="minus" variant="outlined" label={format('map.zoomOut')} onClick={() => go(zoomed(view, 2))} />
        <IconButton
          icon="zoom-to-fit"
          variant="outlined"
          label={format('map.fitAll')}
          onClick={() => go(around(whole))}
        />
        <IconButton
          icon="plus"
          variant="outlined"
          label={format('map.zoomIn')}
          onClick={() => go(zoomed(view, 1 / 2))}
        />
        <IconButton
          icon="chevron-right"
          variant="outlined"
          label={format('timeline.later')}
          onClick={() => go(movedView(view, 0.5))}
        />
      </div>
      <span className="kk-time-shown">{format('timeline.shown', shown)}</span>
      <GoTo go={go} />
      {bands.length > 0 && (
        <MenuButton
          label={format('timeline.periods')}
          parts={bands.map((band) => ({
            ...{ key: band.key, text: band.name, checked: bandsInView([band], view).length > 0 },
            onClick: () => go(around(spanOfBand(band, whole))),
          }))}
          opener={(opener) => (
            <Button {...opener} variant="outlined" endIcon="caret-down">
              {format('timeline.periods')}
            </Button>
          )}
        />
      )}
      {lanes !== undefined && (
        <Button variant="outlined" aria-pressed={divided} active={divided} onClick={() => divide(!divided)}>
          {format('timeline.lanes', { name: lanes })}
        </Button>
      )}
      {undated > 0 && (
        <Button
          variant="outlined"
          aria-pressed={listsUndated}
          active={listsUndated}
          onClick={() => listUndated(!listsUndated)}
        >
          {format('timeline.undatedCount', { count: undated })}
        </Button>
      )}
    </div>
  );
};

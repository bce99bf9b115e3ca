// Takes a geographic file that is chosen or dropped. Shows its progress and its errors, and asks how to read it if the file does not say so
// itself.

import { HTMLSelect, ProgressBar } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId, useState, type DragEvent } from 'react';
import { useFileChoice } from 'src/client/fields/useFileChoice.tsx';
import type { GeoFile } from 'src/client/geoFiles/useGeoFile.ts';
import { REFERENCE_SYSTEMS, TEXT_ENCODINGS } from 'src/client/geoFiles/referenceSystems.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/geoFiles/geoFiles.css';

const GEO_FILE_ENDINGS = '.zip,.kml,.kmz,.gpx,.gpkg,.geojson,.json';
const EPSG = /^(?:EPSG:?\s*)?(\d{4,6})$/iu;

interface FileProps {
  readonly file: GeoFile;
}

/** A short list, or the number of any other. */
const ChooseCrs = ({ file }: FileProps) => {
  const messages = useMessages();
  const id = useId();
  const [typed, setTyped] = useState('');
  const code = EPSG.exec(typed.trim())?.[1];
  return (
    <div className="kk-geo-fields">
      <div>
        <label htmlFor={`${id}-list`}>{messages.format('importPlaces.crs')}</label>
        <HTMLSelect
          id={`${id}-list`}
          fill
          value={file.readAs.crs ?? ''}
          onChange={({ target }) => target.value !== '' && file.read({ ...file.readAs, crs: target.value })}
        >
          <option value="">{messages.format('forms.choose')}</option>
          {REFERENCE_SYSTEMS.map(({ code: known, name }) => (
            <option key={known} value={known}>
              {name} ({known})
            </option>
          ))}
        </HTMLSelect>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (code !== undefined) file.read({ ...file.readAs, crs: `EPSG:${code}` });
        }}
      >
        <label htmlFor={`${id}-code`}>{messages.format('importPlaces.epsg')}</label>
        <div className="kk-row">
          <input
            id={`${id}-code`}
            className="bp6-input"
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" disabled={code === undefined}>
            {messages.format('importPlaces.readAgain')}
          </Button>
        </div>
      </form>
    </div>
  );
};

export const ChooseEncoding = ({ file }: FileProps) => {
  const messages = useMessages();
  const id = useId();
  return (
    <div className="kk-geo-fields">
      <div>
        <label htmlFor={id}>{messages.format('importPlaces.encoding')}</label>
        <HTMLSelect
          id={id}
          fill
          value={file.readAs.encoding ?? ''}
          onChange={({ target: { value } }) => {
            const { encoding: _before, ...rest } = file.readAs;
            const encoding = TEXT_ENCODINGS.find((each) => each === value);
            file.read(encoding === undefined ? rest : { ...rest, encoding });
          }}
        >
          <option value="">{messages.format('importPlaces.asTheFile')}</option>
          {TEXT_ENCODINGS.map((encoding) => (
            <option key={encoding} value={encoding}>
              {encoding}
            </option>
          ))}
        </HTMLSelect>
      </div>
    </div>
  );
};

const GeoFileFailure = ({ file }: FileProps) => {
  const messages = useMessages();
  const { failure } = file;
  if (!failure) return null;
  const { id, params, path } = failure;
  return (
    <div role="alert" className="kk-stack">
      <Band
        tone={path === '/crs' ? 'warning' : 'danger'}
        actions={
          path === '' && (
            <Button size="small" icon="refresh" onClick={file.again}>
              {messages.format('app.tryAgain')}
            </Button>
          )
        }
      >
        {messages.find(id, params) ?? messages.format('errors.generalFailure')}
      </Band>
      {path === '/crs' && <ChooseCrs file={file} />}
      {path === '/encoding' && <ChooseEncoding file={file} />}
    </div>
  );
};

const Way = observer(({ file }: FileProps) => {
  const messages = useMessages();
  const { upload, sent, reading } = file;
  if (upload === 'failed' || upload === 'missing')
    return <Band tone="danger">{messages.format(`importPlaces.upload.${upload}`)}</Band>;
  if (upload === 'sending' || upload === 'asking')
    return (
      <div>
        <p>{messages.format('importPlaces.upload.sending', { percent: Math.round(sent * 100) })}</p>
        <ProgressBar
          value={sent}
          stripes={false}
          animate={false}
          aria-label={messages.format('importPlaces.sending')}
        />
      </div>
    );
  if (!reading) return null;
  return (
    <div role="status">
      <Loading /> {messages.format('importPlaces.reading')}
    </div>
  );
});

export const GeoFileIntake = observer(({ file }: FileProps) => {
  const messages = useMessages();
  const [over, setOver] = useState(false);
  const take = ([first]: readonly File[]): void => {
    if (first) file.choose(first);
  };
  const choice = useFileChoice({ accept: GEO_FILE_ENDINGS, onFiles: take });
  const drag = (event: DragEvent, entering: boolean): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(entering);
  };
  return (
    <div className="kk-stack">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button does the same */}
      <div
        className={over ? 'kk-geo-drop kk-geo-drop-over' : 'kk-geo-drop'}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          take([...event.dataTransfer.files]);
        }}
      >
        <Button
          icon="document-open"
          {...(file.key === undefined && { variant: 'solid', intent: 'primary' })}
          onClick={choice.open}
        >
          {messages.format(file.key === undefined ? 'importPlaces.choose' : 'importPlaces.chooseOther')}
        </Button>
        <span className="kk-soft">{messages.format('importPlaces.kinds')}</span>
        {choice.input}
      </div>
      <Way file={file} />
      <GeoFileFailure file={file} />
    </div>
  );
});

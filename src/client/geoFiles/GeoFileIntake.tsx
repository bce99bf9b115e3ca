// Takes a geographic file that is chosen or dropped. Shows its progress and its errors, and asks how to read it if the file does not say so
// itself.

import { ProgressBar } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useState, type DragEvent } from 'react';
import { ValuesModel } from 'src/client/fields/session/FormModel.ts';
import { useFileChoice } from 'src/client/fields/useFileChoice.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { ValuesForm } from 'src/client/forms/ValuesForm.tsx';
import type { GeoFile } from 'src/client/geoFiles/useGeoFile.ts';
import { REFERENCE_SYSTEMS, TEXT_ENCODINGS } from 'src/client/geoFiles/referenceSystems.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Values } from 'src/model/item/Item.ts';
import 'src/client/geoFiles/geoFiles.css';

const GEO_FILE_ENDINGS = '.zip,.kml,.kmz,.gpx,.gpkg,.geojson,.json';
const EPSG = /^(?:EPSG:?\s*)?(\d{4,6})$/iu;

interface FileProps {
  readonly file: GeoFile;
}

const CODE: readonly FormField[] = [
  {
    ...{ name: 'code', label: 'importPlaces.epsg', required: true },
    fault: (code) => (EPSG.test(String(code).trim()) ? undefined : 'errors.invalidChoice'),
  },
];

/** A short list, or the number of any other. */
const ChooseCrs = observer(({ file }: FileProps) => {
  const messages = useMessages();
  const [model] = useState(() => new ValuesModel({}));
  const { crs } = file.readAs;
  const read = async ({ code }: Values): Promise<void> =>
    file.read({ ...file.readAs, crs: `EPSG:${EPSG.exec(String(code))?.[1] ?? ''}` });
  return (
    <div className="kk-geo-form kk-stack">
      <LiveForm
        fields={[
          {
            ...{ name: 'crs', label: 'importPlaces.crs' },
            choices: REFERENCE_SYSTEMS.map(({ code, name }) => [code, `${name} (${code})`]),
          },
        ]}
        values={{ crs }}
        set={(changes) => changes.crs !== undefined && file.read({ ...file.readAs, crs: changes.crs })}
      />
      <ValuesForm
        model={model}
        fields={CODE}
        submit={read}
        buttons={
          <p>
            <Button type="submit">{messages.format('importPlaces.readAgain')}</Button>
          </p>
        }
      />
    </div>
  );
});

export const ChooseEncoding = ({ file }: FileProps) => {
  const { encoding, ...rest } = file.readAs;
  return (
    <LiveForm
      className="kk-geo-form"
      fields={[
        {
          ...{ name: 'encoding', label: 'importPlaces.encoding', none: 'importPlaces.asTheFile' },
          choices: TEXT_ENCODINGS.map((each) => [each, each]),
        },
      ]}
      values={{ encoding }}
      set={(changes) => file.read({ ...rest, ...(changes.encoding !== undefined && { encoding: changes.encoding }) })}
    />
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

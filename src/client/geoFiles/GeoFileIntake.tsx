// Takes a geographic file that is chosen or dropped. Shows its progress and its errors, and asks how to read it if the file does not say so
// itself.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { ValuesModel } from 'src/client/fields/session/FormModel.ts';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { ValuesForm } from 'src/client/forms/ValuesForm.tsx';
import { FileDrop, SendingProgress } from 'src/client/geoFiles/FileDrop.tsx';
import type { GeoFile } from 'src/client/geoFiles/useGeoFile.ts';
import { REFERENCE_SYSTEMS, TEXT_ENCODINGS } from 'src/client/geoFiles/referenceSystems.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Values } from 'src/model/item/Item.ts';

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

interface ChooseCrsProps {
  readonly crs: string | undefined;
  readonly read: (crs: string) => void;
}

/** A short list, or the number of any other. */
export const ChooseCrs = observer(({ crs, read }: ChooseCrsProps) => {
  const messages = useMessages();
  const [model] = useState(() => new ValuesModel({}));
  const readByCode = async ({ code }: Values): Promise<void> => read(`EPSG:${EPSG.exec(String(code))?.[1] ?? ''}`);
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
        set={(changes) => changes.crs !== undefined && read(changes.crs)}
      />
      <ValuesForm
        model={model}
        fields={CODE}
        submit={readByCode}
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
      {path === '/crs' && <ChooseCrs crs={file.readAs.crs} read={(crs) => file.read({ ...file.readAs, crs })} />}
      {path === '/encoding' && <ChooseEncoding file={file} />}
    </div>
  );
};

export const GeoFileIntake = observer(({ file }: FileProps) => {
  const messages = useMessages();
  return (
    <div className="kk-stack">
      <FileDrop
        accept={GEO_FILE_ENDINGS}
        hint={messages.format('importPlaces.kinds')}
        isChosen={file.key !== undefined}
        choose={file.choose}
      />
      <SendingProgress state={file.upload} sent={file.sent} isReading={file.reading} />
      <GeoFileFailure file={file} />
    </div>
  );
});

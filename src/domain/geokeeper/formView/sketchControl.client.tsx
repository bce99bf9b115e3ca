// The control of signatures and drawings: a canvas for a finger, a pen or a mouse. Without them, a signature is typed and a drawing is a file.

import { type PointerEvent, useRef, useState } from 'react';
import { Button, useMessages } from 'src/client/extend.ts';
import { FilePreview, PickFile } from 'src/domain/geokeeper/formView/fileControls.client.tsx';
import { type AnswerControlProps, useFormView } from 'src/domain/geokeeper/formView/formViewContext.client.ts';
import { useStoredFile } from 'src/domain/geokeeper/formView/useAnswerFile.client.ts';

const SKETCH_SIZE = { width: 800, height: 400 };
const LINE_WIDTH = 4;
const NAME_FONT = 'italic 72px "Noto Sans", "Noto Sans Canadian Aboriginal", sans-serif';

const viewContextOf = (canvas: HTMLCanvasElement | null): CanvasRenderingContext2D | undefined =>
  canvas?.getContext('2d') ?? undefined;

/** Fills the canvas with white, so that the picture is readable in a dark theme, too. */
const viewWipe = (context: CanvasRenderingContext2D): void => {
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, SKETCH_SIZE.width, SKETCH_SIZE.height);
};

const pointOn = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
  const box = currentTarget.getBoundingClientRect();
  return {
    x: ((clientX - box.left) / box.width) * SKETCH_SIZE.width,
    y: ((clientY - box.top) / box.height) * SKETCH_SIZE.height,
  };
};

interface SketchPadProps {
  readonly label: string;
  readonly store: (blob: Blob, name: string) => void;
  readonly name: string;
  readonly typed: boolean;
  readonly id: string;
}

/** Draws a line while a pointer is down. */
const usePen = () => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isEmpty, setEmpty] = useState(true);
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    const context = viewContextOf(canvas.current);
    if (!context) return;
    if (isEmpty) viewWipe(context);
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = pointOn(event);
    context.lineWidth = LINE_WIDTH;
    context.lineCap = 'round';
    context.strokeStyle = '#14213d';
    context.beginPath();
    context.moveTo(x, y);
    setEmpty(false);
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>): void => {
    const context = viewContextOf(canvas.current);
    if (!context || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { x, y } = pointOn(event);
    context.lineTo(x, y);
    context.stroke();
  };
  const clear = (): void => {
    viewContextOf(canvas.current)?.clearRect(0, 0, SKETCH_SIZE.width, SKETCH_SIZE.height);
    setEmpty(true);
  };
  return { canvas, isEmpty, setEmpty, begin, draw, clear };
};

const SketchPad = ({ id, label, name, store, typed }: SketchPadProps) => {
  const messages = useMessages();
  const { canvas, isEmpty, setEmpty, begin, draw, clear } = usePen();
  const [written, setWritten] = useState('');
  const write = (text: string): void => {
    setWritten(text);
    const context = viewContextOf(canvas.current);
    if (!context) return;
    viewWipe(context);
    context.fillStyle = '#14213d';
    context.font = NAME_FONT;
    context.textBaseline = 'middle';
    context.fillText(text, 40, SKETCH_SIZE.height / 2, SKETCH_SIZE.width - 80);
    setEmpty(text.trim() === '');
  };
  const finish = (): void => canvas.current?.toBlob((blob) => blob && store(blob, `${name}.png`), 'image/png');
  return (
    <>
      <canvas
        ref={canvas}
        className="kf-sketch"
        {...SKETCH_SIZE}
        role="img"
        aria-label={label}
        onPointerDown={begin}
        onPointerMove={draw}
      />
      {typed && (
        <label className="kf-other" htmlFor={`${id}/name`}>
          <span>{messages.format('fieldForms.typeName')}</span>
          <input
            id={`${id}/name`}
            className="bp6-input bp6-fill"
            dir="auto"
            value={written}
            onChange={({ target }) => write(target.value)}
          />
        </label>
      )}
      <div className="kf-row">
        <Button variant="solid" intent="primary" disabled={isEmpty} onClick={finish}>
          {messages.format('fieldForms.useSketch')}
        </Button>
        <Button
          disabled={isEmpty}
          onClick={() => {
            setWritten('');
            clear();
          }}
        >
          {messages.format('fieldForms.eraseSketch')}
        </Button>
      </div>
    </>
  );
};

export const SketchControl = ({ node, id, labelId, describedBy, set }: AnswerControlProps) => {
  const { files } = useFormView();
  const messages = useMessages();
  const { name, type } = node.question;
  const { isBusy, failure, store } = useStoredFile(name, set);
  const stored = typeof node.value === 'string' ? node.value : undefined;
  const isOpen = stored === undefined && !node.readOnly;
  return (
    <div
      id={id}
      role="group"
      tabIndex={-1}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      className="kf-file"
    >
      {stored !== undefined && <FilePreview name={stored} type="photo" />}
      {isOpen && files && <SketchPad {...{ id, name, store }} label={node.label} typed={type === 'signature'} />}
      {isOpen && files && type === 'drawing' && (
        <PickFile
          id={`${id}/file`}
          icon="document"
          message="fieldForms.chooseFile"
          accept="image/*"
          disabled={isBusy}
          describedBy={describedBy}
          take={(file) => store(file, file.name)}
        />
      )}
      {isOpen && !files && <p className="kf-hint">{messages.format('fieldForms.noFiles')}</p>}
      {stored !== undefined && !node.readOnly && (
        <Button icon="cross" onClick={() => set(undefined)}>
          {messages.format('fieldForms.sketchAgain')}
        </Button>
      )}
      {failure !== undefined && <p role="alert">{messages.format(failure)}</p>}
    </div>
  );
};

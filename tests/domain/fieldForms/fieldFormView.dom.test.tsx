// The view of a form over the real session: answers open further questions, repeats grow, and problems are shown after a question was left.

import { act, fireEvent, render, screen } from '@testing-library/react';
import { observable } from 'mobx';
import { IntlProvider } from 'react-intl';
import { expect, it, vi } from 'vitest';
import messages from 'schemas/geokeeper/messages.fieldForms.en.json' with { type: 'json' };
import { FieldFormView } from 'src/domain/geokeeper/formView/FieldFormView.client.tsx';
import type { UnfinishedAnswer } from 'src/domain/geokeeper/formView/formViewContext.client.ts';
import { compileForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { FieldForm, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { openSession } from 'src/domain/geokeeper/forms/openSession.ts';

const text = (en: string) => ({ en });

const QUESTIONS: readonly Question[] = [
  { name: 'seen', type: 'integer', label: text('Animals seen'), required: true, constraint: '. < 100' },
  { name: 'notes', type: 'text', label: text('Notes about the animals'), relevant: '${seen} > 3' },
  { name: 'species', type: 'selectOne', label: text('Species'), list: 'species' },
  {
    name: 'people',
    type: 'repeat',
    label: text('Person'),
    questions: [{ name: 'who', type: 'text', label: text('Name') }],
  },
];

const FORM: FieldForm = {
  ...{
    title: text('Sightings'),
    machineName: 'sightings',
    languages: ['en'],
    defaultLanguage: 'en',
    formType: 'record',
  },
  lists: {
    species: {
      choices: [
        { name: 'moose', label: text('Moose') },
        { name: 'hare', label: text('Hare') },
      ],
    },
  },
  questions: QUESTIONS,
};

const open = (readOnly = false) => {
  const session = openSession(compileForm(FORM), {
    ...{ now: () => new Date('2026-05-01T10:00:00Z'), timeZone: 'UTC', language: 'en' },
    answers: readOnly ? { seen: 4, species: 'hare' } : undefined,
  });
  render(
    <IntlProvider locale="en" messages={messages}>
      <FieldFormView session={session} readOnly={readOnly} />
    </IntlProvider>,
  );
  return session;
};

it('[GEO-01] shows a question when an answer makes it relevant, and a problem after the question was left', () => {
  const session = open();
  const seen = screen.getByLabelText(/Animals seen/u);
  expect(screen.queryByLabelText('Notes about the animals')).toBeNull();
  fireEvent.change(seen, { target: { value: '120' } });
  expect(screen.getByLabelText('Notes about the animals')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.blur(seen);
  expect(screen.getByRole('alert').textContent).toBe('This answer is not allowed.');
  fireEvent.change(seen, { target: { value: '2' } });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(session.answers()['seen']).toBe(2);
});

it('[GEO-01] stores a choice, and adds and removes entries of a repeat', () => {
  const session = open();
  fireEvent.click(screen.getByLabelText('Hare'));
  expect(session.answers()['species']).toBe('hare');
  const before = screen.queryAllByLabelText('Name').length;
  fireEvent.click(screen.getByRole('button', { name: 'Add: Person' }));
  const names = screen.getAllByLabelText('Name');
  expect(names).toHaveLength(before + 1);
  fireEvent.change(names.at(-1)!, { target: { value: 'Rosa' } });
  expect(JSON.stringify(session.answers()['people'])).toContain('Rosa');
  fireEvent.click(screen.getAllByRole('button', { name: /^Remove Person/u }).at(-1)!);
  expect(screen.queryAllByLabelText('Name')).toHaveLength(before);
});

it('[GEO-01] shows answers as text to people who only read', () => {
  open(true);
  expect(screen.getByText('Hare')).toBeTruthy();
  expect(screen.queryAllByRole('textbox')).toHaveLength(0);
  expect(screen.queryAllByRole('button')).toHaveLength(0);
});

it('[GEO-01] shows the first questions of a long form at once, and the others after that', async () => {
  const questions = Array.from({ length: 95 }, (_, at): Question => ({
    ...{ name: `q${at}`, type: 'group', label: text(`Part ${at}`) },
    questions: [{ name: `a${at}`, type: 'text', label: text(`Answer ${at}.`) }],
  }));
  const session = openSession(compileForm({ ...FORM, questions }), {
    ...{ now: () => new Date('2026-05-01T10:00:00Z'), timeZone: 'UTC', language: 'en' },
  });
  render(
    <IntlProvider locale="en" messages={messages}>
      <FieldFormView session={session} />
    </IntlProvider>,
  );
  expect(screen.getByLabelText('Answer 29.')).not.toBeNull();
  expect(screen.queryByLabelText('Answer 94.')).toBeNull();
  fireEvent.change(screen.getByLabelText('Answer 0.'), { target: { value: 'Heron' } });
  await screen.findByLabelText('Answer 94.');
  expect(screen.getAllByRole('textbox')).toHaveLength(95);
  expect(session.answers()).toEqual({ q0: { a0: 'Heron' } });
});

it('[GEO-01] has the best position so far as the answer while it waits for a better one', () => {
  const watch: { found?: PositionCallback } = {};
  vi.stubGlobal('navigator', {
    geolocation: {
      watchPosition: (found: PositionCallback) => {
        watch.found = found;
        return 1;
      },
      clearWatch: () => {},
    },
  });
  const session = openSession(
    compileForm({ ...FORM, questions: [{ name: 'place', type: 'point', label: text('Place') }] }),
    { ...{ now: () => new Date('2026-05-01T10:00:00Z'), timeZone: 'UTC', language: 'en' } },
  );
  render(
    <IntlProvider locale="en" messages={messages}>
      <FieldFormView session={session} />
    </IntlProvider>,
  );
  const find = (accuracy: number): void =>
    act(() =>
      watch.found?.({
        coords: { latitude: 60 + accuracy / 100, longitude: -120, altitude: null, accuracy } as GeolocationCoordinates,
        timestamp: 0,
      } as GeolocationPosition),
    );
  const locate = (): boolean => fireEvent.click(screen.getByRole('button', { name: 'Use my position' }));
  locate();
  expect(session.answers()['place']).toBeUndefined();
  find(8);
  screen.getByText(/^Accuracy: 8 m/u);
  expect(session.answers()['place']).toMatchObject({ lat: 60.08, accuracy: 8 });
  find(30);
  expect(session.answers()['place']).toMatchObject({ lat: 60.08, accuracy: 8 });
  fireEvent.click(screen.getByRole('button', { name: 'Use this position' }));
  screen.getByText('Accurate to 8 m');
  locate();
  find(7);
  expect(session.answers()['place']).toMatchObject({ accuracy: 7 });
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(session.answers()['place']).toMatchObject({ accuracy: 8 });
  locate();
  find(4);
  screen.getByText('Accurate to 4 m');
  expect(session.answers()['place']).toMatchObject({ accuracy: 4 });
  vi.unstubAllGlobals();
});

const PLACE: Question = { name: 'place', type: 'point', label: text('Place'), required: true };

const openPoint = (form: Partial<FieldForm> = {}) => {
  const session = openSession(compileForm({ ...FORM, questions: [PLACE], ...form }), {
    ...{ now: () => new Date('2026-05-01T10:00:00Z'), timeZone: 'UTC', language: 'en' },
  });
  const unfinished = observable.map<string, UnfinishedAnswer>();
  render(
    <IntlProvider locale="en" messages={messages}>
      <FieldFormView session={session} unfinished={unfinished} />
    </IntlProvider>,
  );
  const axis = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  return { session, unfinished, lat: axis('Latitude'), lon: axis('Longitude') };
};

/** Moves the focus out of the first element. */
const leave = (from: HTMLElement, to: HTMLElement): void => {
  fireEvent.blur(from, { relatedTarget: to });
  fireEvent.focus(to, { relatedTarget: from });
};

it('[GEO-01] keeps one typed number of a position until the other one is typed', () => {
  const { session, unfinished, lat, lon } = openPoint();
  fireEvent.change(lat, { target: { value: '50.3' } });
  leave(lat, lon);
  expect([lat.value, lon.value, session.answers()['place']]).toEqual(['50.3', '', undefined]);
  expect([...unfinished.values()]).toEqual(['number']);
  expect(screen.queryByRole('alert')).toBeNull();
  leave(lon, document.body);
  expect(screen.getByRole('alert').textContent).toContain('a latitude and a longitude');
  fireEvent.change(lon, { target: { value: '-139.' } });
  fireEvent.change(lon, { target: { value: '-139.3' } });
  leave(lon, document.body);
  expect([lat.value, lon.value]).toEqual(['50.3', '-139.3']);
  expect(session.answers()['place']).toMatchObject({ lat: 50.3, lon: -139.3 });
  expect(unfinished.size).toBe(0);
  // One of them is typed again: the other one stays.
  fireEvent.change(lat, { target: { value: '' } });
  leave(lat, lon);
  expect([lat.value, lon.value, session.answers()['place']]).toEqual(['', '-139.3', undefined]);
  fireEvent.change(lat, { target: { value: '51' } });
  expect(session.answers()['place']).toMatchObject({ lat: 51, lon: -139.3 });
});

it('[GEO-01] does not leave a page with half a position, or while a position is looked for', () => {
  vi.stubGlobal('navigator', { geolocation: { watchPosition: () => 1, clearWatch: () => {} } });
  const notes: Question = { name: 'notes', type: 'text', label: text('Notes') };
  const { session, lat, lon } = openPoint({ style: 'pages', questions: [PLACE, notes] });
  const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));
  act(() => lat.focus());
  fireEvent.change(lat, { target: { value: '50.3' } });
  press('Next');
  screen.getByText('Page 1 of 2');
  expect(screen.getByRole('alert').textContent).toContain('a latitude and a longitude');
  expect(lat.value).toBe('50.3');
  fireEvent.change(lon, { target: { value: '-139.3' } });
  press('Use my position');
  press('Next');
  expect(screen.getByRole('alert').textContent).toContain('stop the search to continue without it');
  press('Stop');
  expect(screen.queryByRole('alert')).toBeNull();
  press('Next');
  screen.getByText('Page 2 of 2');
  expect(session.answers()['place']).toMatchObject({ lat: 50.3, lon: -139.3 });
  press('Back');
  screen.getByText('Page 1 of 2');
  vi.unstubAllGlobals();
});

it('[GEO-01] takes a pasted pair of coordinates apart', () => {
  const { session, lat, lon } = openPoint();
  const paste = (pasted: string): readonly string[] => {
    fireEvent.paste(lon, { clipboardData: { getData: () => pasted } });
    return [lat.value, lon.value];
  };
  expect(paste('50.25, -139.5')).toEqual(['50.25', '-139.5']);
  expect(session.answers()['place']).toMatchObject({ lat: 50.25, lon: -139.5 });
  expect(paste('51 -139')).toEqual(['51', '-139']);
  expect(paste('51.5,-139.25')).toEqual(['51.5', '-139.25']);
  // One number with a decimal comma is not a pair.
  expect(paste('50,3')).toEqual(['51.5', '-139.25']);
});

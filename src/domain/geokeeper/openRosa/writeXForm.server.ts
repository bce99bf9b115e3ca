// Writes a form as the XForm that ODK Collect and other OpenRosa clients read.

import { compileForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import { formTextIn } from 'src/domain/geokeeper/forms/choiceNodes.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { collectForm } from 'src/domain/geokeeper/openRosa/collectForm.ts';
import { xFormBody } from 'src/domain/geokeeper/openRosa/xFormBody.server.ts';
import { listFilesOf, xFormModel, type XFormIdentity } from 'src/domain/geokeeper/openRosa/xFormModel.server.ts';
import { xFormTexts } from 'src/domain/geokeeper/openRosa/xFormTexts.server.ts';
import { element, XML_HEAD, xmlOf } from 'src/server/extend.ts';

const XFORM_NAMESPACES = {
  xmlns: 'http://www.w3.org/2002/xforms',
  'xmlns:h': 'http://www.w3.org/1999/xhtml',
  'xmlns:jr': 'http://openrosa.org/javarosa',
  'xmlns:odk': 'http://www.opendatakit.org/xforms',
  'xmlns:orx': 'http://openrosa.org/xforms',
  'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
};

export interface WrittenXForm {
  readonly xml: string;
  /** Names of the files with lists that the form reads. */
  readonly listFiles: readonly string[];
}

/** Throws `ExpressionError` when an expression cannot be read, which the check before publication refuses. */
export const writeXForm = (form: FieldForm, identity: XFormIdentity): WrittenXForm => {
  const compiled = compileForm(collectForm(form).form);
  const texts = xFormTexts(compiled);
  const title = formTextIn(form.title, form.defaultLanguage, form.defaultLanguage) || form.machineName;
  const head = element('h:head', {}, [element('h:title', {}, [title]), xFormModel(compiled, texts, identity)]);
  const xml = xmlOf(element('h:html', XFORM_NAMESPACES, [head, xFormBody(compiled, texts)]));
  return { xml: `${XML_HEAD}${xml}`, listFiles: listFilesOf(compiled) };
};

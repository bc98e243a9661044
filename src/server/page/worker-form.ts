/** The parameters of a portal as a form, drawn from their description alone: a parameter that is added there is here too. */
import type { FormField, FormSection, ParameterForm } from '../../definition/connector/index.js';
import type { FormValue, FormValues } from '../portals/index.js';
import { escape } from './text.js';

export function formSections({ sections }: ParameterForm, values: FormValues, needsRun: boolean): string {
  return sections.map((section) => sectionOf(section, values[section.name], needsRun)).join('');
}

/** Settings of every run are seldom touched: they are folded away unless one of them is set, or has to be. */
function sectionOf({ name, title, fields }: FormSection, values: Readonly<Record<string, FormValue>>, needsRun: boolean): string {
  const inner = fields.map((field) => fieldOf(field, `${name}-${field.name}`, name, values[field.name])).join('');
  const shown = inner === '' ? '<p class="empty">It takes none.</p>' : `<div class="fields">${inner}</div>`;
  if (name === 'parameters') return `<fieldset class="section"><legend>${escape(title)}</legend>${shown}</fieldset>`;
  const isOpen = needsRun || fields.some((field) => isSet(values[field.name]));
  return `<details class="section"${isOpen ? ' open' : ''}><summary>${escape(title)}</summary>${shown}</details>`;
}

const isSet = (value: FormValue | undefined): boolean =>
  value === true || (typeof value === 'object' || typeof value === 'string' ? value.length > 0 : false);

function fieldOf(field: FormField, id: string, section: string, value: FormValue | undefined): string {
  const name = `data-section="${section}" data-name="${escape(field.name)}"`;
  if (field.type === 'flag') return flagOf(field, id, name, value === true || value === 'true');
  const texts = value === undefined || typeof value === 'boolean' ? [] : [value].flat().filter((text) => text !== '');
  if (field.takesSeveral && field.choices.length > 0) return boxesOf(field, id, name, texts);
  const input =
    field.choices.length > 0
      ? selectOf(field, id, name, texts)
      : field.takesSeveral
        ? areaOf(field, id, name, texts)
        : inputOf(field, id, name, texts);
  return `<div class="field"><label for="${escape(id)}">${labelOf(field)}</label>${input}${hintOf(field, id)}</div>`;
}

const labelOf = ({ name, isRequired, default: fallback }: FormField): string =>
  `${escape(name)}${isRequired && fallback === null ? ' <span class="needed">(needed)</span>' : ''}`;

const hintOf = ({ about }: FormField, id: string): string => `<p class="hint" id="${escape(id)}-hint">${escape(about)}</p>`;

const described = (id: string): string => `id="${escape(id)}" aria-describedby="${escape(id)}-hint"`;

function inputOf({ type, pattern, example, isRequired }: FormField, id: string, name: string, [text = '']: readonly string[]): string {
  const mode = type === 'year' || type === 'number' ? ' inputmode="numeric"' : '';
  const rule = pattern === null ? '' : ` pattern="${escape(pattern)}"${example === null ? '' : ` title="such as ${escape(example)}"`}`;
  const hint = example === null ? '' : ` placeholder="${escape(example)}"`;
  return `<input type="text" ${described(id)} ${name} value="${escape(text)}" maxlength="8000"${mode}${rule}${hint}${isRequired ? ' required' : ''} autocomplete="off" spellcheck="false">`;
}

/** Nothing can be chosen too, where something need not be. */
function selectOf({ choices, isRequired }: FormField, id: string, name: string, [chosen = '']: readonly string[]): string {
  const options = [...(isRequired && chosen !== '' ? [] : ['']), ...choices].map(
    (choice) => `<option value="${escape(choice)}"${choice === chosen ? ' selected' : ''}>${escape(choice === '' ? '–' : choice)}</option>`,
  );
  return `<select ${described(id)} ${name}${isRequired ? ' required' : ''}>${options.join('')}</select>`;
}

const areaOf = ({ isRequired }: FormField, id: string, name: string, texts: readonly string[]): string =>
  `<textarea ${described(id)} ${name} data-several rows="${Math.min(6, Math.max(2, texts.length))}" placeholder="one a line" spellcheck="false"${isRequired ? ' required' : ''}>${escape(texts.join('\n'))}</textarea>`;

const flagOf = (field: FormField, id: string, name: string, isSet: boolean): string =>
  `<div class="field flag"><label for="${escape(id)}"><input type="checkbox" ${described(id)} ${name} data-flag${isSet ? ' checked' : ''}> ${labelOf(field)}</label>${hintOf(field, id)}</div>`;

function boxesOf(field: FormField, id: string, name: string, texts: readonly string[]): string {
  const boxes = field.choices.map(
    (choice) =>
      `<label><input type="checkbox" ${name} data-choice value="${escape(choice)}"${texts.includes(choice) ? ' checked' : ''}> ${escape(choice)}</label>`,
  );
  return `<fieldset class="field boxes" aria-describedby="${escape(id)}-hint"><legend>${labelOf(field)}</legend><div>${boxes.join('')}</div>${hintOf(field, id)}</fieldset>`;
}

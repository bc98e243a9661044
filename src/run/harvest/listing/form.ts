/**
 * Forms: what a browser would send for the form of a page, with hidden fields and the tokens in them, and what the
 * connector sets on top. Buttons are not pressed unless the connector names them.
 */
import { selectAll, selectOne } from 'css-select';
import type { Element } from 'domhandler';
import { textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { asUrl } from '../../../model/index.js';
import { HarvestError } from '../port.js';

export interface Form {
  /** Absolute. */
  readonly action: string;
  readonly method: 'GET' | 'POST';
  readonly fields: readonly (readonly [name: string, value: string])[];
}

const MAX_FIELDS = 10_000;
const BUTTONS = new Set(['submit', 'image', 'button', 'reset', 'file']);

/** Throws where the page has no such form: a page that lost it has changed. */
export function readForm(html: string, url: string, selector: string, rule: string): Form {
  const document = parseDocument(html);
  const form = selectOne(selector, document.children) as Element | null;
  if (!form) throw new HarvestError('template', `no form matches ${selector}`, { url, rule });
  const controls = selectAll('input,select,textarea', form.children) as Element[];
  const base = (selectOne('base[href]', document.children) as Element | null)?.attribs['href'];
  return {
    action: actionOf(form, url, base, rule),
    method: form.attribs['method']?.trim().toLowerCase() === 'post' ? 'POST' : 'GET',
    fields: controls.slice(0, MAX_FIELDS).flatMap(fieldsOf),
  };
}

function actionOf(form: Element, url: string, base: string | undefined, rule: string): string {
  const written = form.attribs['action'] || url;
  // A base that is none is no base, as browsers have it.
  const from = (base && asUrl(base, url)?.href) || url;
  const action = asUrl(written, from);
  if (!action) throw new HarvestError('template', `the form has no usable address: ${written.slice(0, 200)}`, { url, rule });
  return action.href;
}

/** The fields as they are sent: those of the form, without the dropped, with the set ones in their place or at the end. */
export function filledForm(form: Form, values: Readonly<Record<string, string>>, drop: readonly string[]): URLSearchParams {
  const sent = new URLSearchParams();
  for (const [name, value] of form.fields) if (!drop.includes(name) && !(name in values)) sent.append(name, value);
  for (const [name, value] of Object.entries(values)) sent.append(name, value);
  return sent;
}

function fieldsOf(control: Element): (readonly [string, string])[] {
  const name = control.attribs['name'];
  if (!name || 'disabled' in control.attribs) return [];
  if (control.name === 'select') return selectedOptions(control).map((value) => [name, value] as const);
  if (control.name === 'textarea') return [[name, textContent(control)]];
  return inputValue(control).map((value) => [name, value] as const);
}

function inputValue({ attribs }: Element): string[] {
  const type = attribs['type']?.toLowerCase() ?? 'text';
  if (BUTTONS.has(type)) return [];
  if (type === 'checkbox' || type === 'radio') return 'checked' in attribs ? [attribs['value'] ?? 'on'] : [];
  return [attribs['value'] ?? ''];
}

/** As in browsers: a list that takes one value sends its first where none is chosen. */
function selectedOptions(select: Element): string[] {
  const options = selectAll('option', select.children) as Element[];
  const chosen = options.filter(({ attribs }) => 'selected' in attribs);
  if ('multiple' in select.attribs) return chosen.map(optionValue);
  const one = chosen.at(-1) ?? options[0];
  return one ? [optionValue(one)] : [];
}

const optionValue = (option: Element): string => option.attribs['value'] ?? textContent(option).trim();

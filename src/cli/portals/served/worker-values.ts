/** What a form holds, as a worker file and back: the file that the command line takes with --parameters. */
import {
  type CompleteConnector,
  describeForm,
  type FormField,
  RUN_PARAMETERS,
  translateOlder,
} from '../../../definition/connector/index.js';
import { parseWorkerFile, writeWorkerFile } from '../../../formats/document-groups/index.js';
import type { FormValues } from '../../../server/index.js';

type Values = FormValues['parameters'];

export function openWorkerFile(connector: CompleteConnector, file: string): { values: FormValues; notes: readonly string[] } {
  const read = parseWorkerFile(file, { settings: Object.keys(RUN_PARAMETERS) });
  const { parameters, notes } = translateOlder(connector.parameters, read.parameters);
  const [own, run] = describeForm(connector).sections.map(({ fields }) => fields);
  const strange = Object.keys(parameters).filter((name) => !Object.hasOwn(connector.parameters, name));
  return {
    values: { parameters: filled(own ?? [], parameters), run: filled(run ?? [], read.settings) },
    notes: [...read.notes, ...notes, ...strange.map((name) => `${name} is no parameter of ${connector.title}, and is left out.`)],
  };
}

/** Every field has a value: that of the file, or what holds where nothing is said. */
function filled(fields: readonly FormField[], given: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, given[field.name])]));
}

function valueOf({ type, takesSeveral, default: fallback }: FormField, given: unknown): Values[string] {
  if (given === undefined) return fallback ?? (type === 'flag' ? false : takesSeveral ? [] : '');
  const texts = [given].flat().map(String);
  if (type === 'flag') return texts[0] === 'true';
  return takesSeveral ? texts.flatMap((text) => text.split(',')).map((text) => text.trim()) : (texts[0] ?? '');
}

export function saveWorkerFile({ id }: CompleteConnector, { parameters, run }: FormValues): string {
  const settings = Object.entries(said(run)).map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value]);
  return writeWorkerFile({ portal: id, parameters: said(parameters), settings: Object.fromEntries(settings) as Record<string, string> });
}

/** Without what is empty: it says nothing. */
export const said = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'boolean' || value.length > 0));

/** What the office formats since 2007 share: relations between parts, and the properties of a document. */
import { attributeOf, readXmlEvents, type XmlAttributes } from '../xml-events.js';
import type { FileFindings } from './file-reader.js';
import type { ZipPackage } from './zip-package.js';

export interface Relation {
  /** The last word of the relation's type: `hyperlink`, `slide`, `notesSlide`. */
  readonly kind: string;
  /** Name of a part, or a URL outside of the file. */
  readonly target: string;
  readonly outside: boolean;
}

const MAX_RELATIONS = 100_000;

/** Relations of a part by id; the empty name stands for the package. */
export function relationsOf(zip: ZipPackage, part: string): Map<string, Relation> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const source = zip.text(`${folder}_rels/${part.slice(folder.length)}.rels`);
  const relations = new Map<string, Relation>();
  if (source === null) return relations;
  readXmlEvents(source, {
    open(name, attributes) {
      const id = attributes.get('Id');
      if (name !== 'Relationship' || id === undefined || relations.size >= MAX_RELATIONS) return;
      const outside = attributes.get('TargetMode')?.toLowerCase() === 'external';
      const written = attributes.get('Target') ?? '';
      const kind = (attributes.get('Type') ?? '').split('/').at(-1) ?? '';
      relations.set(id, { kind, outside, target: outside ? written : partName(folder, written) });
    },
  });
  return relations;
}

/** Resolves a name relative to the folder of the part that refers to it. */
export function partName(folder: string, written: string): string {
  const steps = written.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const step of written.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** The main part, by the relations of the package, else at its usual place. */
export function mainPart(zip: ZipPackage, usual: string): string {
  const named = [...relationsOf(zip, '').values()].find(({ kind }) => kind === 'officeDocument')?.target;
  return named !== undefined && zip.has(named) ? named : usual;
}

/** `r:id` with any prefix, never the plain `id`, which means something else. */
export function relationId(attributes: XmlAttributes): string | null {
  for (const [name, value] of attributes) if (name.endsWith(':id') || name.endsWith(':link')) return value;
  return null;
}

const CORE: Readonly<Record<string, string>> = {
  title: 'dc.title',
  creator: 'dc.creator',
  subject: 'dc.subject',
  description: 'dc.description',
  language: 'dc.language',
  keywords: 'keywords',
  category: 'category',
  lastModifiedBy: 'lastmodifiedby',
  created: 'dcterms.created',
  modified: 'dcterms.modified',
};
const APPLICATION: Readonly<Record<string, string>> = {
  Application: 'generator',
  Company: 'company',
  Pages: 'pages',
  Words: 'words',
  Slides: 'slides',
};

export function readProperties(zip: ZipPackage, found: FileFindings): void {
  const relations = [...relationsOf(zip, '').values()];
  const core = relations.find(({ kind }) => kind === 'core-properties')?.target ?? 'docProps/core.xml';
  const application = relations.find(({ kind }) => kind === 'extended-properties')?.target ?? 'docProps/app.xml';
  readNamed(zip.text(core), CORE, found);
  readNamed(zip.text(application), APPLICATION, found);
}

/** Reads elements whose text is a property. */
export function readNamed(source: string | null, names: Readonly<Record<string, string>>, found: FileFindings): void {
  if (source === null) return;
  let name: string | undefined;
  let value = '';
  readXmlEvents(source, {
    open(element) {
      name = Object.hasOwn(names, element) ? names[element] : undefined;
      value = '';
    },
    text(text) {
      if (name !== undefined && value.length < 10_000) value += text;
    },
    close() {
      if (name !== undefined) found.metadata.add(name, value);
      name = undefined;
    },
  });
}

export const valueOf = (attributes: XmlAttributes): string | null => attributeOf(attributes, 'val');

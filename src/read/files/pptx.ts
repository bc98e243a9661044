/** Presentations since 2007: slides in the order they are shown, tables, notes, links. */
import { readXmlEvents, type XmlListener } from '../xml-events.js';
import { type FileFindings, fileReader } from './file-reader.js';
import { mainPart, type Relation, readProperties, relationId, relationsOf } from './opc.js';
import { ZipPackage } from './zip-package.js';

const OPENXML = 'application/vnd.openxmlformats-officedocument.presentationml';
const MAX_SLIDES = 5000;

export const pptxReader = fileReader({
  name: 'pptx',
  about: 'Reads presentations (PPTX): text of slides, tables, notes, links, properties.',
  types: [
    `${OPENXML}.presentation`,
    `${OPENXML}.slideshow`,
    `${OPENXML}.template`,
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
    'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
    'application/vnd.ms-powerpoint.template.macroenabled.12',
  ],
  what: 'the presentation',
  read({ bytes }, found) {
    const zip = new ZipPackage(bytes);
    if (zip.damaged) found.note('the presentation is cut off; the part that is there was read');
    readProperties(zip, found);
    const slides = slidesOf(zip, mainPart(zip, 'ppt/presentation.xml'));
    found.metadata.add('slides', slides.length || null);
    for (const slide of slides.slice(0, MAX_SLIDES)) {
      const relations = relationsOf(zip, slide);
      readSlide(zip, slide, relations, found);
      const notes = [...relations.values()].find(({ kind }) => kind === 'notesSlide')?.target;
      if (notes !== undefined) readSlide(zip, notes, relationsOf(zip, notes), found);
      if (found.lines.full) break;
    }
  },
});

function slidesOf(zip: ZipPackage, main: string): string[] {
  const relations = relationsOf(zip, main);
  const slides: string[] = [];
  readXmlEvents(zip.text(main) ?? '', {
    open(name, attributes) {
      const relation = name === 'sldId' ? relations.get(relationId(attributes) ?? '') : undefined;
      if (relation && zip.has(relation.target)) slides.push(relation.target);
    },
  });
  return slides.length
    ? slides
    : zip
        .names()
        .filter((name) => /^ppt\/slides\/[^/]+\.xml$/i.test(name))
        .sort(byNumber);
}

const byNumber = (a: string, b: string): number => numberIn(a) - numberIn(b);
const numberIn = (name: string): number => Number(/(\d{1,9})\.xml$/i.exec(name)?.[1] ?? 0);

function readSlide(zip: ZipPackage, part: string, relations: ReadonlyMap<string, Relation>, found: FileFindings): void {
  const source = zip.text(part);
  if (source !== null) readXmlEvents(source, new SlideListener(relations, found));
}

class SlideListener implements XmlListener {
  #text = '';
  #inText = false;
  #isTitle = false;
  #isFurniture = false;
  #unseen = 0;
  #row: string[] | null = null;
  #cell = '';
  #links: string[] = [];

  constructor(
    private readonly relations: ReadonlyMap<string, Relation>,
    private readonly found: FileFindings,
  ) {}

  open(...[name, attributes]: Parameters<NonNullable<XmlListener['open']>>): void {
    if (name === 'Fallback') this.#unseen++;
    if (name === 't') this.#inText = true;
    else if (name === 'br') this.#text += '\n';
    else if (name === 'sp') [this.#isTitle, this.#isFurniture] = [false, false];
    else if (name === 'ph') {
      this.#isTitle = /^(?:title|ctrTitle)$/.test(attributes.get('type') ?? '');
      this.#isFurniture = /^(?:sldNum|dt|sldImg)$/.test(attributes.get('type') ?? '');
    } else if (name === 'tr') this.#row = [];
    else if (name === 'hlinkClick') {
      const relation = this.relations.get(relationId(attributes) ?? '');
      if (relation?.outside) this.#links.push(relation.target);
    }
  }

  text(text: string): void {
    if (this.#inText && this.#unseen === 0 && this.#text.length < 1_000_000) this.#text += text;
  }

  close(name: string): void {
    if (name === 'Fallback') this.#unseen--;
    if (name === 't') this.#inText = false;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tc') {
      this.#row?.push(this.#cell);
      this.#cell = '';
    } else if (name === 'tr' && this.#row) {
      this.found.lines.row(this.#row);
      this.#row = null;
    }
  }

  #endParagraph(): void {
    const text = this.#isFurniture ? '' : this.#text;
    this.#text = '';
    if (this.#isTitle && text.trim() !== '') this.found.heading ??= text.trim();
    const range = this.#row ? null : this.found.lines.add(text);
    if (this.#row) this.#cell += ` ${text}`;
    for (const url of this.#links.splice(0)) this.found.link(url, text, 'a', range);
  }
}

/** What files say of themselves, as statements: XMP packets, which are RDF as they stand, and what cameras write (EXIF). */
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import type { QuadList } from './quad-list.js';

const { namedNode, literal, quad } = DataFactory;
const DC = 'http://purl.org/dc/elements/1.1/';
const TERMS = 'http://purl.org/dc/terms/';
const EXIF = 'http://www.w3.org/2003/12/exif/ns#';
const GEO = 'http://www.w3.org/2003/01/geo/wgs84_pos#';
const VCARD = 'http://www.w3.org/2006/vcard/ns#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** Names of metadata, as readers of files use them, and the properties they are. */
const PROPERTIES: Readonly<Record<string, string>> = {
  'dc.title': `${DC}title`,
  'dc.creator': `${DC}creator`,
  'dc.description': `${DC}description`,
  'dc.subject': `${DC}subject`,
  'dc.rights': `${DC}rights`,
  'dc.publisher': `${DC}publisher`,
  'dc.language': `${DC}language`,
  'dcterms.created': `${TERMS}created`,
  'dcterms.modified': `${TERMS}modified`,
  'exif.datetimeoriginal': `${EXIF}dateTimeOriginal`,
  'exif.datetimedigitized': `${EXIF}dateTimeDigitized`,
  'exif.make': `${EXIF}make`,
  'exif.model': `${EXIF}model`,
  'exif.lensmodel': `${EXIF}lensModel`,
  'exif.orientation': `${EXIF}orientation`,
  'exif.exposuretime': `${EXIF}exposureTime`,
  'exif.fnumber': `${EXIF}fNumber`,
  'exif.iso': `${EXIF}isoSpeedRatings`,
  'exif.focallength': `${EXIF}focalLength`,
  'image.width': `${EXIF}width`,
  'image.height': `${EXIF}height`,
  'geo.latitude': `${GEO}lat`,
  'geo.longitude': `${GEO}long`,
  'geo.altitude': `${GEO}alt`,
  'geo.city': `${VCARD}locality`,
  'geo.region': `${VCARD}region`,
  'geo.country': `${VCARD}country-name`,
};

export type FileMetadata = Readonly<Record<string, readonly string[]>>;

export function readFileMetadata(metadata: FileMetadata, url: string, list: QuadList): void {
  const subject = namedNode(url);
  for (const [name, values] of Object.entries(metadata)) {
    const property = PROPERTIES[name];
    if (property !== undefined) for (const value of values) list.add(quad(subject, namedNode(property), valueOf(value)) as unknown as Quad);
  }
}

function valueOf(text: string): ReturnType<typeof literal> {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return literal(text, namedNode(`${XSD}date`));
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/.test(text)) return literal(text, namedNode(`${XSD}dateTime`));
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? literal(text, namedNode(`${XSD}decimal`)) : literal(text);
}

const LARGEST = 1024 * 1024;

/** The first XMP packet of a file, found by its mark; the file is the subject. */
export async function readXmpPacket(bytes: Uint8Array, url: string, list: QuadList): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = file.indexOf('<x:xmpmeta');
  if (at < 0) return;
  const end = file.indexOf('</x:xmpmeta>', at);
  if (end < 0 || end - at > LARGEST) return;
  const packet = packetIn(file.toString('utf8', at, end));
  if (packet !== null) await (await import('./rdf-xml.js')).readRdfXml(packet, url, list);
}

const PACKET_END = '</rdf:RDF>';

function packetIn(text: string): string | null {
  const start = text.search(/<rdf:RDF\s/);
  const end = start < 0 ? -1 : text.indexOf(PACKET_END, start);
  return end < 0 ? null : text.slice(start, end + PACKET_END.length);
}

/** XMP packets in pictures and PDF files: their metadata, under the names of the guide. */
import { readXmlEvents } from '../xml-events.js';
import type { Metadata } from './metadata.js';
import { isoOfExif } from './moments.js';

/** By prefix and lower-case name: prefixes are free in theory and always the same in practice. */
const NAMES: Readonly<Record<string, string>> = {
  'dc:title': 'dc.title',
  'dc:creator': 'dc.creator',
  'dc:description': 'dc.description',
  'dc:subject': 'dc.subject',
  'dc:rights': 'dc.rights',
  'dc:publisher': 'dc.publisher',
  'dc:language': 'dc.language',
  'dc:identifier': 'dc.identifier',
  'pdf:producer': 'producer',
  'pdf:keywords': 'keywords',
  'xmp:creatortool': 'generator',
  'xap:creatortool': 'generator',
  'xmp:createdate': 'dcterms.created',
  'xap:createdate': 'dcterms.created',
  'xmp:modifydate': 'dcterms.modified',
  'xap:modifydate': 'dcterms.modified',
  'xmprights:usageterms': 'xmp.usageterms',
  'xmprights:webstatement': 'xmp.webstatement',
  'cc:license': 'xmp.license',
  'photoshop:headline': 'xmp.headline',
  'photoshop:credit': 'xmp.credit',
  'photoshop:source': 'xmp.source',
  'photoshop:city': 'geo.city',
  'photoshop:state': 'geo.region',
  'photoshop:country': 'geo.country',
  'iptc4xmpcore:location': 'geo.location',
  'iptc4xmpcore:countrycode': 'geo.countrycode',
  'photoshop:datecreated': 'exif.datetimeoriginal',
  'exif:datetimeoriginal': 'exif.datetimeoriginal',
  'tiff:make': 'exif.make',
  'tiff:model': 'exif.model',
};
const POSITIONS: Readonly<Record<string, string>> = { 'exif:gpslatitude': 'geo.latitude', 'exif:gpslongitude': 'geo.longitude' };
/** Properties with a single value: one that is already there stays. */
const SINGLE = /^(?:dcterms\.|exif\.|geo\.|producer|generator|dc\.title|dc\.description)/;
/** A packet may contain a thumbnail. */
const LARGEST = 1024 * 1024;

export function readXmp(packet: string, metadata: Metadata): void {
  let property: string | null = null;
  let value = '';
  const open: string[] = [];
  const taken = new Set<string>();
  const take = (name: string, text: string): void => {
    if (!(SINGLE.test(NAMES[name] ?? 'geo.') && taken.has(name))) addProperty(name, text, metadata);
    taken.add(name);
  };
  readXmlEvents(packet.slice(0, LARGEST), {
    open(name, attributes, prefix) {
      const full = `${prefix}:${name}`.toLowerCase();
      if (name === 'Description' && open.at(-1) !== property)
        for (const [attribute, text] of attributes) if (attribute.includes(':')) take(attribute.toLowerCase(), text);
      if (open.at(-1) === 'rdf:description') property = full;
      const resource = attributes.get('rdf:resource');
      if (property === full && resource !== undefined) take(full, resource);
      open.push(full);
      value = '';
    },
    text(text) {
      if (property !== null && value.length < 10_000) value += text;
    },
    close() {
      const name = open.pop();
      if (property !== null && value.trim() !== '' && (name === property || name === 'rdf:li')) take(property, value);
      value = '';
      if (name === property) property = null;
    },
  });
}

function addProperty(name: string, value: string, metadata: Metadata): void {
  const position = POSITIONS[name];
  if (position !== undefined && metadata.first(position) === null) metadata.add(position, degrees(value));
  const known = NAMES[name];
  if (known === undefined || (SINGLE.test(known) && metadata.first(known) !== null)) return;
  metadata.add(known, /date/.test(known) ? isoOfExif(value) : value);
}

/** `46,3.05N` or `46,3,3N`: degrees, minutes, optional seconds, and the hemisphere. */
function degrees(value: string): number | null {
  const match = /^(\d{1,3}),(\d{1,2}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?([NSEW])$/i.exec(value.trim());
  if (!match) return null;
  const size = Number(match[1]) + Number(match[2]) / 60 + Number(match[3] ?? 0) / 3600;
  return Math.round((/[SW]/i.test(match[4] ?? '') ? -size : size) * 1e7) / 1e7;
}

/** Prefixes people write without saying what they stand for. */
export const NAMESPACES: Readonly<Record<string, string>> = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  sioc: 'http://rdfs.org/sioc/ns#',
  schema: 'https://schema.org/',
  void: 'http://rdfs.org/ns/void#',
  dcat: 'http://www.w3.org/ns/dcat#',
  prov: 'http://www.w3.org/ns/prov#',
  doap: 'http://usefulinc.com/ns/doap#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  ical: 'http://www.w3.org/2002/12/cal/icaltzd#',
  geo: 'http://www.w3.org/2003/01/geo/wgs84_pos#',
  exif: 'http://ns.adobe.com/exif/1.0/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  wot: 'http://xmlns.com/wot/0.1/',
  powder: 'http://www.w3.org/2007/05/powder#',
  scutter: 'http://purl.org/net/scutter/',
  winnow: 'urn:winnow:vocabulary#',
};

/** `rdfs:seeAlso` as the IRI it stands for; an IRI as it is; null for a prefix nobody knows. */
export function expandName(written: string): string | null {
  const colon = written.indexOf(':');
  const namespace = NAMESPACES[written.slice(0, colon)];
  if (namespace !== undefined && !written.startsWith('//', colon + 1)) return namespace + written.slice(colon + 1);
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(written) &&
    (URL.canParse(written) || written.startsWith('urn:')) &&
    /^(?:https?|urn|tag|info):/i.test(written)
    ? written
    : null;
}

export const nameIn = (prefix: string, local: string): string => `${NAMESPACES[prefix]}${local}`;

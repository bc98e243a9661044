/** Identifiers of legal documents, checked: one that is none is worse than none. Until they are known by model/, by their shape. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  ecli: /^ECLI:[A-Z]{2}:[A-Z][A-Z0-9]{0,6}:\d{4}:[A-Z0-9.]{1,25}$/i,
  celex: /^[0-9CE]\d{4}[A-Z]{1,2}.{1,20}$/,
  doi: /^10\.\d{4,9}\/\S+$/,
  urn: /^urn:[a-z0-9][a-z0-9-]{0,31}:\S+$/i,
  nir: /^urn:nir:\S+$/i,
  eli: /^(https?:\/\/\S+|\/?)eli\/\S+$/i,
};

export function parseIdentifier(kind: string, text: string): string | null {
  const plain = text.replace(/\s+/g, '').replace(/^https?:\/\/(dx\.)?doi\.org\//i, '');
  return (SHAPES[kind]?.test(plain) ?? true) ? plain : null;
}

/** The URLs of a `srcset` value, by the parsing rules of the HTML standard: a URL may contain commas, but not begin or end with one. */
export function parseSrcset(value: string): string[] {
  const urls: string[] = [];
  let at = 0;
  while (at < value.length) {
    while (at < value.length && (isBlank(value, at) || value[at] === ',')) at++;
    const start = at;
    while (at < value.length && !isBlank(value, at)) at++;
    let end = at;
    while (end > start && value[end - 1] === ',') end--;
    if (end > start) urls.push(value.slice(start, end));
    if (end === at) at = skipDescriptors(value, at);
  }
  return urls;
}

/** Descriptors run to the next comma outside parentheses. */
function skipDescriptors(value: string, from: number): number {
  let inside = false;
  for (let at = from; at < value.length; at++) {
    const char = value[at];
    if (char === '(') inside = true;
    else if (char === ')') inside = false;
    else if (char === ',' && !inside) return at;
  }
  return value.length;
}

const isBlank = (value: string, at: number): boolean => {
  const code = value.charCodeAt(at);
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);
};

/** Text inside XML. Characters that XML cannot hold become the replacement character. */
const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

export function escapeXml(text: string): string {
  return text.replace(/[&<>"\r\n\t\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, (char) => NAMES[char] ?? '\ufffd');
}

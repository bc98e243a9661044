/** Words and numbers of the page. Used by the server and, bundled, by the script in the browser: both must write the same. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Everything on the page comes from the network. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

export const number = (value: number): string => value.toLocaleString('en');

export const plural = (count: number, one: string, many = `${one}s`): string => `${number(count)} ${count === 1 ? one : many}`;

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

export function size(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(value < 99.95 ? 1 : 0)} ${UNITS[power]}`;
}

export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} s`;
  if (whole < 7200) return `${Math.floor(whole / 60)} min`;
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours < 48 ? `${hours} h ${minutes} min` : `${Math.floor(hours / 24)} days`;
}

/** 2026-11-16 14:03:22, in UTC. */
export const clock = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

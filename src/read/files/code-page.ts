/** Windows code pages and Macintosh scripts by number, as office files name them. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  437: 'windows-1252',
  850: 'windows-1252',
  852: 'windows-1250',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  1201: 'utf-16be',
  1361: 'euc-kr',
  10_000: 'macintosh',
  10_007: 'x-mac-cyrillic',
  20_866: 'koi8-r',
  21_866: 'koi8-u',
  28_591: 'windows-1252',
  28_592: 'iso-8859-2',
  28_595: 'iso-8859-5',
  28_605: 'iso-8859-15',
  54_936: 'gb18030',
  65_000: 'utf-8',
  65_001: 'utf-8',
};

export function charsetOfCodePage(page: number): string | null {
  if (page >= 1250 && page <= 1258) return `windows-${page}`;
  return CODE_PAGES[page] ?? null;
}

/** `\fcharset` of RTF fonts. */
const FONT_CHARSETS: Readonly<Record<number, number>> = {
  77: 10_000,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

export const codePageOfFont = (charset: number): number | null => FONT_CHARSETS[charset] ?? null;

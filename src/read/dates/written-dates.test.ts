import { describe, expect, it } from 'vitest';
import { datesIn, type Locale } from './written-dates.js';

const days = (text: string, language: string | null, country: string | null = null): string[] =>
  datesIn(text, 0, text.length, { language, country } satisfies Locale, 10).map(({ day }) => day);

describe('datesIn', () => {
  it.each([
    ['bg', '17 март 2024 г.'],
    ['cs', '17. března 2024'],
    ['da', '17. marts 2024'],
    ['de', '17. März 2024'],
    ['de', '17. Mär. 2024'],
    ['el', '17 Μαρτίου 2024'],
    ['en', 'Sunday, March 17, 2024'],
    ['en', '17th of March, 2024'],
    ['es', '17 de marzo de 2024'],
    ['et', '17. märts 2024'],
    ['fi', '17. maaliskuuta 2024'],
    ['fr', 'dimanche 17 mars 2024'],
    ['ga', '17 Márta 2024'],
    ['hr', '17. ožujka 2024.'],
    ['hu', '2024. március 17.'],
    ['it', '17 marzo 2024'],
    ['lt', '2024 m. kovo 17 d.'],
    ['lv', '2024. gada 17. marts'],
    ['mt', '17 ta’ Marzu 2024'],
    ['nl', '17 maart 2024'],
    ['pl', '17 marca 2024'],
    ['pt', '17 de março de 2024'],
    ['ro', '17 martie 2024'],
    ['sk', '17. marca 2024'],
    ['sl', '17. marec 2024'],
    ['sv', '17 mars 2024'],
    [null, '2024-03-17'],
    ['de', '17.03.2024'],
    ['de', '17.3.24'],
    ['en', '3/17/2024'],
    ['ja', '2024年3月17日'],
  ])('%s: %s', (language, written) => expect(days(`x ${written} y`, language)).toEqual(['2024-03-17']));

  it('asks the language and the country where a date could be two', () => {
    expect(days('02/10/2020', 'en', 'US')).toEqual(['2020-02-10']);
    expect(days('02/10/2020', 'en', 'GB')).toEqual(['2020-10-02']);
    expect(days('02/10/2020', 'fr')).toEqual(['2020-10-02']);
    expect(days('5. listopada 2023', 'hr')).toEqual(['2023-10-05']);
    expect(days('5 listopada 2023', 'pl')).toEqual(['2023-11-05']);
  });

  it.each(['31.02.2024', 'In 2024 we', 'Paragraph 12 2024', 'May 2024', '1.2.3.2024', 'version 2024.1'])('leaves alone: %s', (text) =>
    expect(days(text, 'en')).toEqual([]),
  );
});

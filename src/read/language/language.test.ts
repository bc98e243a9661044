import { describe, expect, it } from 'vitest';
import { detectLanguage } from './language.js';

describe('detectLanguage', () => {
  it.each([
    ['de', 'Der Gemeinderat hat am Donnerstag beschlossen, die neue Satzung zu veröffentlichen.'],
    ['en', 'The council decided on Thursday that the new regulation shall be published.'],
    ['fr', 'Le conseil municipal a décidé jeudi de publier le nouveau règlement.'],
    ['sl', 'Občinski svet je v četrtek sklenil, da objavi nov pravilnik o gradnji.'],
    ['it', 'Il consiglio comunale ha deciso giovedì di pubblicare il nuovo regolamento.'],
    ['pl', 'Rada gminy postanowiła w czwartek ogłosić nowe rozporządzenie w sprawie budowy.'],
    ['bg', 'Общинският съвет реши в четвъртък да публикува новата наредба за строителството.'],
    ['ga', 'Tá an chomhairle tar éis cinneadh a dhéanamh agus beidh na rialacha nua ar fáil go luath sa bhaile.'],
    ['mt', 'Il-kunsill iddeċieda li r-regolament il-ġdid għandu jkun ippubblikat minn dan ix-xahar u li huwa validu għal kull ċittadin.'],
  ])('%s', (language, text) => expect(detectLanguage(text).language).toBe(language));

  it.each([
    ['nothing', ''],
    ['too little', 'ab c'],
    ['numbers', '12 345 678 '.repeat(50)],
    ['signs', '… – “” €€€ ?!'],
  ])('says nothing about %s', (_case, text) => expect(detectLanguage(text)).toEqual({ language: null, confidence: 0 }));

  it('samples the main text, not the menu around it', () => {
    const menu = 'Home\nAbout\nContact us\nNews\nLogin\n'.repeat(40);
    const main = `${'Der Gemeinderat hat am Donnerstag beschlossen, die neue Satzung zu veröffentlichen. '.repeat(4)}\n`.repeat(3);
    expect(detectLanguage(menu + main + menu).language).toBe('de');
  });

  it('lets the declared language break a tie only', () => {
    const sure = 'Der Gemeinderat hat am Donnerstag beschlossen, die neue Satzung zu veröffentlichen.';
    expect(detectLanguage(sure, 'en').language).toBe('de');
  });

  it('is not slowed down by a text without line breaks or letters', () => {
    expect(detectLanguage('x'.repeat(5_000_000)).confidence).toBeLessThanOrEqual(1);
    expect(detectLanguage('\n'.repeat(5_000_000)).language).toBeNull();
  });
});

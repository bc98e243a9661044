import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eld } from 'eld/extrasmall';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LanguageTable, languageTable } from './language-table.js';

/** One sentence in each language of the table: the council has published the new rules. */
const SENTENCES: Record<string, string> = {
  am: 'የከተማው ምክር ቤት አዲሱን ደንብ ሐሙስ ዕለት ለማውጣት ወሰነ።',
  ar: 'قرر مجلس المدينة يوم الخميس نشر اللائحة الجديدة الخاصة بالبناء.',
  az: 'Şəhər şurası cümə axşamı tikinti ilə bağlı yeni qaydaları dərc etmək qərarına gəldi.',
  be: 'Гарадскі савет у чацвер вырашыў апублікаваць новыя правілы будаўніцтва.',
  bg: 'Общинският съвет реши в четвъртък да публикува новата наредба за строителството.',
  bn: 'নগর পরিষদ বৃহস্পতিবার নতুন নিয়ম প্রকাশ করার সিদ্ধান্ত নিয়েছে।',
  ca: "L'ajuntament ha decidit dijous publicar el nou reglament sobre la construcció.",
  cs: 'Městská rada se ve čtvrtek rozhodla zveřejnit nové nařízení o výstavbě.',
  da: 'Byrådet besluttede torsdag at offentliggøre den nye forordning om byggeri.',
  de: 'Der Gemeinderat hat am Donnerstag beschlossen, die neue Satzung zu veröffentlichen.',
  el: 'Το δημοτικό συμβούλιο αποφάσισε την Πέμπτη να δημοσιεύσει τον νέο κανονισμό.',
  en: 'The council decided on Thursday that the new regulation shall be published.',
  es: 'El ayuntamiento decidió el jueves publicar el nuevo reglamento sobre la construcción.',
  et: 'Linnavolikogu otsustas neljapäeval avaldada uue ehitusmääruse.',
  eu: 'Udalak ostegunean erabaki zuen eraikuntzari buruzko araudi berria argitaratzea.',
  fa: 'شورای شهر روز پنجشنبه تصمیم گرفت مقررات جدید ساخت و ساز را منتشر کند.',
  fi: 'Kaupunginvaltuusto päätti torstaina julkaista uuden rakentamista koskevan asetuksen.',
  fr: 'Le conseil municipal a décidé jeudi de publier le nouveau règlement à l’unanimité.',
  gu: 'નગર પરિષદે ગુરુવારે નવા નિયમો પ્રકાશિત કરવાનો નિર્ણય કર્યો.',
  he: 'מועצת העיר החליטה ביום חמישי לפרסם את התקנות החדשות בנושא הבנייה.',
  hi: 'नगर परिषद ने गुरुवार को नए नियम प्रकाशित करने का निर्णय लिया।',
  hr: 'Gradsko vijeće odlučilo je u četvrtak objaviti novu uredbu o gradnji.',
  hu: 'A városi tanács csütörtökön úgy döntött, hogy közzéteszi az új építési rendeletet.',
  hy: 'Քաղաքային խորհուրդը հինգշաբթի որոշեց հրապարակել շինարարության նոր կանոնները։',
  is: 'Bæjarstjórnin ákvað á fimmtudag að birta nýju reglugerðina um byggingar.',
  it: "Il consiglio comunale ha deciso giovedì di pubblicare il nuovo regolamento sull'edilizia.",
  ja: '市議会は木曜日に新しい建築規則を公表することを決定しました。',
  ka: 'საქალაქო საბჭომ ხუთშაბათს გადაწყვიტა მშენებლობის ახალი წესების გამოქვეყნება.',
  kn: 'ನಗರ ಸಭೆಯು ಗುರುವಾರ ಹೊಸ ನಿಯಮಗಳನ್ನು ಪ್ರಕಟಿಸಲು ನಿರ್ಧರಿಸಿತು.',
  ko: '시의회는 목요일에 새로운 건축 규정을 발표하기로 결정했습니다.',
  ku: 'ئەنجومەنی شار ڕۆژی پێنجشەممە بڕیاریدا ڕێسا نوێیەکان بڵاو بکاتەوە.',
  lo: 'ສະພາເມືອງໄດ້ຕັດສິນໃຈໃນວັນພະຫັດທີ່ຈະເຜີຍແຜ່ລະບຽບການໃໝ່.',
  lt: 'Miesto taryba ketvirtadienį nusprendė paskelbti naują statybos reglamentą.',
  lv: 'Pilsētas dome ceturtdien nolēma publicēt jaunos būvniecības noteikumus.',
  ml: 'നഗരസഭ വ്യാഴാഴ്ച പുതിയ നിയമങ്ങൾ പ്രസിദ്ധീകരിക്കാൻ തീരുമാനിച്ചു.',
  mr: 'नगर परिषदेने गुरुवारी नवीन नियम प्रसिद्ध करण्याचा निर्णय घेतला आहे.',
  ms: 'Majlis bandaran memutuskan pada hari Khamis untuk menerbitkan peraturan baharu itu.',
  nl: 'De gemeenteraad heeft donderdag besloten de nieuwe verordening bekend te maken.',
  no: 'Kommunestyret vedtok torsdag å offentliggjøre den nye forskriften om bygging.',
  or: 'ନଗର ପରିଷଦ ଗୁରୁବାର ଦିନ ନୂତନ ନିୟମ ପ୍ରକାଶ କରିବାକୁ ନିଷ୍ପତ୍ତି ନେଇଛି।',
  pa: 'ਨਗਰ ਕੌਂਸਲ ਨੇ ਵੀਰਵਾਰ ਨੂੰ ਨਵੇਂ ਨਿਯਮ ਪ੍ਰਕਾਸ਼ਿਤ ਕਰਨ ਦਾ ਫੈਸਲਾ ਕੀਤਾ।',
  pl: 'Rada gminy postanowiła w czwartek ogłosić nowe rozporządzenie w sprawie budowy.',
  pt: 'A câmara municipal decidiu na quinta-feira publicar o novo regulamento de construção.',
  ro: 'Consiliul local a hotărât joi să publice noul regulament privind construcțiile.',
  ru: 'Городской совет в четверг решил опубликовать новые правила строительства.',
  sk: 'Mestské zastupiteľstvo sa vo štvrtok rozhodlo zverejniť nové nariadenie o výstavbe.',
  sl: 'Občinski svet je v četrtek sklenil, da objavi nov pravilnik o gradnji.',
  sq: 'Këshilli bashkiak vendosi të enjten të botojë rregulloren e re për ndërtimin.',
  sr: 'Градско веће је у четвртак одлучило да објави нову уредбу о изградњи.',
  sv: 'Kommunfullmäktige beslutade på torsdagen att offentliggöra den nya förordningen.',
  ta: 'நகர சபை வியாழக்கிழமை புதிய விதிகளை வெளியிட முடிவு செய்தது.',
  te: 'నగర మండలి గురువారం కొత్త నియమాలను ప్రచురించాలని నిర్ణయించింది.',
  th: 'สภาเมืองมีมติเมื่อวันพฤหัสบดีให้ประกาศใช้ข้อบังคับใหม่เกี่ยวกับการก่อสร้าง',
  tl: 'Nagpasya ang konseho ng bayan noong Huwebes na ilathala ang mga bagong tuntunin.',
  tr: 'Belediye meclisi perşembe günü yeni imar yönetmeliğini yayımlamaya karar verdi.',
  uk: 'Міська рада в четвер вирішила оприлюднити нові правила забудови.',
  ur: 'شہر کی کونسل نے جمعرات کو نئے قواعد شائع کرنے کا فیصلہ کیا ہے۔',
  vi: 'Hội đồng thành phố đã quyết định hôm thứ Năm công bố quy định mới về xây dựng.',
  yo: 'Ìgbìmọ̀ ìlú náà pinnu ní Ọjọ́bọ̀ láti gbé òfin tuntun náà jáde fún gbogbo ènìyàn.',
  zh: '市议会星期四决定公布有关建筑的新规定，并听取市民的意见。',
};
const ALL = Object.values(SENTENCES);

function expectSameAsEld(text: string): void {
  const theirs = eld.detect(text);
  const found = languageTable().recognise(text);
  const ours = languageTable().languages.flatMap((language) => {
    const score = found?.scoreOf(language);
    return score === undefined ? [] : [[language, score] as const];
  });
  expect(found?.language ?? '').toBe(theirs.language);
  expect(Object.fromEntries(ours)).toEqual(theirs.getScores());
}

describe('LanguageTable', () => {
  it('knows the languages of the sentences below, and no others', () => {
    expect([...languageTable().languages].sort()).toEqual(Object.keys(SENTENCES).sort());
  });

  it.each(Object.entries(SENTENCES))('recognises %s, with the scores of eld', (language, sentence) => {
    expect(languageTable().recognise(sentence)?.language).toBe(language);
    expectSameAsEld(sentence);
    expectSameAsEld(sentence.toUpperCase());
  });

  it.each([
    ['nothing', ''],
    ['one letter', 'a'],
    ['one letter beyond ASCII', 'é'],
    ['words of one letter', 'a b c d e f g h i j k l m n o p q r s t u v w x y z à á â ã ä å æ ç è é ê ë ì í î ï '.repeat(8)],
    ['words of two to five letters', 'de die denn diese an und oder aber ohne etwas'],
    ['only separators', ' \n\t.,;:!?0123456789—…'],
    ['only quotation marks', "'''```’’’"],
    ['quotation marks everywhere', "'tis ''twas don't l’eau rock 'n' roll `code` it''s '  'a' \" 'b"],
    ['a separator at both ends', ' .word. '],
    ['astral characters', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 text 😀😀 and 𐐀𐐁 more words'],
    ['lone surrogates', 'half \ud83d a pair \ude00 here'],
    ['a pair cut at the end', `${'x'.repeat(999)}😀`],
    ['a capital that becomes two characters', 'İSTANBUL İÇİN İYİ İŞ İİİ'],
    ['final sigma', 'ΟΔΟΣ ΤΗΣ ΠΟΛΕΩΣ. ΑΣ.Α Σ ΣΣ ΑΣ’Α ΑΣ’ ΑΣ'],
    ['signs that become ASCII', 'Kelvin \u212a and \u212b'],
    ['letters no n-gram has', 'ǎ ǧ ɑɒɓ ǎbcdef ԁԂ Ԁabc aǎ ǎa ޓޔޕ \ue000 ʼnʼ'],
    ['a combining mark', 'a\u0301 e\u0300toile ã'],
    ['nul and control characters', 'one\0two\x01three\x7ffour'],
    ['full-width letters', 'ＡＢＣ ｄｅｆ'],
    ['10 KB', ALL.join(' ').repeat(2)],
    ['10 KB without a space', 'donaudampfschifffahrtsgesellschaft'.repeat(300)],
    ['10 KB of Chinese without a space', '市议会星期四决定公布有关建筑的新规定'.repeat(200)],
    ['10 KB of separators', '. '.repeat(5000)],
    ['10 KB of quotation marks', "a'".repeat(5000)],
    ['a name of the object prototype', 'constructor __proto__ toString valueOf'],
  ])('says what eld says about %s', (_case, text) => expectSameAsEld(text));

  /** Where the text and the words are cut: to the byte, with characters of one, two and three bytes on the edge. */
  it.each([60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75])('cuts a word of %i bytes as eld does', (length) => {
    for (const letter of ['a', 'é', '市', 'ǎ'])
      expectSameAsEld(`${letter.repeat(length)} ${'b'.repeat(length)} ${'ab'.repeat(length / 2)}ǎabc der`);
    expectSameAsEld(`${'x'.repeat(66)}${'ǎ'.repeat(length - 60)}aber`);
  });

  it('ends a text at the same byte as eld', () => {
    for (let length = 340; length < 390; length++) {
      for (const end of [' die neue Satzung', 'die neue Satzung', 'éé éé', '市议会 市', 'ΣΑΣ’ΑΣ', 'İİ İ', "''' '"]) {
        expectSameAsEld('der '.repeat(100).slice(0, length) + end);
        expectSameAsEld('a'.repeat(length) + end);
      }
    }
  });

  it.each([
    ['one byte', 'donaudampfschifffahrtsgesellschaften'],
    ['two bytes', 'общинскиятсъветрешивчетвъртък'],
    ['three bytes', '市议会星期四决定公布有关建筑的新规定'],
  ])('ends a text within a word of characters of %s as eld does', (_case, word) => {
    for (let length = 320; length < 350; length++) expectSameAsEld(`${'der '.repeat(100).slice(0, length)} ${word.repeat(2)}`);
  });

  it('looks at as many units as eld', () => {
    for (let length = 980; length < 1002; length++) expectSameAsEld(`${'.'.repeat(length)} die neue Satzung`);
  });

  it('says what eld says about any string', () => {
    const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constantFrom(...ALL.flatMap((sentence) => sentence.split(' '))));
    const separator = fc.constantFrom(' ', '  ', '\n', "'", '’', ' `', '-', '', '. ', '’ ', '😀');
    const mixed = fc.array(fc.tuple(word, separator), { maxLength: 80 }).map((parts) => parts.flat().join(''));
    fc.assert(fc.property(mixed, expectSameAsEld), { numRuns: 1000 });
  }, 30_000);

  it('says what eld says about any UTF-16 units of the basic plane', () => {
    const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0x20, max: 0x7f }), fc.integer({ min: 0xc0, max: 0x600 }));
    const text = fc.array(unit, { maxLength: 1200 }).map((units) => String.fromCharCode(...units));
    fc.assert(fc.property(text, expectSameAsEld), { numRuns: 500 });
  }, 30_000);

  it('takes the same characters for letters as eld, and folds the same bytes', () => {
    for (let unit = 0; unit < 0x10000; unit++) {
      const character = String.fromCharCode(unit);
      expectSameBest(`der${character}die ${character}abc`);
    }
  }, 30_000);

  it('keeps nothing of the text before', () => {
    const alone = languageTable().recognise(SENTENCES.en ?? '')?.score;
    languageTable().recognise(ALL.join(' '));
    expect(languageTable().recognise(SENTENCES.en ?? '')?.score).toBe(alone);
  });

  it('refuses a file that is no table', () => {
    expect(() => new LanguageTable(new Uint8Array(64))).toThrow('languages.bin is no language table');
  });

  it('is made from the installed version of eld', () => {
    const script = new URL('../../scripts/pack-languages.mjs', import.meta.url);
    expect(() => execFileSync(process.execPath, [fileURLToPath(script), '--check'], { stdio: 'pipe' })).not.toThrow();
  }, 30_000);

  it('takes little room', () => {
    expect(readFileSync(new URL('./languages.bin', import.meta.url)).length).toBeLessThan(1_000_000);
  });
});

/** The best language and its score only: 65,536 comparisons of 60 scores take long. */
function expectSameBest(text: string): void {
  const theirs = eld.detect(text);
  const found = languageTable().recognise(text);
  const same = (found?.language ?? '') === theirs.language && found?.score === theirs.getScores()[theirs.language];
  if (!same) expect.fail(`${JSON.stringify(text)}: ${found?.language} instead of ${theirs.language}`);
}

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectLanguage } from './language.js';
import { LanguageTable, languageTable } from './language-table.js';

/** One sentence in each language: the council has published the new rules. */
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
  ga: 'Chinn an chomhairle Déardaoin go bhfoilseofaí na rialacháin nua faoi thógáil tithe.',
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
  mk: 'Градскиот совет во четвртокот одлучи да ја објави новата уредба за градење.',
  ms: 'Majlis bandaran memutuskan pada hari Khamis untuk menerbitkan peraturan baharu itu.',
  mt: 'Il-kunsill lokali ddeċieda l-Ħamis li jippubblika r-regolament il-ġdid dwar il-bini.',
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
/** The official languages of the Union. */
const UNION = 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ');

describe('LanguageTable', () => {
  it.each(Object.entries(SENTENCES))('A-43 recognises %s, in small and in large letters', (language, sentence) => {
    expect(detectLanguage(sentence).language).toBe(language);
    if (!['tl', 'yo'].includes(language)) expect(detectLanguage(sentence.toUpperCase()).language).toBe(language);
  });

  it('A-43 knows the 24 official languages of the Union', () => {
    expect(UNION.filter((language) => !languageTable().languages.includes(language))).toEqual([]);
  });

  it.each([
    ['hr', 'Vlada je danas donijela odluku o povećanju naknade za nezaposlene osobe.'],
    ['sl', 'Vlada je danes sprejela odločitev o zvišanju nadomestila za brezposelne osebe.'],
    ['cs', 'Vláda dnes rozhodla o zvýšení příspěvku pro nezaměstnané.'],
    ['sk', 'Vláda dnes rozhodla o zvýšení príspevku pre nezamestnaných.'],
    ['da', 'Regeringen besluttede i dag at forhøje ydelsen til arbejdsløse.'],
    ['sv', 'Regeringen beslutade i dag att höja ersättningen till arbetslösa.'],
    ['es', 'El Gobierno decidió hoy aumentar la ayuda a las personas desempleadas.'],
    ['pt', 'O Governo decidiu hoje aumentar o apoio às pessoas desempregadas.'],
    ['bg', 'Правителството реши днес да увеличи помощта за безработните.'],
    ['mk', 'Владата денеска одлучи да ја зголеми помошта за невработените.'],
    ['et', 'Valitsus otsustas täna tõsta töötutele makstavat toetust.'],
    ['fi', 'Hallitus päätti tänään korottaa työttömille maksettavaa tukea.'],
  ])('A-43 tells %s from its neighbours', (language, sentence) => expect(detectLanguage(sentence).language).toBe(language));

  it('is surer of a sentence than of a word that many languages have', () => {
    expect(detectLanguage(SENTENCES.de ?? '').confidence).toBeGreaterThan(0.95);
    expect(detectLanguage('radio internet').confidence).toBeLessThan(0.9);
  });

  it('keeps nothing of the text before', () => {
    const alone = languageTable().recognise(SENTENCES.en ?? '')?.fit;
    languageTable().recognise(ALL.join(' '));
    expect(languageTable().recognise(SENTENCES.en ?? '')?.fit).toBe(alone);
  });

  it('stays between 0 and 1 for any string', () => {
    const text = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 }).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(text, (any) => {
        const { confidence } = detectLanguage(any);
        return confidence >= 0 && confidence <= 1;
      }),
      { numRuns: 300 },
    );
  });

  it('refuses a file that is no table', () => {
    expect(() => new LanguageTable(new Uint8Array(64))).toThrow('languages.bin is no language table');
  });

  it('takes little room', () => {
    expect(readFileSync(new URL('./languages.bin', import.meta.url)).length).toBeLessThan(2_000_000);
  });
});

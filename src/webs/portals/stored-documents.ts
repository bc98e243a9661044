/**
 * What must be stored of the documents of each fixture: language, title, address, fields, aliases, and names and types of files;
 * of the second day, what is otherwise then. Written by scripts/write-stored-documents.ts, read by people.
 */
import type { StoredDays } from './fixture.js';

export const STORED: Readonly<Record<string, StoredDays>> = {
  agora: {
    '1': {
      'aijjs-1201':
        'en | On Invented Rules | https://univagora.ro/jour/index.php/aijjs/article/view/1201 | authors=Ada Example | date=2031-01-01 | fullText=https://univagora.ro/jour/index.php/aijjs/article/download/1201/pdf | file abstract.html text/html | file aijjs-1201.pdf application/pdf | file record.xml application/xml',
      'aijjs-1202':
        'en | Lamps & Law | https://univagora.ro/jour/index.php/aijjs/article/view/1202 | authors=Ada Example | date=2031-01-01 | fullText=https://univagora.ro/jour/index.php/aijjs/article/download/1202/pdf | file abstract.html text/html | file aijjs-1202.pdf application/pdf | file record.xml application/xml',
      'aijjs-1203':
        'en | The "Right" to Light | https://univagora.ro/jour/index.php/aijjs/article/view/1203 | authors=Ada Example | date=2031-01-01 | fullText=https://univagora.ro/jour/index.php/aijjs/article/download/1203/pdf | file abstract.html text/html | file aijjs-1203.pdf application/pdf | file record.xml application/xml',
      'aijjs-1204':
        'en | Wicks in Comparison | https://univagora.ro/jour/index.php/aijjs/article/view/1204 | authors=Ada Example | date=2031-01-01 | fullText=https://univagora.ro/jour/index.php/aijjs/article/download/1204/pdf | file abstract.html text/html | file aijjs-1204.pdf application/pdf | file record.xml application/xml',
      'aijjs-1205':
        'en | A Paper with a Slip | https://univagora.ro/jour/index.php/aijjs/article/view/1205 | authors=Ada Example | date=2031-01-01 | fullText=https://univagora.ro/jour/index.php/aijjs/article/download/1205/pdf | file abstract.html text/html | file aijjs-1205.pdf application/pdf | file record.xml application/xml',
      'aijjs-1206':
        'en | A Withdrawn Note | https://univagora.ro/jour/index.php/aijjs/article/view/1206 | authors=Ada Example | date=2031-01-01 | fullText=https://univagora.ro/jour/index.php/aijjs/article/download/1206/pdf | file abstract.html text/html | file aijjs-1206.pdf application/pdf | file record.xml application/xml',
    },
    '2': {
      'aijjs-1205':
        'en | A Paper with a Slip | https://univagora.ro/jour/index.php/aijjs/article/view/1205 | authors=Ada Example | date=2031-01-01 | fullText=https://univagora.ro/jour/index.php/aijjs/article/download/1205/pdf | file abstract.html text/html | file aijjs-1205.pdf application/pdf | file record.xml application/xml',
      'aijjs-1210':
        'en | New Light | https://univagora.ro/jour/index.php/aijjs/article/view/1210 | authors=Ada Example | date=2031-01-01 | fullText=https://univagora.ro/jour/index.php/aijjs/article/download/1210/pdf | file abstract.html text/html | file aijjs-1210.pdf application/pdf | file record.xml application/xml',
    },
  },
  'beijing-law-review': {
    '1': {
      'blr-100002':
        'en | Lamps & Law | https://www.scirp.org/journal/paperinformation?paperid=100002 | doi=10.4236/blr.2031.100002 | fullText=https://www.scirp.org/pdf/BLR_100002.pdf | file blr-100002.html text/html | file blr-100002.pdf application/pdf | file blr-100002.xml application/xml | file paper.html text/html',
      'blr-100001':
        'en | On Invented Rules | https://www.scirp.org/journal/paperinformation?paperid=100001 | doi=10.4236/blr.2031.100001 | fullText=https://www.scirp.org/pdf/blr_20310101100001.pdf | file blr-100001.html text/html | file blr-100001.pdf application/pdf | file blr-100001.xml application/xml | file paper.html text/html',
      'blr-100003':
        'en | Wicks in Comparison | https://www.scirp.org/journal/paperinformation?paperid=100003 | doi=10.4236/blr.2031.100003 | fullText=https://www.scirp.org/pdf/blr_20310101100003.pdf | file blr-100003.html text/html | file blr-100003.pdf application/pdf | file blr-100003.xml application/xml | file paper.html text/html',
      'blr-100004':
        'en | The Right to Light | https://www.scirp.org/journal/paperinformation?paperid=100004 | doi=10.4236/blr.2031.100004 | fullText=https://www.scirp.org/pdf/BLR_100004.pdf | file blr-100004.html text/html | file blr-100004.pdf application/pdf | file blr-100004.xml application/xml | file paper.html text/html',
      'blr-100005':
        'en | A Slip | https://www.scirp.org/journal/paperinformation?paperid=100005 | doi=10.4236/blr.2031.100005 | fullText=https://www.scirp.org/pdf/blr_20310101100005.pdf | file blr-100005.html text/html | file blr-100005.pdf application/pdf | file blr-100005.xml application/xml | file paper.html text/html',
      'blr-100006':
        'en | A Withdrawn Note | https://www.scirp.org/journal/paperinformation?paperid=100006 | doi=10.4236/blr.2031.100006 | fullText=https://www.scirp.org/pdf/BLR_100006.pdf | file blr-100006.html text/html | file blr-100006.pdf application/pdf | file blr-100006.xml application/xml | file paper.html text/html',
    },
    '2': {
      'blr-100005':
        'en | A Slip | https://www.scirp.org/journal/paperinformation?paperid=100005 | doi=10.4236/blr.2031.100005 | fullText=https://www.scirp.org/pdf/blr_20310101100005.pdf | file blr-100005.html text/html | file blr-100005.pdf application/pdf | file blr-100005.xml application/xml | file paper.html text/html',
      'blr-100007':
        'en | New Light | https://www.scirp.org/journal/paperinformation?paperid=100007 | doi=10.4236/blr.2031.100007 | fullText=https://www.scirp.org/pdf/blr_20310101100007.pdf | file blr-100007.html text/html | file blr-100007.pdf application/pdf | file blr-100007.xml application/xml | file paper.html text/html',
    },
  },
  'bocconi-legal-papers': {
    '1': {
      'blp-501':
        'it | On Invented Rules | https://blp.egeaonline.it/it/21/archivio/rivista/71/articolo/501 | fullText=https://blp.egeaonline.it/pdf/501.pdf | issue=2018/10 | file article.html text/html | file blp-501.pdf application/pdf',
      'blp-502':
        'it | Lamps & Law | https://blp.egeaonline.it/it/21/archivio/rivista/71/articolo/502 | fullText=https://blp.egeaonline.it/pdf/502.pdf | issue=2018/10 | file article.html text/html | file blp-502.pdf application/pdf',
      'blp-503':
        'it | Wicks in Comparison | https://blp.egeaonline.it/it/21/archivio/rivista/71/articolo/503 | fullText=https://blp.egeaonline.it/pdf/503.pdf | issue=2018/10 | file article.html text/html | file blp-503.pdf application/pdf',
      'blp-504':
        'it | The Right to Light | https://blp.egeaonline.it/it/21/archivio/rivista/72/articolo/504 | fullText=https://blp.egeaonline.it/pdf/504.pdf | issue=2018/10 | file article.html text/html | file blp-504.pdf application/pdf',
      'blp-505':
        'it | A Slip | https://blp.egeaonline.it/it/21/archivio/rivista/72/articolo/505 | fullText=https://blp.egeaonline.it/pdf/505.pdf | issue=2018/10 | file article.html text/html | file blp-505.pdf application/pdf',
      'blp-506':
        'it | A Withdrawn Note | https://blp.egeaonline.it/it/21/archivio/rivista/72/articolo/506 | fullText=https://blp.egeaonline.it/pdf/506.pdf | issue=2018/10 | file article.html text/html | file blp-506.pdf application/pdf',
    },
    '2': {
      'blp-505':
        'it | A Slip | https://blp.egeaonline.it/it/21/archivio/rivista/72/articolo/505 | fullText=https://blp.egeaonline.it/pdf/505.pdf | issue=2018/10 | file article.html text/html | file blp-505.pdf application/pdf',
      'blp-507':
        'it | New Light | https://blp.egeaonline.it/it/21/archivio/rivista/72/articolo/507 | fullText=https://blp.egeaonline.it/pdf/507.pdf | issue=2018/10 | file article.html text/html | file blp-507.pdf application/pdf',
    },
  },
  'brasov-bulletin': {
    '1': {
      'but7-5101':
        'en | On Invented Rules | https://webbut.unitbv.ro/index.php/Series_VII/article/view/5101 | authors=Ada Example | date=2031-01-01 | fullText=https://webbut.unitbv.ro/index.php/Series_VII/article/download/5101/900/10101 | file abstract.html text/html | file but7-5101.pdf application/pdf | file record.xml application/xml',
      'but7-5102':
        'en | Lamps & Law | https://webbut.unitbv.ro/index.php/Series_VII/article/view/5102 | authors=Ada Example | date=2031-01-01 | fullText=https://webbut.unitbv.ro/index.php/Series_VII/article/download/5102/901/10102 | file abstract.html text/html | file but7-5102.pdf application/pdf | file record.xml application/xml',
      'but7-5103':
        'en | The "Right" to Light | https://webbut.unitbv.ro/index.php/Series_VII/article/view/5103 | authors=Ada Example | date=2031-01-01 | fullText=https://webbut.unitbv.ro/index.php/Series_VII/article/download/5103/902/10103 | file abstract.html text/html | file but7-5103.pdf application/pdf | file record.xml application/xml',
      'but7-5104':
        'en | Wicks in Comparison | https://webbut.unitbv.ro/index.php/Series_VII/article/view/5104 | authors=Ada Example | date=2031-01-01 | fullText=https://webbut.unitbv.ro/index.php/Series_VII/article/download/5104/903/10104 | file abstract.html text/html | file but7-5104.pdf application/pdf | file record.xml application/xml',
      'but7-5105':
        'en | A Paper with a Slip | https://webbut.unitbv.ro/index.php/Series_VII/article/view/5105 | authors=Ada Example | date=2031-01-01 | fullText=https://webbut.unitbv.ro/index.php/Series_VII/article/download/5105/904/10105 | file abstract.html text/html | file but7-5105.pdf application/pdf | file record.xml application/xml',
      'but7-5106':
        'en | A Withdrawn Note | https://webbut.unitbv.ro/index.php/Series_VII/article/view/5106 | authors=Ada Example | date=2031-01-01 | fullText=https://webbut.unitbv.ro/index.php/Series_VII/article/download/5106/905/10106 | file abstract.html text/html | file but7-5106.pdf application/pdf | file record.xml application/xml',
    },
    '2': {
      'but7-5105':
        'en | A Paper with a Slip | https://webbut.unitbv.ro/index.php/Series_VII/article/view/5105 | authors=Ada Example | date=2031-01-01 | fullText=https://webbut.unitbv.ro/index.php/Series_VII/article/download/5105/950/10105 | file abstract.html text/html | file but7-5105.pdf application/pdf | file record.xml application/xml',
      'but7-5110':
        'en | New Light | https://webbut.unitbv.ro/index.php/Series_VII/article/view/5110 | authors=Ada Example | date=2031-01-01 | fullText=https://webbut.unitbv.ro/index.php/Series_VII/article/download/5110/960/10110 | file abstract.html text/html | file but7-5110.pdf application/pdf | file record.xml application/xml',
    },
  },
  bundesarbeitsgericht: {
    '1': {
      KARE9000012031:
        'de | BAG, 11.05.2030, 1 ABR 1/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000012031.html | caseNumbers=1 ABR 1/30 | court=BAG Erfurt | date=2030-05-11 | ecli=ECLI:DE:BAG:2030:110530.B.1ABR1.30.0 | kind=Beschluss | file 1-abr-1-30.html text/html | file KARE9000012031.html text/html | file KARE9000012031.json application/json | file KARE9000012031.xml application/xml',
      KARE9000022031:
        'de | BAG, 12.09.2030, 1 ABR 2/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000022031.html | caseNumbers=1 ABR 2/30 | court=BAG Erfurt | date=2030-09-12 | ecli=ECLI:DE:BAG:2030:120930.B.1ABR2.30.0 | headnote=Lampen leuchten. | kind=Urteil | file 1-abr-2-30.html text/html | file KARE9000022031.html text/html | file KARE9000022031.json application/json | file KARE9000022031.xml application/xml',
      KARE9000032031:
        'de | BAG, 13.11.2030, 1 ABR 3/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000032031.html | caseNumbers=1 ABR 3/30 | court=BAG Erfurt | date=2030-11-13 | ecli=ECLI:DE:BAG:2030:131130.B.1ABR3.30.0 | kind=Beschluss | file 1-abr-3-30.html text/html | file KARE9000032031.html text/html | file KARE9000032031.json application/json | file KARE9000032031.xml application/xml',
      KARE9000042031:
        'de | BAG, 14.12.2030, 1 ABR 4/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000042031.html | caseNumbers=1 ABR 4/30 | court=BAG Erfurt | date=2030-12-14 | ecli=ECLI:DE:BAG:2030:141230.B.1ABR4.30.0 | kind=Urteil | file 1-abr-4-30.html text/html | file KARE9000042031.html text/html | file KARE9000042031.json application/json | file KARE9000042031.xml application/xml',
      KARE9000052031:
        'de | BAG, 15.01.2031, 1 ABR 5/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000052031.html | caseNumbers=1 ABR 5/30 | court=BAG Erfurt | date=2031-01-15 | ecli=ECLI:DE:BAG:2031:150131.B.1ABR5.30.0 | kind=Beschluss | file 1-abr-5-30.html text/html | file KARE9000052031.html text/html | file KARE9000052031.json application/json | file KARE9000052031.xml application/xml',
      KARE9000062031:
        'de | BAG, 16.02.2030, 1 ABR 6/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000062031.html | caseNumbers=1 ABR 6/30 | court=BAG Erfurt | date=2030-02-16 | ecli=ECLI:DE:BAG:2030:160230.B.1ABR6.30.0 | kind=Urteil | file 1-abr-6-30.html text/html | file KARE9000062031.html text/html | file KARE9000062031.json application/json | file KARE9000062031.xml application/xml',
      KARE9000072031:
        'de | BAG, 17.05.2030, 1 ABR 7/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000072031.html | caseNumbers=1 ABR 7/30 | court=BAG Erfurt | date=2030-05-17 | ecli=ECLI:DE:BAG:2030:170530.B.1ABR7.30.0 | kind=Beschluss | file 1-abr-7-30.html text/html | file KARE9000072031.html text/html | file KARE9000072031.json application/json | file KARE9000072031.xml application/xml',
      KARE9000092031:
        'de | BAG, 20.01.2031, 1 ABR 4/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000092031.html | caseNumbers=1 ABR 4/30 | court=BAG Erfurt | date=2031-01-20 | ecli=ECLI:DE:BAG:2031:200131.B.1ABR9.30.0 | kind=Beschluss | file 1-abr-4-30.html text/html | file KARE9000092031.html text/html | file KARE9000092031.json application/json | file KARE9000092031.xml application/xml',
      KARE9000102031:
        'de | BAG, 20.12.2030, 1 ABR 10/30, 1 ABR 11/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000102031.html | caseNumbers=1 ABR 10/30 + 1 ABR 11/30 | court=BAG Erfurt | date=2030-12-20 | ecli=ECLI:DE:BAG:2030:201230.B.1ABR10.30.0 | kind=Urteil | file 1-abr-10-30.html text/html | file KARE9000102031.html text/html | file KARE9000102031.json application/json | file KARE9000102031.xml application/xml',
      KARE9000122031:
        'de | BAG, 22.02.2030, 1 ABR 12/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000122031.html | caseNumbers=1 ABR 12/30 | court=BAG Erfurt | date=2030-02-22 | ecli=ECLI:DE:BAG:2030:220230.B.1ABR12.30.0 | kind=Urteil | file 1-abr-12-30.html text/html | file KARE9000122031.html text/html | file KARE9000122031.json application/json | file KARE9000122031.xml application/xml',
      KARE9000132031:
        'de | BAG, 23.05.2030, 1 ABR 13/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000132031.html | caseNumbers=1 ABR 13/30 | court=BAG Erfurt | date=2030-05-23 | ecli=ECLI:DE:BAG:2030:230530.B.1ABR13.30.0 | kind=Beschluss | file 1-abr-13-30.html text/html | file KARE9000132031.html text/html | file KARE9000132031.json application/json | file KARE9000132031.xml application/xml',
      KARE9000142031:
        'de | BAG, 24.09.2030, 1 ABR 14/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000142031.html | caseNumbers=1 ABR 14/30 | court=BAG Erfurt | date=2030-09-24 | ecli=ECLI:DE:BAG:2030:240930.B.1ABR14.30.0 | kind=Urteil | file 1-abr-14-30.html text/html | file KARE9000142031.html text/html | file KARE9000142031.json application/json | file KARE9000142031.xml application/xml',
      KARE9000152031:
        'de | BAG, 25.11.2030, 1 ABR 15/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000152031.html | caseNumbers=1 ABR 15/30 | court=BAG Erfurt | date=2030-11-25 | ecli=ECLI:DE:BAG:2030:251130.B.1ABR15.30.0 | kind=Beschluss | file 1-abr-15-30.html text/html | file KARE9000152031.html text/html | file KARE9000152031.json application/json | file KARE9000152031.xml application/xml',
      KARE9000082031:
        'de | BAG, 08.03.2012, 1 ABR 8/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000082031.html | caseNumbers=1 ABR 8/30 | court=BAG Erfurt | date=2012-03-08 | kind=Urteil | file KARE9000082031.html text/html | file KARE9000082031.xml application/xml',
    },
    '2': {
      KARE9000032031:
        'de | BAG, 13.11.2030, 1 ABR 3/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000032031.html | caseNumbers=1 ABR 3/30 | court=BAG Erfurt | date=2030-11-13 | ecli=ECLI:DE:BAG:2030:131130.B.1ABR3.30.0 | kind=Beschluss | file 1-abr-3-30.html text/html | file KARE9000032031.html text/html | file KARE9000032031.json application/json | file KARE9000032031.xml application/xml',
      KARE9000132031:
        'de | BAG, 23.05.2030, 1 ABR 13/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000132031.html | caseNumbers=1 ABR 13/30 | court=BAG Erfurt | date=2030-05-23 | ecli=ECLI:DE:BAG:2030:230530.B.1ABR13.30.0 | kind=Beschluss | file 1-abr-13-30.html text/html | file KARE9000132031.html text/html | file KARE9000132031.json application/json | file KARE9000132031.xml application/xml',
      KARE9000202031:
        'de | BAG, 30.01.2031, 1 ABR 20/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KARE9000202031.html | caseNumbers=1 ABR 20/30 | court=BAG Erfurt | date=2031-01-30 | ecli=ECLI:DE:BAG:2031:300131.B.1ABR20.30.0 | kind=Urteil | file 1-abr-20-30.html text/html | file KARE9000202031.html text/html | file KARE9000202031.json application/json | file KARE9000202031.xml application/xml',
    },
  },
  bundesfinanzhof: {
    '1': {
      STRE9000012031:
        'de | BFH, 11.05.2030, VI R 1/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000012031.html | caseNumbers=VI R 1/30 | court=BFH München | date=2030-05-11 | ecli=ECLI:DE:BFH:2030:U.110530.VIR1.30.0 | kind=Beschluss | file STRE9000012031-2.html text/html | file STRE9000012031.html text/html | file STRE9000012031.json application/json | file STRE9000012031.pdf application/pdf | file STRE9000012031.xml application/xml',
      STRE9000022031:
        'de | BFH, 12.09.2030, VI R 2/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000022031.html | caseNumbers=VI R 2/30 | court=BFH München | date=2030-09-12 | ecli=ECLI:DE:BFH:2030:U.120930.VIR2.30.0 | headnote=Lampen leuchten. | kind=Urteil | file STRE9000022031-2.html text/html | file STRE9000022031.html text/html | file STRE9000022031.json application/json | file STRE9000022031.pdf application/pdf | file STRE9000022031.xml application/xml',
      STRE9000032031:
        'de | BFH, 13.11.2030, VI R 3/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000032031.html | caseNumbers=VI R 3/30 | court=BFH München | date=2030-11-13 | ecli=ECLI:DE:BFH:2030:U.131130.VIR3.30.0 | kind=Beschluss | file STRE9000032031-2.html text/html | file STRE9000032031.html text/html | file STRE9000032031.json application/json | file STRE9000032031.pdf application/pdf | file STRE9000032031.xml application/xml',
      STRE9000042031:
        'de | BFH, 14.12.2030, VI R 4/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000042031.html | caseNumbers=VI R 4/30 | court=BFH München | date=2030-12-14 | ecli=ECLI:DE:BFH:2030:U.141230.VIR4.30.0 | kind=Urteil | file STRE9000042031-2.html text/html | file STRE9000042031.html text/html | file STRE9000042031.json application/json | file STRE9000042031.pdf application/pdf | file STRE9000042031.xml application/xml',
      STRE9000052031:
        'de | BFH, 15.01.2031, VI R 5/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000052031.html | caseNumbers=VI R 5/30 | court=BFH München | date=2031-01-15 | ecli=ECLI:DE:BFH:2031:U.150131.VIR5.30.0 | kind=Beschluss | file STRE9000052031-2.html text/html | file STRE9000052031.html text/html | file STRE9000052031.json application/json | file STRE9000052031.pdf application/pdf | file STRE9000052031.xml application/xml',
      STRE9000062031:
        'de | BFH, 16.02.2030, VI R 6/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000062031.html | caseNumbers=VI R 6/30 | court=BFH München | date=2030-02-16 | ecli=ECLI:DE:BFH:2030:U.160230.VIR6.30.0 | kind=Urteil | file STRE9000062031-2.html text/html | file STRE9000062031.html text/html | file STRE9000062031.json application/json | file STRE9000062031.pdf application/pdf | file STRE9000062031.xml application/xml',
      STRE9000072031:
        'de | BFH, 17.05.2030, VI R 7/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000072031.html | caseNumbers=VI R 7/30 | court=BFH München | date=2030-05-17 | ecli=ECLI:DE:BFH:2030:U.170530.VIR7.30.0 | kind=Beschluss | file STRE9000072031-2.html text/html | file STRE9000072031.html text/html | file STRE9000072031.json application/json | file STRE9000072031.pdf application/pdf | file STRE9000072031.xml application/xml',
      STRE9000092031:
        'de | BFH, 20.01.2031, VI R 4/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000092031.html | caseNumbers=VI R 4/30 | court=BFH München | date=2031-01-20 | ecli=ECLI:DE:BFH:2031:U.200131.VIR9.30.0 | kind=Beschluss | file STRE9000092031-2.html text/html | file STRE9000092031.html text/html | file STRE9000092031.json application/json | file STRE9000092031.pdf application/pdf | file STRE9000092031.xml application/xml',
      STRE9000102031:
        'de | BFH, 20.12.2030, VI R 10/30, VI R 11/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000102031.html | caseNumbers=VI R 10/30 + VI R 11/30 | court=BFH München | date=2030-12-20 | ecli=ECLI:DE:BFH:2030:U.201230.VIR10.30.0 | kind=Urteil | file STRE9000102031-2.html text/html | file STRE9000102031.html text/html | file STRE9000102031.json application/json | file STRE9000102031.pdf application/pdf | file STRE9000102031.xml application/xml',
      STRE9000122031:
        'de | BFH, 22.02.2030, VI R 12/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000122031.html | caseNumbers=VI R 12/30 | court=BFH München | date=2030-02-22 | ecli=ECLI:DE:BFH:2030:U.220230.VIR12.30.0 | kind=Urteil | file STRE9000122031-2.html text/html | file STRE9000122031.html text/html | file STRE9000122031.json application/json | file STRE9000122031.pdf application/pdf | file STRE9000122031.xml application/xml',
      STRE9000132031:
        'de | BFH, 23.05.2030, VI R 13/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000132031.html | caseNumbers=VI R 13/30 | court=BFH München | date=2030-05-23 | ecli=ECLI:DE:BFH:2030:U.230530.VIR13.30.0 | kind=Beschluss | file STRE9000132031-2.html text/html | file STRE9000132031.html text/html | file STRE9000132031.json application/json | file STRE9000132031.pdf application/pdf | file STRE9000132031.xml application/xml',
      STRE9000142031:
        'de | BFH, 24.09.2030, VI R 14/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000142031.html | caseNumbers=VI R 14/30 | court=BFH München | date=2030-09-24 | ecli=ECLI:DE:BFH:2030:U.240930.VIR14.30.0 | kind=Urteil | file STRE9000142031-2.html text/html | file STRE9000142031.html text/html | file STRE9000142031.json application/json | file STRE9000142031.pdf application/pdf | file STRE9000142031.xml application/xml',
      STRE9000152031:
        'de | BFH, 25.11.2030, VI R 15/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000152031.html | caseNumbers=VI R 15/30 | court=BFH München | date=2030-11-25 | ecli=ECLI:DE:BFH:2030:U.251130.VIR15.30.0 | kind=Beschluss | file STRE9000152031-2.html text/html | file STRE9000152031.html text/html | file STRE9000152031.json application/json | file STRE9000152031.pdf application/pdf | file STRE9000152031.xml application/xml',
      STRE9000082031:
        'de | BFH, 08.03.2012, VI R 8/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000082031.html | caseNumbers=VI R 8/30 | court=BFH München | date=2012-03-08 | kind=Urteil | file STRE9000082031.html text/html | file STRE9000082031.xml application/xml',
    },
    '2': {
      STRE9000032031:
        'de | BFH, 13.11.2030, VI R 3/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000032031.html | caseNumbers=VI R 3/30 | court=BFH München | date=2030-11-13 | ecli=ECLI:DE:BFH:2030:U.131130.VIR3.30.0 | kind=Beschluss | file STRE9000032031-2.html text/html | file STRE9000032031.html text/html | file STRE9000032031.json application/json | file STRE9000032031.pdf application/pdf | file STRE9000032031.xml application/xml',
      STRE9000132031:
        'de | BFH, 23.05.2030, VI R 13/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000132031.html | caseNumbers=VI R 13/30 | court=BFH München | date=2030-05-23 | ecli=ECLI:DE:BFH:2030:U.230530.VIR13.30.0 | kind=Beschluss | file STRE9000132031-2.html text/html | file STRE9000132031.html text/html | file STRE9000132031.json application/json | file STRE9000132031.pdf application/pdf | file STRE9000132031.xml application/xml',
      STRE9000202031:
        'de | BFH, 30.01.2031, VI R 20/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/STRE9000202031.html | caseNumbers=VI R 20/30 | court=BFH München | date=2031-01-30 | ecli=ECLI:DE:BFH:2031:U.300131.VIR20.30.0 | kind=Urteil | file STRE9000202031-2.html text/html | file STRE9000202031.html text/html | file STRE9000202031.json application/json | file STRE9000202031.pdf application/pdf | file STRE9000202031.xml application/xml',
    },
  },
  bundesgerichtshof: {
    '1': {
      KORE9000012031:
        'de | BGH, 11.05.2030, IX ZB 1/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000012031.html | caseNumbers=IX ZB 1/30 | court=BGH Karlsruhe | date=2030-05-11 | ecli=ECLI:DE:BGH:2030:110530BIXZB1.30.0 | kind=Beschluss | file KORE9000012031.html text/html | file KORE9000012031.json application/json | file KORE9000012031.xml application/xml',
      KORE9000022031:
        'de | BGH, 12.09.2030, IX ZB 2/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000022031.html | caseNumbers=IX ZB 2/30 | court=BGH Karlsruhe | date=2030-09-12 | ecli=ECLI:DE:BGH:2030:120930BIXZB2.30.0 | headnote=Lampen leuchten. | kind=Urteil | file KORE9000022031.html text/html | file KORE9000022031.json application/json | file KORE9000022031.xml application/xml',
      KORE9000032031:
        'de | BGH, 13.11.2030, IX ZB 3/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000032031.html | caseNumbers=IX ZB 3/30 | court=BGH Karlsruhe | date=2030-11-13 | ecli=ECLI:DE:BGH:2030:131130BIXZB3.30.0 | kind=Beschluss | file KORE9000032031.html text/html | file KORE9000032031.json application/json | file KORE9000032031.xml application/xml',
      KORE9000042031:
        'de | BGH, 14.12.2030, IX ZB 4/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000042031.html | caseNumbers=IX ZB 4/30 | court=BGH Karlsruhe | date=2030-12-14 | ecli=ECLI:DE:BGH:2030:141230BIXZB4.30.0 | kind=Urteil | file KORE9000042031.html text/html | file KORE9000042031.json application/json | file KORE9000042031.xml application/xml',
      KORE9000052031:
        'de | BGH, 15.01.2031, IX ZB 5/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000052031.html | caseNumbers=IX ZB 5/30 | court=BGH Karlsruhe | date=2031-01-15 | ecli=ECLI:DE:BGH:2031:150131BIXZB5.30.0 | kind=Beschluss | file KORE9000052031.html text/html | file KORE9000052031.json application/json | file KORE9000052031.xml application/xml',
      KORE9000062031:
        'de | BGH, 16.02.2030, IX ZB 6/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000062031.html | caseNumbers=IX ZB 6/30 | court=BGH Karlsruhe | date=2030-02-16 | ecli=ECLI:DE:BGH:2030:160230BIXZB6.30.0 | kind=Urteil | file KORE9000062031.html text/html | file KORE9000062031.json application/json | file KORE9000062031.xml application/xml',
      KORE9000072031:
        'de | BGH, 17.05.2030, IX ZB 7/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000072031.html | caseNumbers=IX ZB 7/30 | court=BGH Karlsruhe | date=2030-05-17 | ecli=ECLI:DE:BGH:2030:170530BIXZB7.30.0 | kind=Beschluss | file KORE9000072031.html text/html | file KORE9000072031.json application/json | file KORE9000072031.xml application/xml',
      KORE9000092031:
        'de | BGH, 20.01.2031, IX ZB 4/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000092031.html | caseNumbers=IX ZB 4/30 | court=BGH Karlsruhe | date=2031-01-20 | ecli=ECLI:DE:BGH:2031:200131BIXZB9.30.0 | kind=Beschluss | file KORE9000092031.html text/html | file KORE9000092031.json application/json | file KORE9000092031.xml application/xml',
      KORE9000102031:
        'de | BGH, 20.12.2030, IX ZB 10/30, IX ZB 11/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000102031.html | caseNumbers=IX ZB 10/30 + IX ZB 11/30 | court=BGH Karlsruhe | date=2030-12-20 | ecli=ECLI:DE:BGH:2030:201230BIXZB10.30.0 | kind=Urteil | file KORE9000102031.html text/html | file KORE9000102031.json application/json | file KORE9000102031.xml application/xml',
      KORE9000122031:
        'de | BGH, 22.02.2030, IX ZB 12/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000122031.html | caseNumbers=IX ZB 12/30 | court=BGH Karlsruhe | date=2030-02-22 | ecli=ECLI:DE:BGH:2030:220230BIXZB12.30.0 | kind=Urteil | file KORE9000122031.html text/html | file KORE9000122031.json application/json | file KORE9000122031.xml application/xml',
      KORE9000132031:
        'de | BGH, 23.05.2030, IX ZB 13/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000132031.html | caseNumbers=IX ZB 13/30 | court=BGH Karlsruhe | date=2030-05-23 | ecli=ECLI:DE:BGH:2030:230530BIXZB13.30.0 | kind=Beschluss | file KORE9000132031.html text/html | file KORE9000132031.json application/json | file KORE9000132031.xml application/xml',
      KORE9000142031:
        'de | BGH, 24.09.2030, IX ZB 14/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000142031.html | caseNumbers=IX ZB 14/30 | court=BGH Karlsruhe | date=2030-09-24 | ecli=ECLI:DE:BGH:2030:240930BIXZB14.30.0 | kind=Urteil | file KORE9000142031.html text/html | file KORE9000142031.json application/json | file KORE9000142031.xml application/xml',
      KORE9000152031:
        'de | BGH, 25.11.2030, IX ZB 15/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000152031.html | caseNumbers=IX ZB 15/30 | court=BGH Karlsruhe | date=2030-11-25 | ecli=ECLI:DE:BGH:2030:251130BIXZB15.30.0 | kind=Beschluss | file KORE9000152031.html text/html | file KORE9000152031.json application/json | file KORE9000152031.xml application/xml',
      KORE9000082031:
        'de | BGH, 08.03.2012, IX ZB 8/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000082031.html | caseNumbers=IX ZB 8/30 | court=BGH Karlsruhe | date=2012-03-08 | kind=Urteil | file KORE9000082031.html text/html | file KORE9000082031.xml application/xml',
    },
    '2': {
      KORE9000032031:
        'de | BGH, 13.11.2030, IX ZB 3/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000032031.html | caseNumbers=IX ZB 3/30 | court=BGH Karlsruhe | date=2030-11-13 | ecli=ECLI:DE:BGH:2030:131130BIXZB3.30.0 | kind=Beschluss | file KORE9000032031.html text/html | file KORE9000032031.json application/json | file KORE9000032031.xml application/xml',
      KORE9000202031:
        'de | BGH, 30.01.2031, IX ZB 20/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KORE9000202031.html | caseNumbers=IX ZB 20/30 | court=BGH Karlsruhe | date=2031-01-30 | ecli=ECLI:DE:BGH:2031:300131BIXZB20.30.0 | kind=Urteil | file KORE9000202031.html text/html | file KORE9000202031.json application/json | file KORE9000202031.xml application/xml',
    },
  },
  bundespatentgericht: {
    '1': {
      MPRE9000012031:
        'de | BPatG, 11.05.2030, 25 W (pat) 1/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000012031.html | caseNumbers=25 W (pat) 1/30 | court=BPatG München | date=2030-05-11 | ecli=ECLI:DE:BPATG:2030:110530B25WPAT1.30.0 | kind=Beschluss | file MPRE9000012031.html text/html | file MPRE9000012031.json application/json | file MPRE9000012031.xml text/xml',
      MPRE9000022031:
        'de | BPatG, 12.09.2030, 25 W (pat) 2/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000022031.html | caseNumbers=25 W (pat) 2/30 | court=BPatG München | date=2030-09-12 | ecli=ECLI:DE:BPATG:2030:120930B25WPAT2.30.0 | headnote=Lampen leuchten. | kind=Urteil | file MPRE9000022031.html text/html | file MPRE9000022031.json application/json | file MPRE9000022031.xml text/xml',
      MPRE9000032031:
        'de | BPatG, 13.11.2030, 25 W (pat) 3/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000032031.html | caseNumbers=25 W (pat) 3/30 | court=BPatG München | date=2030-11-13 | ecli=ECLI:DE:BPATG:2030:131130B25WPAT3.30.0 | kind=Beschluss | file MPRE9000032031.html text/html | file MPRE9000032031.json application/json | file MPRE9000032031.xml text/xml',
      MPRE9000042031:
        'de | BPatG, 14.12.2030, 25 W (pat) 4/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000042031.html | caseNumbers=25 W (pat) 4/30 | court=BPatG München | date=2030-12-14 | ecli=ECLI:DE:BPATG:2030:141230B25WPAT4.30.0 | kind=Urteil | file MPRE9000042031.html text/html | file MPRE9000042031.json application/json | file MPRE9000042031.xml text/xml',
      MPRE9000052031:
        'de | BPatG, 15.01.2031, 25 W (pat) 5/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000052031.html | caseNumbers=25 W (pat) 5/30 | court=BPatG München | date=2031-01-15 | ecli=ECLI:DE:BPATG:2031:150131B25WPAT5.30.0 | kind=Beschluss | file MPRE9000052031.html text/html | file MPRE9000052031.json application/json | file MPRE9000052031.xml text/xml',
      MPRE9000062031:
        'de | BPatG, 16.02.2030, 25 W (pat) 6/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000062031.html | caseNumbers=25 W (pat) 6/30 | court=BPatG München | date=2030-02-16 | ecli=ECLI:DE:BPATG:2030:160230B25WPAT6.30.0 | kind=Urteil | file MPRE9000062031.html text/html | file MPRE9000062031.json application/json | file MPRE9000062031.xml text/xml | file bild.png image/png',
      MPRE9000072031:
        'de | BPatG, 17.05.2030, 25 W (pat) 7/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000072031.html | caseNumbers=25 W (pat) 7/30 | court=BPatG München | date=2030-05-17 | ecli=ECLI:DE:BPATG:2030:170530B25WPAT7.30.0 | kind=Beschluss | file MPRE9000072031.html text/html | file MPRE9000072031.json application/json | file MPRE9000072031.xml text/xml | file bild.png image/png',
      MPRE9000092031:
        'de | BPatG, 20.01.2031, 25 W (pat) 4/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000092031.html | caseNumbers=25 W (pat) 4/30 | court=BPatG München | date=2031-01-20 | ecli=ECLI:DE:BPATG:2031:200131B25WPAT9.30.0 | kind=Beschluss | file MPRE9000092031.html text/html | file MPRE9000092031.json application/json | file MPRE9000092031.xml text/xml',
      MPRE9000102031:
        'de | BPatG, 20.12.2030, 25 W (pat) 10/30, 25 W (pat) 11/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000102031.html | caseNumbers=25 W (pat) 10/30 + 25 W (pat) 11/30 | court=BPatG München | date=2030-12-20 | ecli=ECLI:DE:BPATG:2030:201230B25WPAT10.30.0 | kind=Urteil | file MPRE9000102031.html text/html | file MPRE9000102031.json application/json | file MPRE9000102031.xml text/xml',
      MPRE9000122031:
        'de | BPatG, 22.02.2030, 25 W (pat) 12/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000122031.html | caseNumbers=25 W (pat) 12/30 | court=BPatG München | date=2030-02-22 | ecli=ECLI:DE:BPATG:2030:220230B25WPAT12.30.0 | kind=Urteil | file MPRE9000122031.html text/html | file MPRE9000122031.json application/json | file MPRE9000122031.xml text/xml',
      MPRE9000132031:
        'de | BPatG, 23.05.2030, 25 W (pat) 13/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000132031.html | caseNumbers=25 W (pat) 13/30 | court=BPatG München | date=2030-05-23 | ecli=ECLI:DE:BPATG:2030:230530B25WPAT13.30.0 | kind=Beschluss | file MPRE9000132031.html text/html | file MPRE9000132031.json application/json | file MPRE9000132031.xml text/xml',
      MPRE9000142031:
        'de | BPatG, 24.09.2030, 25 W (pat) 14/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000142031.html | caseNumbers=25 W (pat) 14/30 | court=BPatG München | date=2030-09-24 | ecli=ECLI:DE:BPATG:2030:240930B25WPAT14.30.0 | kind=Urteil | file MPRE9000142031.html text/html | file MPRE9000142031.json application/json | file MPRE9000142031.xml text/xml',
      MPRE9000152031:
        'de | BPatG, 25.11.2030, 25 W (pat) 15/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000152031.html | caseNumbers=25 W (pat) 15/30 | court=BPatG München | date=2030-11-25 | ecli=ECLI:DE:BPATG:2030:251130B25WPAT15.30.0 | kind=Beschluss | file MPRE9000152031.html text/html | file MPRE9000152031.json application/json | file MPRE9000152031.xml text/xml',
      MPRE9000082031:
        'de | BPatG, 08.03.2012, 25 W (pat) 8/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000082031.html | caseNumbers=25 W (pat) 8/30 | court=BPatG München | date=2012-03-08 | kind=Urteil | file MPRE9000082031.html text/html | file MPRE9000082031.xml text/xml',
    },
    '2': {
      MPRE9000032031:
        'de | BPatG, 13.11.2030, 25 W (pat) 3/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000032031.html | caseNumbers=25 W (pat) 3/30 | court=BPatG München | date=2030-11-13 | ecli=ECLI:DE:BPATG:2030:131130B25WPAT3.30.0 | kind=Beschluss | file MPRE9000032031.html text/html | file MPRE9000032031.json application/json | file MPRE9000032031.xml text/xml',
      MPRE9000062031:
        'de | BPatG, 16.02.2030, 25 W (pat) 6/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000062031.html | caseNumbers=25 W (pat) 6/30 | court=BPatG München | date=2030-02-16 | ecli=ECLI:DE:BPATG:2030:160230B25WPAT6.30.0 | kind=Urteil | file MPRE9000062031.html text/html | file MPRE9000062031.json application/json | file MPRE9000062031.xml text/xml | file bild.png image/png',
      MPRE9000202031:
        'de | BPatG, 30.01.2031, 25 W (pat) 20/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/MPRE9000202031.html | caseNumbers=25 W (pat) 20/30 | court=BPatG München | date=2031-01-30 | ecli=ECLI:DE:BPATG:2031:300131B25WPAT20.30.0 | kind=Urteil | file MPRE9000202031.html text/html | file MPRE9000202031.json application/json | file MPRE9000202031.xml text/xml',
    },
  },
  bundessozialgericht: {
    '1': {
      KSRE9000012031:
        'de | BSG 8. Senat, 11.05.2030, B 8 SO 1/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000012031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 1/30 R | court=BSG | date=2030-05-11 | ecli=ECLI:DE:BSG:2030:110530UB8SO130R0 | kind=Beschluss | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000012031.xml text/xml',
      KSRE9000022031:
        'de | BSG 8. Senat, 12.09.2030, B 8 SO 2/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000022031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 2/30 R | court=BSG | date=2030-09-12 | ecli=ECLI:DE:BSG:2030:120930UB8SO230R0 | headnote=Lampen leuchten. | kind=Urteil | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000022031.xml text/xml',
      KSRE9000032031:
        'de | BSG 8. Senat, 13.11.2030, B 8 SO 3/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000032031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 3/30 R | court=BSG | date=2030-11-13 | ecli=ECLI:DE:BSG:2030:131130UB8SO330R0 | kind=Beschluss | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000032031.xml text/xml',
      KSRE9000042031:
        'de | BSG 8. Senat, 14.12.2030, B 8 SO 4/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000042031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 4/30 R | court=BSG | date=2030-12-14 | ecli=ECLI:DE:BSG:2030:141230UB8SO430R0 | kind=Urteil | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000042031.xml text/xml',
      KSRE9000052031:
        'de | BSG 8. Senat, 15.01.2031, B 8 SO 5/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000052031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 5/30 R | court=BSG | date=2031-01-15 | ecli=ECLI:DE:BSG:2031:150131UB8SO530R0 | kind=Beschluss | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000052031.xml text/xml',
      KSRE9000062031:
        'de | BSG 8. Senat, 16.02.2030, B 8 SO 6/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000062031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 6/30 R | court=BSG | date=2030-02-16 | ecli=ECLI:DE:BSG:2030:160230UB8SO630R0 | kind=Urteil | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000062031.xml text/xml | file bild.png image/png',
      KSRE9000072031:
        'de | BSG 8. Senat, 17.05.2030, B 8 SO 7/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000072031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 7/30 R | court=BSG | date=2030-05-17 | ecli=ECLI:DE:BSG:2030:170530UB8SO730R0 | kind=Beschluss | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000072031.xml text/xml | file bild.png image/png',
      KSRE9000082031:
        'de | BSG 8. Senat, 08.03.2012, B 8 SO 8/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000082031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 8/30 R | court=BSG | date=2012-03-08 | kind=Urteil | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000082031.xml text/xml',
      KSRE9000092031:
        'de | BSG 8. Senat, 20.01.2031, B 8 SO 4/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000092031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 4/30 R | court=BSG | date=2031-01-20 | ecli=ECLI:DE:BSG:2031:200131UB8SO930R0 | kind=Beschluss | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000092031.xml text/xml',
      KSRE9000102031:
        'de | BSG 8. Senat, 20.12.2030, B 8 SO 10/30 R, B 8 SO 11/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000102031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 10/30 R + B 8 SO 11/30 R | court=BSG | date=2030-12-20 | ecli=ECLI:DE:BSG:2030:201230UB8SO1030R0 | kind=Urteil | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000102031.xml text/xml',
      KSRE9000122031:
        'de | BSG 8. Senat, 22.02.2030, B 8 SO 12/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000122031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 12/30 R | court=BSG | date=2030-02-22 | ecli=ECLI:DE:BSG:2030:220230UB8SO1230R0 | kind=Urteil | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000122031.xml text/xml',
      KSRE9000132031:
        'de | BSG 8. Senat, 23.05.2030, B 8 SO 13/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000132031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 13/30 R | court=BSG | date=2030-05-23 | ecli=ECLI:DE:BSG:2030:230530UB8SO1330R0 | kind=Beschluss | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000132031.xml text/xml',
      KSRE9000142031:
        'de | BSG 8. Senat, 24.09.2030, B 8 SO 14/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000142031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 14/30 R | court=BSG | date=2030-09-24 | ecli=ECLI:DE:BSG:2030:240930UB8SO1430R0 | kind=Urteil | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000142031.xml text/xml',
    },
    '2': {
      KSRE9000032031:
        'de | BSG 8. Senat, 13.11.2030, B 8 SO 3/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000032031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 3/30 R | court=BSG | date=2030-11-13 | ecli=ECLI:DE:BSG:2030:131130UB8SO330R0 | kind=Beschluss | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000032031.xml text/xml',
      KSRE9000062031:
        'de | BSG 8. Senat, 16.02.2030, B 8 SO 6/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000062031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 6/30 R | court=BSG | date=2030-02-16 | ecli=ECLI:DE:BSG:2030:160230UB8SO630R0 | kind=Urteil | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000062031.xml text/xml | file bild.png image/png',
      KSRE9000202031:
        'de | BSG 8. Senat, 30.01.2031, B 8 SO 20/30 R | https://www.rechtsprechung-im-internet.de/jportal/?quelle=jlink&docid=jb-KSRE9000202031&psml=bsjrsprod.psml&max=true | caseNumbers=B 8 SO 20/30 R | court=BSG | date=2031-01-30 | ecli=ECLI:DE:BSG:2031:300131UB8SO2030R0 | kind=Urteil | lowerCourts=vorgehend OLG Neustadt, 1. Februar 2030, Az: 1 U 1/29 | norms=§ 1 LampG + § 2 LampG | panel=8. Senat | subject=Erfundener Leitgedanke | file KSRE9000202031.xml text/xml',
    },
  },
  bundesverfassungsgericht: {
    '1': {
      KVRE9000012031:
        'de | BVerfG, 11.05.2030, 1 BvR 1/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000012031.html | caseNumbers=1 BvR 1/30 | court=BVerfG | date=2030-05-11 | ecli=ECLI:DE:BVERFG:2030:RK20300511.1BVR000130 | kind=Beschluss | file KVRE9000012031.html text/html | file KVRE9000012031.json application/json | file KVRE9000012031.xml application/xml | file rk20300511_1bvr000130.html text/html | file rk20300511_1bvr000130.pdf application/pdf',
      KVRE9000022031:
        'de | BVerfG, 12.09.2030, 1 BvR 2/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000022031.html | caseNumbers=1 BvR 2/30 | court=BVerfG | date=2030-09-12 | ecli=ECLI:DE:BVERFG:2030:RK20300912.1BVR000230 | headnote=Lampen leuchten. | kind=Urteil | file KVRE9000022031.html text/html | file KVRE9000022031.json application/json | file KVRE9000022031.xml application/xml | file rk20300912_1bvr000230.html text/html | file rk20300912_1bvr000230.pdf application/pdf',
      KVRE9000032031:
        'de | BVerfG, 13.11.2030, 1 BvR 3/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000032031.html | caseNumbers=1 BvR 3/30 | court=BVerfG | date=2030-11-13 | ecli=ECLI:DE:BVERFG:2030:RK20301113.1BVR000330 | kind=Beschluss | file KVRE9000032031.html text/html | file KVRE9000032031.json application/json | file KVRE9000032031.xml application/xml | file rk20301113_1bvr000330.html text/html | file rk20301113_1bvr000330.pdf application/pdf',
      KVRE9000042031:
        'de | BVerfG, 14.12.2030, 1 BvR 4/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000042031.html | caseNumbers=1 BvR 4/30 | court=BVerfG | date=2030-12-14 | ecli=ECLI:DE:BVERFG:2030:RK20301214.1BVR000430 | kind=Urteil | file KVRE9000042031.html text/html | file KVRE9000042031.json application/json | file KVRE9000042031.xml application/xml | file rk20301214_1bvr000430.html text/html | file rk20301214_1bvr000430.pdf application/pdf',
      KVRE9000052031:
        'de | BVerfG, 15.01.2031, 1 BvR 5/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000052031.html | caseNumbers=1 BvR 5/30 | court=BVerfG | date=2031-01-15 | ecli=ECLI:DE:BVERFG:2031:RK20310115.1BVR000530 | kind=Beschluss | file KVRE9000052031.html text/html | file KVRE9000052031.json application/json | file KVRE9000052031.xml application/xml | file rk20310115_1bvr000530.html text/html | file rk20310115_1bvr000530.pdf application/pdf',
      KVRE9000062031:
        'de | BVerfG, 16.02.2030, 1 BvR 6/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000062031.html | caseNumbers=1 BvR 6/30 | court=BVerfG | date=2030-02-16 | ecli=ECLI:DE:BVERFG:2030:RK20300216.1BVR000630 | kind=Urteil | file KVRE9000062031.html text/html | file KVRE9000062031.json application/json | file KVRE9000062031.xml application/xml | file rk20300216_1bvr000630.html text/html | file rk20300216_1bvr000630.pdf application/pdf',
      KVRE9000072031:
        'de | BVerfG, 17.05.2030, 1 BvR 7/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000072031.html | caseNumbers=1 BvR 7/30 | court=BVerfG | date=2030-05-17 | ecli=ECLI:DE:BVERFG:2030:RK20300517.1BVR000730 | kind=Beschluss | file KVRE9000072031.html text/html | file KVRE9000072031.json application/json | file KVRE9000072031.xml application/xml | file rk20300517_1bvr000730.html text/html | file rk20300517_1bvr000730.pdf application/pdf',
      KVRE9000092031:
        'de | BVerfG, 20.01.2031, 1 BvR 4/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000092031.html | caseNumbers=1 BvR 4/30 | court=BVerfG | date=2031-01-20 | ecli=ECLI:DE:BVERFG:2031:RK20310120.1BVR000930 | kind=Beschluss | file KVRE9000092031.html text/html | file KVRE9000092031.json application/json | file KVRE9000092031.xml application/xml | file rk20310120_1bvr000930.html text/html | file rk20310120_1bvr000930.pdf application/pdf',
      KVRE9000102031:
        'de | BVerfG, 20.12.2030, 1 BvR 10/30, 1 BvR 11/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000102031.html | caseNumbers=1 BvR 10/30 + 1 BvR 11/30 | court=BVerfG | date=2030-12-20 | ecli=ECLI:DE:BVERFG:2030:RK20301220.1BVR001030 | kind=Urteil | file KVRE9000102031.html text/html | file KVRE9000102031.json application/json | file KVRE9000102031.xml application/xml | file rk20301220_1bvr001030.html text/html | file rk20301220_1bvr001030.pdf application/pdf',
      KVRE9000122031:
        'de | BVerfG, 22.02.2030, 1 BvR 12/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000122031.html | caseNumbers=1 BvR 12/30 | court=BVerfG | date=2030-02-22 | ecli=ECLI:DE:BVERFG:2030:RK20300222.1BVR001230 | kind=Urteil | file KVRE9000122031.html text/html | file KVRE9000122031.json application/json | file KVRE9000122031.xml application/xml | file rk20300222_1bvr001230.html text/html | file rk20300222_1bvr001230.pdf application/pdf',
      KVRE9000132031:
        'de | BVerfG, 23.05.2030, 1 BvR 13/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000132031.html | caseNumbers=1 BvR 13/30 | court=BVerfG | date=2030-05-23 | ecli=ECLI:DE:BVERFG:2030:RK20300523.1BVR001330 | kind=Beschluss | file KVRE9000132031.html text/html | file KVRE9000132031.json application/json | file KVRE9000132031.xml application/xml | file rk20300523_1bvr001330.html text/html | file rk20300523_1bvr001330.pdf application/pdf',
      KVRE9000142031:
        'de | BVerfG, 24.09.2030, 1 BvR 14/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000142031.html | caseNumbers=1 BvR 14/30 | court=BVerfG | date=2030-09-24 | ecli=ECLI:DE:BVERFG:2030:RK20300924.1BVR001430 | kind=Urteil | file KVRE9000142031.html text/html | file KVRE9000142031.json application/json | file KVRE9000142031.xml application/xml | file rk20300924_1bvr001430.html text/html | file rk20300924_1bvr001430.pdf application/pdf',
      KVRE9000152031:
        'de | BVerfG, 25.11.2030, 1 BvR 15/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000152031.html | caseNumbers=1 BvR 15/30 | court=BVerfG | date=2030-11-25 | ecli=ECLI:DE:BVERFG:2030:RK20301125.1BVR001530 | kind=Beschluss | file KVRE9000152031.html text/html | file KVRE9000152031.json application/json | file KVRE9000152031.xml application/xml | file rk20301125_1bvr001530.html text/html | file rk20301125_1bvr001530.pdf application/pdf',
      KVRE9000082031:
        'de | BVerfG, 08.03.2012, 1 BvR 8/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000082031.html | caseNumbers=1 BvR 8/30 | court=BVerfG | date=2012-03-08 | kind=Urteil | file KVRE9000082031.html text/html | file KVRE9000082031.xml application/xml',
    },
    '2': {
      KVRE9000032031:
        'de | BVerfG, 13.11.2030, 1 BvR 3/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000032031.html | caseNumbers=1 BvR 3/30 | court=BVerfG | date=2030-11-13 | ecli=ECLI:DE:BVERFG:2030:RK20301113.1BVR000330 | kind=Beschluss | file KVRE9000032031.html text/html | file KVRE9000032031.json application/json | file KVRE9000032031.xml application/xml | file rk20301113_1bvr000330.html text/html | file rk20301113_1bvr000330.pdf application/pdf',
      KVRE9000132031:
        'de | BVerfG, 23.05.2030, 1 BvR 13/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000132031.html | caseNumbers=1 BvR 13/30 | court=BVerfG | date=2030-05-23 | ecli=ECLI:DE:BVERFG:2030:RK20300523.1BVR001330 | kind=Beschluss | file KVRE9000132031.html text/html | file KVRE9000132031.json application/json | file KVRE9000132031.xml application/xml | file rk20300523_1bvr001330.html text/html | file rk20300523_1bvr001330.pdf application/pdf',
      KVRE9000202031:
        'de | BVerfG, 30.01.2031, 1 BvR 20/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/KVRE9000202031.html | caseNumbers=1 BvR 20/30 | court=BVerfG | date=2031-01-30 | ecli=ECLI:DE:BVERFG:2031:RK20310130.1BVR002030 | kind=Urteil | file KVRE9000202031.html text/html | file KVRE9000202031.json application/json | file KVRE9000202031.xml application/xml | file rk20310130_1bvr002030.html text/html | file rk20310130_1bvr002030.pdf application/pdf',
    },
  },
  bundesverwaltungsgericht: {
    '1': {
      WBRE9000012031:
        'de | BVerwG, 11.05.2030, 9 C 1/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000012031.html | caseNumbers=9 C 1/30 | court=BVerwG Leipzig | date=2030-05-11 | ecli=ECLI:DE:BVERWG:2030:110530U9C1.30.0 | kind=Beschluss | file 110530U9C1.30.0.html text/html | file 110530U9C1.30.0.pdf application/pdf | file WBRE9000012031.html text/html | file WBRE9000012031.json application/json | file WBRE9000012031.xml application/xml',
      WBRE9000022031:
        'de | BVerwG, 12.09.2030, 9 C 2/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000022031.html | caseNumbers=9 C 2/30 | court=BVerwG Leipzig | date=2030-09-12 | ecli=ECLI:DE:BVERWG:2030:120930U9C2.30.0 | headnote=Lampen leuchten. | kind=Urteil | file 120930U9C2.30.0.html text/html | file 120930U9C2.30.0.pdf application/pdf | file WBRE9000022031.html text/html | file WBRE9000022031.json application/json | file WBRE9000022031.xml application/xml',
      WBRE9000032031:
        'de | BVerwG, 13.11.2030, 9 C 3/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000032031.html | caseNumbers=9 C 3/30 | court=BVerwG Leipzig | date=2030-11-13 | ecli=ECLI:DE:BVERWG:2030:131130U9C3.30.0 | kind=Beschluss | file 131130U9C3.30.0.html text/html | file 131130U9C3.30.0.pdf application/pdf | file WBRE9000032031.html text/html | file WBRE9000032031.json application/json | file WBRE9000032031.xml application/xml',
      WBRE9000042031:
        'de | BVerwG, 14.12.2030, 9 C 4/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000042031.html | caseNumbers=9 C 4/30 | court=BVerwG Leipzig | date=2030-12-14 | ecli=ECLI:DE:BVERWG:2030:141230U9C4.30.0 | kind=Urteil | file 141230U9C4.30.0.html text/html | file 141230U9C4.30.0.pdf application/pdf | file WBRE9000042031.html text/html | file WBRE9000042031.json application/json | file WBRE9000042031.xml application/xml',
      WBRE9000052031:
        'de | BVerwG, 15.01.2031, 9 C 5/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000052031.html | caseNumbers=9 C 5/30 | court=BVerwG Leipzig | date=2031-01-15 | ecli=ECLI:DE:BVERWG:2031:150131U9C5.30.0 | kind=Beschluss | file 150131U9C5.30.0.html text/html | file 150131U9C5.30.0.pdf application/pdf | file WBRE9000052031.html text/html | file WBRE9000052031.json application/json | file WBRE9000052031.xml application/xml',
      WBRE9000062031:
        'de | BVerwG, 16.02.2030, 9 C 6/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000062031.html | caseNumbers=9 C 6/30 | court=BVerwG Leipzig | date=2030-02-16 | ecli=ECLI:DE:BVERWG:2030:160230U9C6.30.0 | kind=Urteil | file 160230U9C6.30.0.html text/html | file 160230U9C6.30.0.pdf application/pdf | file WBRE9000062031.html text/html | file WBRE9000062031.json application/json | file WBRE9000062031.xml application/xml',
      WBRE9000072031:
        'de | BVerwG, 17.05.2030, 9 C 7/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000072031.html | caseNumbers=9 C 7/30 | court=BVerwG Leipzig | date=2030-05-17 | ecli=ECLI:DE:BVERWG:2030:170530U9C7.30.0 | kind=Beschluss | file 170530U9C7.30.0.html text/html | file 170530U9C7.30.0.pdf application/pdf | file WBRE9000072031.html text/html | file WBRE9000072031.json application/json | file WBRE9000072031.xml application/xml',
      WBRE9000092031:
        'de | BVerwG, 20.01.2031, 9 C 4/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000092031.html | caseNumbers=9 C 4/30 | court=BVerwG Leipzig | date=2031-01-20 | ecli=ECLI:DE:BVERWG:2031:200131U9C9.30.0 | kind=Beschluss | file 200131U9C9.30.0.html text/html | file 200131U9C9.30.0.pdf application/pdf | file WBRE9000092031.html text/html | file WBRE9000092031.json application/json | file WBRE9000092031.xml application/xml',
      WBRE9000102031:
        'de | BVerwG, 20.12.2030, 9 C 10/30, 9 C 11/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000102031.html | caseNumbers=9 C 10/30 + 9 C 11/30 | court=BVerwG Leipzig | date=2030-12-20 | ecli=ECLI:DE:BVERWG:2030:201230U9C10.30.0 | kind=Urteil | file 201230U9C10.30.0.html text/html | file 201230U9C10.30.0.pdf application/pdf | file WBRE9000102031.html text/html | file WBRE9000102031.json application/json | file WBRE9000102031.xml application/xml',
      WBRE9000122031:
        'de | BVerwG, 22.02.2030, 9 C 12/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000122031.html | caseNumbers=9 C 12/30 | court=BVerwG Leipzig | date=2030-02-22 | ecli=ECLI:DE:BVERWG:2030:220230U9C12.30.0 | kind=Urteil | file 220230U9C12.30.0.html text/html | file 220230U9C12.30.0.pdf application/pdf | file WBRE9000122031.html text/html | file WBRE9000122031.json application/json | file WBRE9000122031.xml application/xml',
      WBRE9000132031:
        'de | BVerwG, 23.05.2030, 9 C 13/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000132031.html | caseNumbers=9 C 13/30 | court=BVerwG Leipzig | date=2030-05-23 | ecli=ECLI:DE:BVERWG:2030:230530U9C13.30.0 | kind=Beschluss | file 230530U9C13.30.0.html text/html | file 230530U9C13.30.0.pdf application/pdf | file WBRE9000132031.html text/html | file WBRE9000132031.json application/json | file WBRE9000132031.xml application/xml',
      WBRE9000142031:
        'de | BVerwG, 24.09.2030, 9 C 14/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000142031.html | caseNumbers=9 C 14/30 | court=BVerwG Leipzig | date=2030-09-24 | ecli=ECLI:DE:BVERWG:2030:240930U9C14.30.0 | kind=Urteil | file 240930U9C14.30.0.html text/html | file 240930U9C14.30.0.pdf application/pdf | file WBRE9000142031.html text/html | file WBRE9000142031.json application/json | file WBRE9000142031.xml application/xml',
      WBRE9000152031:
        'de | BVerwG, 25.11.2030, 9 C 15/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000152031.html | caseNumbers=9 C 15/30 | court=BVerwG Leipzig | date=2030-11-25 | ecli=ECLI:DE:BVERWG:2030:251130U9C15.30.0 | kind=Beschluss | file 251130U9C15.30.0.html text/html | file 251130U9C15.30.0.pdf application/pdf | file WBRE9000152031.html text/html | file WBRE9000152031.json application/json | file WBRE9000152031.xml application/xml',
      WBRE9000082031:
        'de | BVerwG, 08.03.2012, 9 C 8/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000082031.html | caseNumbers=9 C 8/30 | court=BVerwG Leipzig | date=2012-03-08 | kind=Urteil | file WBRE9000082031.html text/html | file WBRE9000082031.xml application/xml',
    },
    '2': {
      WBRE9000032031:
        'de | BVerwG, 13.11.2030, 9 C 3/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000032031.html | caseNumbers=9 C 3/30 | court=BVerwG Leipzig | date=2030-11-13 | ecli=ECLI:DE:BVERWG:2030:131130U9C3.30.0 | kind=Beschluss | file 131130U9C3.30.0.html text/html | file 131130U9C3.30.0.pdf application/pdf | file WBRE9000032031.html text/html | file WBRE9000032031.json application/json | file WBRE9000032031.xml application/xml',
      WBRE9000132031:
        'de | BVerwG, 23.05.2030, 9 C 13/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000132031.html | caseNumbers=9 C 13/30 | court=BVerwG Leipzig | date=2030-05-23 | ecli=ECLI:DE:BVERWG:2030:230530U9C13.30.0 | kind=Beschluss | file 230530U9C13.30.0.html text/html | file 230530U9C13.30.0.pdf application/pdf | file WBRE9000132031.html text/html | file WBRE9000132031.json application/json | file WBRE9000132031.xml application/xml',
      WBRE9000202031:
        'de | BVerwG, 30.01.2031, 9 C 20/30 | https://testphase.rechtsinformationen.bund.de/v1/case-law/WBRE9000202031.html | caseNumbers=9 C 20/30 | court=BVerwG Leipzig | date=2031-01-30 | ecli=ECLI:DE:BVERWG:2031:300131U9C20.30.0 | kind=Urteil | file 300131U9C20.30.0.html text/html | file 300131U9C20.30.0.pdf application/pdf | file WBRE9000202031.html text/html | file WBRE9000202031.json application/json | file WBRE9000202031.xml application/xml',
    },
  },
  'cadmus-law': {
    '1': {
      'oai:cadmus.eui.eu:1814/77001':
        'en | Lamps in European Law | http://hdl.handle.net/1814/77001 | authors=LAMP, Ada | date=2031-01-02 | rights=info:eu-repo/semantics/openAccess | alias http://hdl.handle.net/1814/77001 | file LAW_77001.pdf application/pdf | file record.xml application/xml',
      'oai:cadmus.eui.eu:1814/77002':
        'en | Wicks & Markets | http://hdl.handle.net/1814/77002 | authors=LAMP, Ada | date=2031-01-02 | rights=info:eu-repo/semantics/openAccess | alias http://hdl.handle.net/1814/77002 | file LAW_77002.pdf application/pdf | file record.xml application/xml',
      'oai:cadmus.eui.eu:1814/77003':
        'en | A Book Published Elsewhere | http://hdl.handle.net/1814/77003 | authors=LAMP, Ada | date=2031-01-02 | rights=info:eu-repo/semantics/openAccess | alias http://hdl.handle.net/1814/77003 | file 77003.html text/html | file record.xml application/xml',
      'oai:cadmus.eui.eu:1814/77005':
        'en | Courts and Candles | http://hdl.handle.net/1814/77005 | authors=LAMP, Ada | date=2031-01-02 | rights=info:eu-repo/semantics/openAccess | alias http://hdl.handle.net/1814/77005 | file LAW_77005.pdf application/pdf | file record.xml application/xml',
      'oai:cadmus.eui.eu:1814/77006':
        'en | A Paper with a Slip | http://hdl.handle.net/1814/77006 | authors=LAMP, Ada | date=2031-01-02 | rights=info:eu-repo/semantics/openAccess | alias http://hdl.handle.net/1814/77006 | file LAW_77006.pdf application/pdf | file record.xml application/xml',
      'oai:cadmus.eui.eu:1814/77007':
        'en | A Paper that Is Withdrawn | http://hdl.handle.net/1814/77007 | authors=LAMP, Ada | date=2031-01-02 | rights=info:eu-repo/semantics/openAccess | alias http://hdl.handle.net/1814/77007 | file LAW_77007.pdf application/pdf | file record.xml application/xml',
    },
    '2': {
      'oai:cadmus.eui.eu:1814/77006':
        'en | A Paper with a Slip | http://hdl.handle.net/1814/77006 | authors=LAMP, Ada | date=2031-01-02 | rights=info:eu-repo/semantics/openAccess | alias http://hdl.handle.net/1814/77006 | file LAW_77006.pdf application/pdf | file record.xml application/xml',
      'oai:cadmus.eui.eu:1814/77008':
        'en | New Light | http://hdl.handle.net/1814/77008 | authors=LAMP, Ada | date=2031-01-02 | rights=info:eu-repo/semantics/openAccess | alias http://hdl.handle.net/1814/77008 | file LAW_77008.pdf application/pdf | file record.xml application/xml',
    },
  },
  'comparative-law-review': {
    '1': {
      'clr-perugia-77':
        'en | On Invented Rules | http://www.comparativelawreview.unipg.it/index.php/comparative/article/view/77 | authors=Ada Example | date=2031-01-01 | fullText=http://www.comparativelawreview.unipg.it/index.php/comparative/article/download/77/900 | file abstract.html text/html | file clr-perugia-77.pdf application/pdf | file record.xml application/xml',
      'clr-perugia-78':
        'en | Lamps & Law | http://www.comparativelawreview.unipg.it/index.php/comparative/article/view/78 | authors=Ada Example | date=2031-01-01 | fullText=http://www.comparativelawreview.unipg.it/index.php/comparative/article/download/78/901 | file abstract.html text/html | file clr-perugia-78.pdf application/pdf | file record.xml application/xml',
      'clr-perugia-79':
        'en | The "Right" to Light | http://www.comparativelawreview.unipg.it/index.php/comparative/article/view/79 | authors=Ada Example | date=2031-01-01 | fullText=http://www.comparativelawreview.unipg.it/index.php/comparative/article/download/79/902 | file abstract.html text/html | file clr-perugia-79.pdf application/pdf | file record.xml application/xml',
      'clr-perugia-80':
        'en | Wicks in Comparison | http://www.comparativelawreview.unipg.it/index.php/comparative/article/view/80 | authors=Ada Example | date=2031-01-01 | fullText=http://www.comparativelawreview.unipg.it/index.php/comparative/article/download/80/903 | file abstract.html text/html | file clr-perugia-80.pdf application/pdf | file record.xml application/xml',
      'clr-perugia-81':
        'en | A Paper with a Slip | http://www.comparativelawreview.unipg.it/index.php/comparative/article/view/81 | authors=Ada Example | date=2031-01-01 | fullText=http://www.comparativelawreview.unipg.it/index.php/comparative/article/download/81/904 | file abstract.html text/html | file clr-perugia-81.pdf application/pdf | file record.xml application/xml',
      'clr-perugia-82':
        'en | A Withdrawn Note | http://www.comparativelawreview.unipg.it/index.php/comparative/article/view/82 | authors=Ada Example | date=2031-01-01 | fullText=http://www.comparativelawreview.unipg.it/index.php/comparative/article/download/82/905 | file abstract.html text/html | file clr-perugia-82.pdf application/pdf | file record.xml application/xml',
    },
    '2': {
      'clr-perugia-81':
        'en | A Paper with a Slip | http://www.comparativelawreview.unipg.it/index.php/comparative/article/view/81 | authors=Ada Example | date=2031-01-01 | fullText=http://www.comparativelawreview.unipg.it/index.php/comparative/article/download/81/950 | file abstract.html text/html | file clr-perugia-81.pdf application/pdf | file record.xml application/xml',
      'clr-perugia-86':
        'en | New Light | http://www.comparativelawreview.unipg.it/index.php/comparative/article/view/86 | authors=Ada Example | date=2031-01-01 | fullText=http://www.comparativelawreview.unipg.it/index.php/comparative/article/download/86/960 | file abstract.html text/html | file clr-perugia-86.pdf application/pdf | file record.xml application/xml',
    },
  },
  'corte-costituzionale': {
    '1': {
      'cost-1956-1':
        'it | Sentenza 1/1956 | https://www.cortecostituzionale.it/scheda-pronuncia/1956/1 | date=1956-01-13 | ecli=ECLI:IT:COST:1956:1 | filedOn=1956-01-20 | kind=Sentenza | number=1 | president=ROSSI | rapporteur=BIANCHI | subject=nel giudizio \r inventato | year=1956 | alias https://www.cortecostituzionale.it/actionSchedaPronuncia.do?anno=1956&numero=1 | file Massima-1.xml application/xml | file Pronuncia-1956-1.json application/json',
      'cost-1980-2':
        'it | Ordinanza 2/1980 | https://www.cortecostituzionale.it/scheda-pronuncia/1980/2 | date=1980-01-13 | ecli=ECLI:IT:COST:1980:2 | filedOn=1980-01-20 | kind=Ordinanza | number=2 | president=ROSSI | rapporteur=BIANCHI | subject=nel giudizio \r inventato | year=1980 | alias https://www.cortecostituzionale.it/actionSchedaPronuncia.do?anno=1980&numero=2 | file Pronuncia-1980-2.json application/json',
      'cost-1999-300':
        'it | Ordinanza 300/1999 | https://www.cortecostituzionale.it/scheda-pronuncia/1999/300 | date=1999-01-13 | ecli=ECLI:IT:COST:1999:300 | filedOn=1999-01-20 | kind=Ordinanza | number=300 | president=ROSSI | rapporteur=BIANCHI | subject=nel giudizio \r inventato | year=1999 | alias https://www.cortecostituzionale.it/actionSchedaPronuncia.do?anno=1999&numero=300 | file Pronuncia-1999-300.json application/json',
      'cost-2025-1':
        'it | Sentenza 1/2025 | https://www.cortecostituzionale.it/scheda-pronuncia/2025/1 | date=2025-01-13 | ecli=ECLI:IT:COST:2025:1 | filedOn=2025-01-20 | kind=Sentenza | number=1 | president=ROSSI | rapporteur=BIANCHI | subject=nel giudizio \r inventato | year=2025 | alias https://www.cortecostituzionale.it/actionSchedaPronuncia.do?anno=2025&numero=1 | file Massima-90001.xml application/xml | file Massima-90002.xml application/xml | file Pronuncia-2025-1.json application/json',
      'cost-2025-2':
        'it | Ordinanza 2/2025 | https://www.cortecostituzionale.it/scheda-pronuncia/2025/2 | date=2025-01-13 | ecli=ECLI:IT:COST:2025:2 | filedOn=2025-01-20 | kind=Ordinanza | number=2 | president=ROSSI | rapporteur=BIANCHI | subject=nel giudizio \r inventato | year=2025 | alias https://www.cortecostituzionale.it/actionSchedaPronuncia.do?anno=2025&numero=2 | file Pronuncia-2025-2.json application/json',
      'cost-2026-1':
        'it | Sentenza 1/2026 | https://www.cortecostituzionale.it/scheda-pronuncia/2026/1 | date=2026-01-13 | ecli=ECLI:IT:COST:2026:1 | filedOn=2026-01-20 | kind=Sentenza | number=1 | president=ROSSI | rapporteur=BIANCHI | subject=nel giudizio \r inventato | year=2026 | alias https://www.cortecostituzionale.it/actionSchedaPronuncia.do?anno=2026&numero=1 | file Pronuncia-2026-1.json application/json',
      'cost-2026-2':
        'it | Ordinanza 2/2026 | https://www.cortecostituzionale.it/scheda-pronuncia/2026/2 | date=2026-01-13 | ecli=ECLI:IT:COST:2026:2 | filedOn=2026-01-20 | kind=Ordinanza | number=2 | president=ROSSI | rapporteur=BIANCHI | subject=nel giudizio \r inventato | year=2026 | alias https://www.cortecostituzionale.it/actionSchedaPronuncia.do?anno=2026&numero=2 | file Massima-90003.xml application/xml | file Pronuncia-2026-2.json application/json',
      'cost-2026-3':
        'it | Sentenza 3/2026 | https://www.cortecostituzionale.it/scheda-pronuncia/2026/3 | date=2026-01-13 | ecli=ECLI:IT:COST:2026:3 | filedOn=2026-01-20 | kind=Sentenza | number=3 | president=ROSSI | rapporteur=BIANCHI | subject=nel giudizio \r inventato | year=2026 | alias https://www.cortecostituzionale.it/actionSchedaPronuncia.do?anno=2026&numero=3 | file Pronuncia-2026-3.json application/json',
    },
    '2': {
      'cost-2026-1':
        'it | Sentenza 1/2026 | https://www.cortecostituzionale.it/scheda-pronuncia/2026/1 | date=2026-01-13 | ecli=ECLI:IT:COST:2026:1 | filedOn=2026-01-20 | kind=Sentenza | number=1 | president=ROSSI | rapporteur=BIANCHI | subject=nel giudizio \r inventato | year=2026 | alias https://www.cortecostituzionale.it/actionSchedaPronuncia.do?anno=2026&numero=1 | file Massima-90010.xml application/xml | file Pronuncia-2026-1.json application/json',
      'cost-2026-2':
        'it | Ordinanza 2/2026 | https://www.cortecostituzionale.it/scheda-pronuncia/2026/2 | date=2026-01-13 | ecli=ECLI:IT:COST:2026:2 | filedOn=2026-01-20 | kind=Ordinanza | number=2 | president=ROSSI | rapporteur=BIANCHI | subject=nel giudizio \r inventato | year=2026 | alias https://www.cortecostituzionale.it/actionSchedaPronuncia.do?anno=2026&numero=2 | file Massima-90003.xml application/xml | file Pronuncia-2026-2.json application/json',
      'cost-2026-4':
        'it | Ordinanza 4/2026 | https://www.cortecostituzionale.it/scheda-pronuncia/2026/4 | date=2026-01-13 | ecli=ECLI:IT:COST:2026:4 | filedOn=2026-01-20 | kind=Ordinanza | number=4 | president=ROSSI | rapporteur=BIANCHI | subject=nel giudizio \r inventato | year=2026 | alias https://www.cortecostituzionale.it/actionSchedaPronuncia.do?anno=2026&numero=4 | file Pronuncia-2026-4.json application/json',
    },
  },
  'darzhaven-vestnik': {
    '1': {
      'dv-issue-2004-102':
        'bg | Държавен вестник, брой 102 от 2004 г. | https://dv.parliament.bg/DVWeb/fileUploadShowing.jsp?idFileAtt=5102 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=77&razdel_=1 | date=2004-11-19 | identifier=DV:2004:102:issue | issue=102 | issuedOn=2004-11-19 | file fileUploadShowing.jsp application/pdf',
      'dv-issue-2004-101':
        'bg | Държавен вестник, брой 101 от 2004 г. | https://dv.parliament.bg/DVWeb/fileUploadShowing.jsp?idFileAtt=5101 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=120&razdel_=1 | date=2004-11-16 | identifier=DV:2004:101:issue | issue=101 | issuedOn=2004-11-16 | file fileUploadShowing.jsp application/pdf',
      'dv-2005-43-300':
        'bg | Указ № 43 за измислена награда | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=300 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=15&razdel_=1 | date=2005-05-20 | identifier=DV:2005:43:300 | issue=43 | issuedOn=2005-05-20 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-18-1110':
        'bg | Постановление № 18 за измислен пример | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1110 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90630&razdel_=1 | date=2006-02-11 | identifier=DV:2006:18:1110 | issue=18 | issuedOn=2006-02-11 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-17-1109':
        'bg | Постановление № 17 за измислен пример | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1109 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90667&razdel_=1 | date=2006-02-10 | identifier=DV:2006:17:1109 | issue=17 | issuedOn=2006-02-10 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-16-1108':
        'bg | Постановление № 16 за измислен пример | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1108 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90704&razdel_=1 | date=2006-02-09 | identifier=DV:2006:16:1108 | issue=16 | issuedOn=2006-02-09 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-15-1107':
        'bg | Постановление № 15 за измислен пример | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1107 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90741&razdel_=1 | date=2006-02-08 | identifier=DV:2006:15:1107 | issue=15 | issuedOn=2006-02-08 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-14-1106':
        'bg | Постановление № 14 за измислен пример | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1106 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90778&razdel_=1 | date=2006-02-07 | identifier=DV:2006:14:1106 | issue=14 | issuedOn=2006-02-07 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-13-1105':
        'bg | Постановление № 13 за измислен пример | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1105 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90815&razdel_=1 | date=2006-02-06 | identifier=DV:2006:13:1105 | issue=13 | issuedOn=2006-02-06 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-12-1104':
        'bg | Постановление № 12 за измислен пример | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1104 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90852&razdel_=1 | date=2006-02-05 | identifier=DV:2006:12:1104 | issue=12 | issuedOn=2006-02-05 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-11-1103':
        'bg | Постановление № 11 за измислен пример | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1103 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90889&razdel_=1 | date=2006-02-04 | identifier=DV:2006:11:1103 | issue=11 | issuedOn=2006-02-04 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-10-1102':
        'bg | Постановление № 10 за измислен пример | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1102 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90926&razdel_=1 | date=2006-02-03 | identifier=DV:2006:10:1102 | issue=10 | issuedOn=2006-02-03 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-9-1101':
        'bg | Постановление № 9 за измислен пример | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1101 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90963&razdel_=1 | date=2006-02-02 | identifier=DV:2006:9:1101 | issue=9 | issuedOn=2006-02-02 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-8-1100':
        'bg | Постановление № 8 за измислен пример | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1100 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=91000&razdel_=1 | date=2006-02-01 | identifier=DV:2006:8:1100 | issue=8 | issuedOn=2006-02-01 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-7-1004':
        'bg | Решение № 4 за нищо | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1004 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=45000&razdel_=1 | date=2006-01-20 | identifier=DV:2006:7:1004 | issue=7 | issuedOn=2006-01-20 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-7-1005':
        'bg | Постановление № 5 за измислен пример | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1005 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=45000&razdel_=1 | date=2006-01-20 | identifier=DV:2006:7:1005 | issue=7 | issuedOn=2006-01-20 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=3 | file showMaterialDV.jsp text/html',
      'dv-2006-6-1001':
        'bg | Закон за измислените лампи | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1001 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90001&razdel_=1 | date=2006-01-17 | identifier=DV:2006:6:1001 | issue=6 + 6 | issuedOn=2006-01-17 + 2006-01-17 | issuer=Народно събрание | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-6-1002':
        'bg | Наредба № 1 за измислен предмет | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1002 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90001&razdel_=1 | date=2006-01-17 | identifier=DV:2006:6:1002 | issue=6 + 6 | issuedOn=2006-01-17 + 2006-01-17 | issuer=Министерство на примерите | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=3 | file fileUploadShowing.jsp application/pdf | file showMaterialDV.jsp text/html',
      'dv-2006-6-1003':
        'bg | Обявление за измислен конкурс | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1003 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90001&razdel_=2 | date=2006-01-17 | identifier=DV:2006:6:1003 | issue=6 + 6 | issuedOn=2006-01-17 + 2006-01-17 | issuer=Община Пример | section=Неофициален раздел / ОБЩИНИ | startPage=2 | file showMaterialDV.jsp text/html',
    },
    '2': {
      'dv-2006-6-1002':
        'bg | Наредба № 1 за измислен предмет | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1002 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=90001&razdel_=1 | date=2006-01-17 | identifier=DV:2006:6:1002 | issue=6 + 6 | issuedOn=2006-01-17 + 2006-01-17 | issuer=Министерство на примерите | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=3 | file fileUploadShowing.jsp application/pdf | file showMaterialDV.jsp text/html',
      'dv-2006-21-1200':
        'bg | Закон за изменение на Закона за измислените лампи | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1200 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=30333&razdel_=1 | date=2006-03-10 | identifier=DV:2006:21:1200 | issue=21 + 21 | issuedOn=2006-03-10 + 2006-03-10 | issuer=Министерски съвет | section=Официален раздел / МИНИСТЕРСТВА И ДРУГИ ВЕДОМСТВА | startPage=2 | file showMaterialDV.jsp text/html',
      'dv-2006-21-1201':
        'bg | Обявление | https://dv.parliament.bg/DVWeb/showMaterialDV.jsp?idMat=1201 | contents=https://dv.parliament.bg/DVWeb/materiali.faces?idObj=30333&razdel_=2 | date=2006-03-10 | identifier=DV:2006:21:1201 | issue=21 + 21 | issuedOn=2006-03-10 + 2006-03-10 | issuer=Министерски съвет | section=Неофициален раздел / ОБЩИНИ | startPage=2 | file showMaterialDV.jsp text/html',
    },
  },
  ejcl: {
    '1': {
      'ejcl-1.1-1':
        'en | A First Word | https://www.ejcl.org/11/art11-1.html | abstract=Abstract of A First Word Text. | issue=1 | volume=1 | file abs11-1.html text/html | file art11-1.html text/html',
      'ejcl-6.4-editor': 'en | Editorial | https://www.ejcl.org/64/editor64.html | issue=4 | volume=6 | file editor64.html text/html',
      'ejcl-6.4-1':
        'en | Lamps | https://www.ejcl.org/64/art64-1.html | abstract=Abstract of Lamps Text. | fullText=https://www.ejcl.org/64/art64-1.pdf | issue=4 | volume=6 | file abs64-1.html text/html | file art64-1.html text/html | file art64-1.pdf application/pdf',
      'ejcl-6.4-2':
        'en | Wicks | https://www.ejcl.org/64/art64-2.html | abstract=Abstract of Wicks Text. | fullText=https://www.ejcl.org/64/art64-2.pdf | issue=4 | volume=6 | file abs64-2.html text/html | file art64-2.html text/html | file art64-2.pdf application/pdf',
      'ejcl-10.3-1':
        'en | Light | https://www.ejcl.org/103/art103-1.html | abstract=Abstract of Light Text. | fullText=https://www.ejcl.org/103/art103-1.pdf | issue=3 | volume=10 | file abs103-1.html text/html | file art103-1.html text/html | file art103-1.pdf application/pdf',
    },
    '2': {},
  },
  ejlt: {
    '1': {
      'ejlt-1':
        'en | On Invented Rules | https://ejlt.org/index.php/ejlt/article/view/1 | abstract=A short invented abstract. | authors=Ada Example | date=2031-01-01 | doi=10.9999/ejlt.v3i1.1 | fullText=https://ejlt.org/index.php/ejlt/article/download/1/11 | institutions=University of Nowhere | issue=1 | journal=European Journal of Law and Technology | volume=3 | alias https://ejlt.org/article/view/1 | file abstract.html text/html | file ejlt-1.html text/html | file ejlt-1.pdf application/pdf | file figure-1.png image/png | file record.xml application/xml',
      'ejlt-2':
        'en | Lamps & Law | https://ejlt.org/index.php/ejlt/article/view/2 | abstract=A short invented abstract. | authors=Ada Example + Bo Example + Cy Example | date=2031-01-01 | fullText=https://ejlt.org/index.php/ejlt/article/download/2/pdf | institutions=University of Nowhere + University of Nowhere + University of Nowhere | issue=1 | journal=European Journal of Law and Technology | volume=3 | alias https://ejlt.org/article/view/2 | file abstract.html text/html | file ejlt-2.pdf application/pdf | file record.xml application/xml',
      'ejlt-3':
        'en | Code as Lamp | https://ejlt.org/index.php/ejlt/article/view/3 | abstract=A short invented abstract. | authors=Ada Example | date=2031-01-01 | institutions=University of Nowhere | issue=1 | journal=European Journal of Law and Technology | volume=3 | alias https://ejlt.org/article/view/3 | file abstract.html text/html | file ejlt-3.html text/html | file figure-1.png image/png | file record.xml application/xml',
      'ejlt-4':
        'en | Behind a Notice | https://ejlt.org/index.php/ejlt/article/view/4 | abstract=A short invented abstract. | authors=Ada Example | date=2031-01-01 | fullText=https://ejlt.org/index.php/ejlt/article/download/4/40 | institutions=University of Nowhere | issue=1 | journal=European Journal of Law and Technology | volume=3 | alias https://ejlt.org/article/view/4 | file abstract.html text/html | file ejlt-4.pdf application/pdf | file record.xml application/xml',
      'ejlt-5':
        'en | In a Viewer | https://ejlt.org/index.php/ejlt/article/view/5 | abstract=A short invented abstract. | authors=Ada Example | date=2031-01-01 | fullText=https://ejlt.org/index.php/ejlt/article/download/5/50 | institutions=University of Nowhere | issue=1 | journal=European Journal of Law and Technology | volume=3 | alias https://ejlt.org/article/view/5 | file abstract.html text/html | file ejlt-5.pdf application/pdf | file record.xml application/xml',
      'ejlt-6':
        'en | Editorial | https://ejlt.org/index.php/ejlt/article/view/6 | abstract=A short invented abstract. | date=2031-01-01 | fullText=https://ejlt.org/index.php/ejlt/article/download/6/60 | issue=1 | journal=European Journal of Law and Technology | volume=3 | alias https://ejlt.org/article/view/6 | file abstract.html text/html | file ejlt-6.pdf application/pdf | file record.xml application/xml',
      'ejlt-7':
        'en | On Withdrawn Lamps | https://ejlt.org/index.php/ejlt/article/view/7 | abstract=A short invented abstract. | authors=Ada Example | date=2031-01-01 | fullText=https://ejlt.org/index.php/ejlt/article/download/7/70 | institutions=University of Nowhere | issue=1 | journal=European Journal of Law and Technology | volume=3 | alias https://ejlt.org/article/view/7 | file abstract.html text/html | file ejlt-7.pdf application/pdf | file record.xml application/xml',
      'ejlt-8':
        'en | On Corrected Lamps | https://ejlt.org/index.php/ejlt/article/view/8 | abstract=A short invented abstract. | authors=Ada Example | date=2031-01-01 | fullText=https://ejlt.org/index.php/ejlt/article/download/8/80 | institutions=University of Nowhere | issue=1 | journal=European Journal of Law and Technology | volume=3 | alias https://ejlt.org/article/view/8 | file abstract.html text/html | file ejlt-8.pdf application/pdf | file record.xml application/xml',
      'ejlt-9':
        'en | On Lamps that Nobody Changed | https://ejlt.org/index.php/ejlt/article/view/9 | abstract=A short invented abstract. | authors=Ada Example | date=2031-01-01 | fullText=https://ejlt.org/index.php/ejlt/article/download/9/90 | institutions=University of Nowhere | issue=1 | journal=European Journal of Law and Technology | volume=3 | alias https://ejlt.org/article/view/9 | file abstract.html text/html | file ejlt-9.pdf application/pdf | file record.xml application/xml',
    },
    '2': {
      'ejlt-8':
        'en | On Corrected Lamps | https://ejlt.org/index.php/ejlt/article/view/8 | abstract=A short invented abstract. | authors=Ada Example | date=2031-01-01 | fullText=https://ejlt.org/index.php/ejlt/article/download/8/81 | institutions=University of Nowhere | issue=1 | journal=European Journal of Law and Technology | volume=3 | alias https://ejlt.org/article/view/8 | file abstract.html text/html | file ejlt-8.pdf application/pdf | file record.xml application/xml',
      'ejlt-10':
        'en | On New Lamps | https://ejlt.org/index.php/ejlt/article/view/10 | abstract=A short invented abstract. | authors=Ada Example | date=2031-01-01 | fullText=https://ejlt.org/index.php/ejlt/article/download/10/101 | institutions=University of Nowhere | issue=1 | journal=European Journal of Law and Technology | volume=3 | alias https://ejlt.org/article/view/10 | file abstract.html text/html | file ejlt-10.html text/html | file ejlt-10.pdf application/pdf | file figure-1.png image/png | file record.xml application/xml',
    },
  },
  'elsa-malta': {
    '1': {
      'emlr-issue-edition-v':
        'en | Edition V | https://www.um.edu.mt/library/oar/handle/123456789/issue-edition-v | fullText=https://mt.elsa.org/wp-content/uploads/Edition-V.pdf | file Edition-V.pdf application/pdf',
      'emlr-5001':
        'en | On Invented Rules | https://www.um.edu.mt/library/oar/handle/123456789/5001 | authors=Example, Ada | date=2015 | fullText=https://www.um.edu.mt/library/oar/bitstream/123456789/5001/1/On Light.pdf | file On Light.pdf application/pdf | file item.html text/html',
      'emlr-5002':
        'en | Lamps & Law | https://www.um.edu.mt/library/oar/handle/123456789/5002 | authors=Example, Ada | date=2015 | fullText=https://www.um.edu.mt/library/oar/bitstream/123456789/5002/1/On Light.pdf | file On Light.pdf application/pdf | file item.html text/html',
      'emlr-5003':
        'en | Wicks in Comparison | https://www.um.edu.mt/library/oar/handle/123456789/5003 | authors=Example, Ada | date=2015 | fullText=https://www.um.edu.mt/library/oar/bitstream/123456789/5003/1/On Light.pdf | file On Light.pdf application/pdf | file item.html text/html',
      'emlr-5004':
        'en | The Right to Light | https://www.um.edu.mt/library/oar/handle/123456789/5004 | authors=Example, Ada | date=2015 | fullText=https://www.um.edu.mt/library/oar/bitstream/123456789/5004/1/On Light.pdf | file On Light.pdf application/pdf | file item.html text/html',
      'emlr-5005':
        'en | A Slip | https://www.um.edu.mt/library/oar/handle/123456789/5005 | authors=Example, Ada | date=2015 | fullText=https://www.um.edu.mt/library/oar/bitstream/123456789/5005/1/On Light.pdf | file On Light.pdf application/pdf | file item.html text/html',
      'emlr-5006':
        'en | A Withdrawn Note | https://www.um.edu.mt/library/oar/handle/123456789/5006 | authors=Example, Ada | date=2015 | fullText=https://www.um.edu.mt/library/oar/bitstream/123456789/5006/1/On Light.pdf | file On Light.pdf application/pdf | file item.html text/html',
    },
    '2': {
      'emlr-5005':
        'en | A Slip | https://www.um.edu.mt/library/oar/handle/123456789/5005 | authors=Example, Ada | date=2015 | fullText=https://www.um.edu.mt/library/oar/bitstream/123456789/5005/1/On Light.pdf | file On Light.pdf application/pdf | file item.html text/html',
      'emlr-5007':
        'en | New Light | https://www.um.edu.mt/library/oar/handle/123456789/5007 | authors=Example, Ada | date=2015 | fullText=https://www.um.edu.mt/library/oar/bitstream/123456789/5007/1/On Light.pdf | file On Light.pdf application/pdf | file item.html text/html',
    },
  },
  'eur-lex': {
    '1': {
      '12030M/TXT_en':
        'en | On invented lamps (12030M/TXT) in eng | https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:12030M%2FTXT | celex=12030M/TXT | content=legislation | date=2030-12-01 | titleParts=On invented lamps (12030M/TXT) in eng | type=TREATY | alias http://publications.europa.eu/resource/cellar/4d59b7e3-ddca-11f0-d413-01aa75ed71a1 | alias https://publications.europa.eu/resource/celex/12030M%2FTXT | file 12030M-TXT.xhtml application/xhtml+xml | file notice.xml application/xml',
      '12030M/TXT_de':
        'de | On invented lamps (12030M/TXT) in deu | https://eur-lex.europa.eu/legal-content/DE/TXT/?uri=CELEX:12030M%2FTXT | celex=12030M/TXT | content=legislation | date=2030-12-01 | titleParts=On invented lamps (12030M/TXT) in deu | type=TREATY | alias http://publications.europa.eu/resource/cellar/4d59b7e3-ddca-11f0-d413-01aa75ed71a1 | alias https://publications.europa.eu/resource/celex/12030M%2FTXT | file 12030M-TXT.xhtml application/xhtml+xml | file notice.xml application/xml',
      '22030A0042(01)_en':
        'en | On invented lamps (22030A0042(01)) in eng | https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:22030A0042%2801%29 | celex=22030A0042(01) | content=legislation | date=2031-01-14 | titleParts=On invented lamps (22030A0042(01)) in eng | type=AGREE_INTERNATION | alias http://publications.europa.eu/resource/cellar/efa026f0-ea1b-11f0-2267-01aa75ed71a1 | alias https://publications.europa.eu/resource/celex/22030A0042%2801%29 | file 22030A0042(01).pdf application/pdf | file notice.xml application/xml',
      '32031R0042_en':
        'en | On invented lamps (32031R0042) in eng | https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:32031R0042 | celex=32031R0042 | content=legislation | date=2031-01-14 | eli=http://data.europa.eu/eli/reg/2031/42/oj | titleParts=On invented lamps (32031R0042) in eng | type=REG | alias http://publications.europa.eu/resource/cellar/ea86b14b-b529-11f0-ce3a-01aa75ed71a1 | alias https://publications.europa.eu/resource/celex/32031R0042 | file L_203100042EN.000101.fmx.xml application/xml | file L_203100042EN.001201.fmx.xml application/xml | file L_203100042EN.doc.fmx.xml application/xml | file L_203100042EN.img1.tif image/tiff | file notice.xml application/xml',
      '32031R0042_de':
        'de | On invented lamps (32031R0042) in deu | https://eur-lex.europa.eu/legal-content/DE/TXT/?uri=CELEX:32031R0042 | celex=32031R0042 | content=legislation | date=2031-01-14 | eli=http://data.europa.eu/eli/reg/2031/42/oj | titleParts=On invented lamps (32031R0042) in deu | type=REG | alias http://publications.europa.eu/resource/cellar/ea86b14b-b529-11f0-ce3a-01aa75ed71a1 | alias https://publications.europa.eu/resource/celex/32031R0042 | file L_203100042DE.000101.fmx.xml application/xml | file L_203100042DE.001201.fmx.xml application/xml | file L_203100042DE.doc.fmx.xml application/xml | file L_203100042DE.img1.tif image/tiff | file notice.xml application/xml',
      '52030PC0001_en':
        'en | On invented lamps (52030PC0001) in eng | https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:52030PC0001 | celex=52030PC0001 | content=legislation | date=2031-01-14 | titleParts=On invented lamps (52030PC0001) in eng | type=PROP_REG | alias http://publications.europa.eu/resource/cellar/b6724b17-c21f-11f0-5c06-01aa75ed71a1 | alias https://publications.europa.eu/resource/celex/52030PC0001 | file DOC_1.pdf application/pdf | file DOC_2.pdf application/pdf | file notice.xml application/xml',
      '62030CJ0007_en':
        'en | On invented lamps (62030CJ0007) in eng | https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:62030CJ0007 | celex=62030CJ0007 | content=case-law | date=2031-01-14 | ecli=ECLI:EU:C:2030:7 | titleParts=On invented lamps (62030CJ0007) in eng | type=JUDG | alias http://publications.europa.eu/resource/cellar/291954fe-8058-11f0-54aa-01aa75ed71a1 | alias https://publications.europa.eu/resource/celex/62030CJ0007 | file ECLI_EU_C_2030_7_EN.xml application/xml | file notice.xml application/xml',
      '62030CJ0007_de':
        'de | On invented lamps (62030CJ0007) in deu | https://eur-lex.europa.eu/legal-content/DE/TXT/?uri=CELEX:62030CJ0007 | celex=62030CJ0007 | content=case-law | date=2031-01-14 | ecli=ECLI:EU:C:2030:7 | titleParts=On invented lamps (62030CJ0007) in deu | type=JUDG | alias http://publications.europa.eu/resource/cellar/291954fe-8058-11f0-54aa-01aa75ed71a1 | alias https://publications.europa.eu/resource/celex/62030CJ0007 | file ECLI_EU_C_2030_7_DE.xml application/xml | file notice.xml application/xml',
      '62030CO0003_de':
        'de | On invented lamps (62030CO0003) in deu | https://eur-lex.europa.eu/legal-content/DE/TXT/?uri=CELEX:62030CO0003 | celex=62030CO0003 | content=case-law | date=2031-01-14 | titleParts=On invented lamps (62030CO0003) in deu | type=ORDER | alias http://publications.europa.eu/resource/cellar/8b257030-1b51-11f0-1ef5-01aa75ed71a1 | alias https://publications.europa.eu/resource/celex/62030CO0003 | file 62030CO0003.doc application/msword | file notice.xml application/xml',
      '72029L0007FRA_1':
        'en | 72029L0007FRA_1 | https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:72029L0007FRA_1 | celex=72029L0007FRA_1 | content=legislation | country=FRA | date=2031-01-14 | type=MEAS_NATION_IMPL | alias http://publications.europa.eu/resource/cellar/92f33d5c-1f42-11f0-6bfe-01aa75ed71a1 | alias https://publications.europa.eu/resource/celex/72029L0007FRA_1 | file notice.xml application/xml',
      '82030FR0001(01)':
        'fr | On invented lamps (82030FR0001(01)) in fra | https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=CELEX:82030FR0001%2801%29 | celex=82030FR0001(01) | content=case-law | date=2031-01-14 | type=DECISION_NATIONAL | alias http://publications.europa.eu/resource/cellar/2cf50073-5af5-11f0-138a-01aa75ed71a1 | alias https://publications.europa.eu/resource/celex/82030FR0001%2801%29 | file 82030FR0001(01)_fra.pdf application/pdf | file notice.xml application/xml',
      '32031D0007_en':
        'en | On invented lamps (32031D0007) in eng | https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:32031D0007 | celex=32031D0007 | content=legislation | titleParts=On invented lamps (32031D0007) in eng | type=DEC | alias http://publications.europa.eu/resource/cellar/b54b53be-cb05-11f0-1abd-01aa75ed71a1 | alias https://publications.europa.eu/resource/celex/32031D0007 | file 32031D0007.xhtml application/xhtml+xml | file notice.xml application/xml',
    },
    '2': {
      '32031R0042_en':
        'en | On invented lamps (32031R0042) in eng | https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:32031R0042 | celex=32031R0042 | content=legislation | date=2031-01-14 | eli=http://data.europa.eu/eli/reg/2031/42/oj | titleParts=On invented lamps (32031R0042) in eng | alias http://publications.europa.eu/resource/cellar/ea86b14b-b529-11f0-ce3a-01aa75ed71a1 | alias https://publications.europa.eu/resource/celex/32031R0042 | file L_203100042EN.000101.fmx.xml application/xml | file L_203100042EN.001201.fmx.xml application/xml | file L_203100042EN.doc.fmx.xml application/xml | file L_203100042EN.img1.tif image/tiff | file notice.xml application/xml',
      '32031R0050_en':
        'en | On invented lamps (32031R0050) in eng | https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:32031R0050 | celex=32031R0050 | content=legislation | date=2031-02-20 | titleParts=On invented lamps (32031R0050) in eng | alias https://publications.europa.eu/resource/celex/32031R0050 | file 32031R0050.xhtml application/xhtml+xml | file notice.xml application/xml',
      '32031R0050_de':
        'de | On invented lamps (32031R0050) in deu | https://eur-lex.europa.eu/legal-content/DE/TXT/?uri=CELEX:32031R0050 | celex=32031R0050 | content=legislation | date=2031-02-20 | titleParts=On invented lamps (32031R0050) in deu | alias https://publications.europa.eu/resource/celex/32031R0050 | file 32031R0050.xhtml application/xhtml+xml | file notice.xml application/xml',
      '32031R0099_en':
        'en | On invented lamps (32031R0099) in eng | https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:32031R0099 | celex=32031R0099 | content=legislation | date=2031-01-14 | titleParts=On invented lamps (32031R0099) in eng | alias https://publications.europa.eu/resource/celex/32031R0099 | file 32031R0099.xhtml application/xhtml+xml | file notice.xml application/xml',
    },
  },
  'find-case-law': {
    '1': {
      'd-00000000-0000-4000-8000-000000000011':
        'en | Appeal 11 | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000011 | citation=[2031] EWCA Civ 11 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-04T09:54:24+00:00 | file 2031-ewca-civ-11.pdf application/pdf | file data.xml application/xml',
      'd-00000000-0000-4000-8000-000000000012':
        'en | Appeal 12 | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000012 | citation=[2031] EWCA Civ 12 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-01T09:54:24+00:00 | file 2031-ewca-civ-12.pdf application/pdf | file data.xml application/xml',
      'd-00000000-0000-4000-8000-000000000013':
        'en | Appeal 13 | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000013 | citation=[2031] EWCA Civ 13 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-02T09:54:24+00:00 | file 2031-ewca-civ-13.pdf application/pdf | file data.xml application/xml',
      'd-00000000-0000-4000-8000-000000000014':
        'en | Appeal 14 | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000014 | citation=[2031] EWCA Civ 14 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-03T09:54:24+00:00 | file 2031-ewca-civ-14.pdf application/pdf | file data.xml application/xml',
      'd-00000000-0000-4000-8000-000000000015':
        'en | Appeal 15 | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000015 | citation=[2031] EWCA Civ 15 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-04T09:54:24+00:00 | file 2031-ewca-civ-15.pdf application/pdf | file data.xml application/xml',
      'd-00000000-0000-4000-8000-000000000016':
        'en | Appeal 16 | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000016 | citation=[2031] EWCA Civ 16 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-01T09:54:24+00:00 | file 2031-ewca-civ-16.pdf application/pdf | file data.xml application/xml',
      'd-00000000-0000-4000-8000-000000000021':
        'en | Trust 21 | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000021 | citation=[2031] EWHC (Ch) 21 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-02T09:54:24+00:00 | file 2031-ewhc-ch-21.pdf application/pdf | file data.xml application/xml',
      'd-00000000-0000-4000-8000-000000000022':
        'en | Trust 22 | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000022 | citation=[2031] EWHC (Ch) 22 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-03T09:54:24+00:00 | file 2031-ewhc-ch-22.pdf application/pdf | file data.xml application/xml',
    },
    '2': {
      'd-00000000-0000-4000-8000-000000000012':
        'en | Appeal 12 | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000012 | citation=[2031] EWCA Civ 12 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=417320636f727265 | judges=Lord Lamp | updated=2031-01-08T11:00:00+00:00 | file 2031-ewca-civ-12.pdf application/pdf | file data.xml application/xml',
      'd-00000000-0000-4000-8000-000000000017':
        'en | Appeal 17 | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000017 | citation=[2031] EWCA Civ 17 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-09T10:00:00+00:00 | file 2031-ewca-civ-17.pdf application/pdf | file data.xml application/xml',
    },
  },
  'gesetze-im-internet': {
    '1': {
      lampeng:
        'de | Gesetz über erfundene Lampen | https://www.gesetze-im-internet.de/lampeng/ | abbreviation=LampenG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Gesetz über erfundene Lampen | number=BJNR381542031 | officialAbbreviation=LampenG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=erfundene Lampen | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/lampeng/xml.zip | file BJNR381542031.xml text/xml',
      laterneng:
        'de | Gesetz über erfundene Laternen | https://www.gesetze-im-internet.de/laterneng/ | abbreviation=LaternenG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Gesetz über erfundene Laternen | number=BJNR379272031 | officialAbbreviation=LaternenG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=erfundene Laternen | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/laterneng/xml.zip | file BJNR379272031.xml text/xml',
      kerzeng:
        'de | Gesetz über erfundene Kerzen | https://www.gesetze-im-internet.de/kerzeng/ | abbreviation=KerzenG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Gesetz über erfundene Kerzen | number=BJNR589112031 | officialAbbreviation=KerzenG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=erfundene Kerzen | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/kerzeng/xml.zip | file BJNR589112031.xml text/xml',
      dochteg:
        'de | Gesetz über erfundene Dochte | https://www.gesetze-im-internet.de/dochteg/ | abbreviation=DochteG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Gesetz über erfundene Dochte | number=BJNR903302031 | officialAbbreviation=DochteG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=erfundene Dochte | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/dochteg/xml.zip | file BJNR903302031.xml text/xml',
      schirmeg:
        'de | Gesetz über erfundene Schirme | https://www.gesetze-im-internet.de/schirmeg/ | abbreviation=SchirmeG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Gesetz über erfundene Schirme | number=BJNR070462031 | officialAbbreviation=SchirmeG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=erfundene Schirme | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/schirmeg/xml.zip | file BJNR070462031.xml text/xml',
      fackelng:
        'de | Gesetz über erfundene Fackeln | https://www.gesetze-im-internet.de/fackelng/ | abbreviation=FackelnG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Gesetz über erfundene Fackeln | number=BJNR337202031 | officialAbbreviation=FackelnG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=erfundene Fackeln | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/fackelng/xml.zip | file BJNR337202031.xml text/xml',
      leuchterg:
        'de | Gesetz über erfundene Leuchter | https://www.gesetze-im-internet.de/leuchterg/ | abbreviation=LeuchterG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Gesetz über erfundene Leuchter | number=BJNR921372031 | officialAbbreviation=LeuchterG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=erfundene Leuchter | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/leuchterg/xml.zip | file BJNR921372031.xml text/xml',
      dockeng:
        'de | Gesetz über erfundene Docken | https://www.gesetze-im-internet.de/dockeng/ | abbreviation=DockenG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Gesetz über erfundene Docken | number=BJNR655682031 | officialAbbreviation=DockenG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=erfundene Docken | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/dockeng/xml.zip | file BJNR655682031.xml text/xml',
      spiegelg:
        'de | Gesetz über erfundene Spiegel | https://www.gesetze-im-internet.de/spiegelg/ | abbreviation=SpiegelG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Gesetz über erfundene Spiegel | number=BJNR704162031 | officialAbbreviation=SpiegelG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=erfundene Spiegel | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/spiegelg/xml.zip | file BJNR704162031.xml text/xml',
      linseng:
        'de | Gesetz über erfundene Linsen | https://www.gesetze-im-internet.de/linseng/ | abbreviation=LinsenG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Gesetz über erfundene Linsen | number=BJNR865562031 | officialAbbreviation=LinsenG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=erfundene Linsen | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/linseng/xml.zip | file BJNR865562031.xml text/xml',
      lichtg_2030:
        'de | Gesetz über "Licht" & Schatten | https://www.gesetze-im-internet.de/lichtg_2030/ | abbreviation=Lichtg_203G | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Gesetz über "Licht" & Schatten | number=BJNR019662031 | officialAbbreviation=Lichtg_203G | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle="Licht" & Schatten | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/lichtg_2030/xml.zip | file BJNR019662031.xml text/xml',
      ankuendg:
        'de | Ankündigung eines Gesetzes | https://www.gesetze-im-internet.de/ankuendg/ | abbreviation=AnkuendG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Ankündigung eines Gesetzes | number=BJNR231632031 | officialAbbreviation=AnkuendG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=Ankündigung eines Gesetzes | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/ankuendg/xml.zip | file BJNR231632031.xml text/xml',
      'bild-v':
        'de | Verordnung über Bilder von Lampen | https://www.gesetze-im-internet.de/bild-v/ | abbreviation=Bild-G | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Verordnung über Bilder von Lampen | number=BJNR584962031 | officialAbbreviation=Bild-G | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=Bilder von Lampen | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/bild-v/xml.zip | file BJNR584962031.xml text/xml | file bild1.jpg image/jpeg | file bild2.jpg image/jpeg',
      zeichenv:
        'de | Verordnung über Zeichen | https://www.gesetze-im-internet.de/zeichenv/ | abbreviation=ZeichenG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Verordnung über Zeichen | number=BJNR397862031 | officialAbbreviation=ZeichenG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=Zeichen | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/zeichenv/xml.zip | file BJNR397862031.xml text/xml | file zeichen.jpg image/jpeg',
      aufhebg:
        'de | Gesetz, das bald aufgehoben wird | https://www.gesetze-im-internet.de/aufhebg/ | abbreviation=AufhebG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Gesetz, das bald aufgehoben wird | number=BJNR853682031 | officialAbbreviation=AufhebG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=Gesetz, das bald aufgehoben wird | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/aufhebg/xml.zip | file BJNR853682031.xml text/xml',
      verschwg:
        'de | Gesetz, dessen Archiv zeitweise fehlt | https://www.gesetze-im-internet.de/verschwg/ | abbreviation=VerschwG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Gesetz, dessen Archiv zeitweise fehlt | number=BJNR784362031 | officialAbbreviation=VerschwG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=Gesetz, dessen Archiv zeitweise fehlt | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/verschwg/xml.zip | file BJNR784362031.xml text/xml',
    },
    '2': {
      lampeng:
        'de | Gesetz über erfundene Lampen | https://www.gesetze-im-internet.de/lampeng/ | abbreviation=LampenG | builtAt=2031-01-06T21:25:00 | date=2031-01-02 | longTitle=Gesetz über erfundene Lampen | number=BJNR381542031 | officialAbbreviation=LampenG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=erfundene Lampen | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/lampeng/xml.zip | file BJNR381542031.xml text/xml',
      zeichenv:
        'de | Verordnung über Zeichen | https://www.gesetze-im-internet.de/zeichenv/ | abbreviation=ZeichenG | builtAt=2031-01-05T21:25:00 | date=2031-01-02 | longTitle=Verordnung über Zeichen | number=BJNR397862031 | officialAbbreviation=ZeichenG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=Zeichen | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/zeichenv/xml.zip | file BJNR397862031.xml text/xml | file zeichen.jpg image/jpeg',
      neug: 'de | Gesetz über neue Leuchten | https://www.gesetze-im-internet.de/neug/ | abbreviation=NeuG | builtAt=2031-01-06T21:25:00 | date=2031-01-02 | longTitle=Gesetz über neue Leuchten | number=BJNR425462031 | officialAbbreviation=NeuG | promulgatedIn=BGBl I 2031, Nr. 5 | shortTitle=neue Leuchten | state=Zuletzt geändert durch Art. 1 G v. 3.1.2031 I Nr. 9 | alias http://www.gesetze-im-internet.de/neug/xml.zip | file BJNR425462031.xml text/xml',
    },
  },
  'giustizia-amministrativa': {
    '1': {
      'ga-cds-202600001':
        'it | SENTENZA 202600001, CdS GIURISDIZIONALE - ROMA | https://mdp.giustizia-amministrativa.it/visualizza/?nodeRef=&schema=cds&nrg=202500002&nomeFile=202600001_11.html&subDir=Provvedimenti | appeal=202500002 | court=CdS GIURISDIZIONALE - ROMA | dataset=cds-sentenze | date=2026-01-08 | kind=SENTENZA | number=202600001 | outcome=RESPINGE | section=SEZIONE II | subject=ESEMPIO | year=2026 | file 202600001.html text/html | file 202600001.json application/json',
      'ga-cds-202600002':
        'it | SENTENZA 202600002, CdS GIURISDIZIONALE - ROMA | https://mdp.giustizia-amministrativa.it/visualizza/?nodeRef=&schema=cds&nrg=202500003&nomeFile=202600002_11.html&subDir=Provvedimenti | appeal=202500003 | court=CdS GIURISDIZIONALE - ROMA | dataset=cds-sentenze | date=2026-01-08 | kind=SENTENZA | number=202600002 | outcome=RESPINGE | section=SEZIONE II | subject=ESEMPIO | year=2026 | file 202600002.html text/html | file 202600002.json application/json',
      'ga-cds-202600003':
        'it | SENTENZA 202600003, CdS GIURISDIZIONALE - ROMA | https://mdp.giustizia-amministrativa.it/visualizza/?nodeRef=&schema=cds&nrg=202500004&nomeFile=202600003_11.html&subDir=Provvedimenti | appeal=202500004 | court=CdS GIURISDIZIONALE - ROMA | dataset=cds-sentenze | date=2026-01-08 | kind=SENTENZA | number=202600003 | outcome=RESPINGE | section=SEZIONE II | subject=ESEMPIO | year=2026 | file 202600003.html text/html | file 202600003.json application/json',
      'ga-cds-202600004':
        'it | SENTENZA 202600004, CdS GIURISDIZIONALE - ROMA | https://mdp.giustizia-amministrativa.it/visualizza/?nodeRef=&schema=cds&nrg=202500005&nomeFile=202600004_11.html&subDir=Provvedimenti | appeal=202500005 | court=CdS GIURISDIZIONALE - ROMA | dataset=cds-sentenze | date=2026-01-08 | kind=SENTENZA | number=202600004 | outcome=RESPINGE | section=SEZIONE II | subject=ESEMPIO | year=2026 | file 202600004.html text/html | file 202600004.json application/json',
      'ga-cds-202600010':
        'it | SENTENZA 202600010, CdS GIURISDIZIONALE - ROMA | https://mdp.giustizia-amministrativa.it/visualizza/?nodeRef=&schema=cds&nrg=202500011&nomeFile=202600010_11.html&subDir=Provvedimenti | appeal=202500011 | court=CdS GIURISDIZIONALE - ROMA | dataset=cds-sentenze | date=2026-01-08 | kind=SENTENZA | number=202600010 | outcome=RESPINGE | section=SEZIONE II | subject=ESEMPIO | year=2026 | file 202600010.html text/html | file 202600010.json application/json',
      'ga-cds-202600011':
        'it | SENTENZA 202600011, CdS GIURISDIZIONALE - ROMA | https://mdp.giustizia-amministrativa.it/visualizza/?nodeRef=&schema=cds&nrg=202500012&nomeFile=202600011_11.html&subDir=Provvedimenti | appeal=202500012 | court=CdS GIURISDIZIONALE - ROMA | dataset=cds-sentenze | date=2026-01-08 | kind=SENTENZA | number=202600011 | outcome=RESPINGE | section=SEZIONE II | subject=ESEMPIO | year=2026 | file 202600011.html text/html | file 202600011.json application/json',
      'ga-tar_rm-202600001':
        'it | SENTENZA 202600001, SEDE tar_rm | https://mdp.giustizia-amministrativa.it/visualizza/?nodeRef=&schema=tar_rm&nrg=202500002&nomeFile=202600001_11.html&subDir=Provvedimenti | appeal=202500002 | court=SEDE tar_rm | dataset=tar-lazio-roma-sentenze | date=2026-01-08 | kind=SENTENZA | number=202600001 | outcome=RESPINGE | section=SEZIONE II | subject=ESEMPIO | year=2026 | file 202600001.html text/html | file 202600001.json application/json',
      'ga-tar_rm-202600007':
        'it | SENTENZA 202600007, SEDE tar_rm | https://mdp.giustizia-amministrativa.it/visualizza/?nodeRef=&schema=tar_rm&nrg=202500008&nomeFile=202600007_11.html&subDir=Provvedimenti | appeal=202500008 | court=SEDE tar_rm | dataset=tar-lazio-roma-sentenze | date=2026-01-08 | kind=SENTENZA | number=202600007 | outcome=RESPINGE | section=SEZIONE II | subject=ESEMPIO | year=2026 | file 202600007.html text/html | file 202600007.json application/json',
      'ga-tar_fi-202600005':
        'it | ORDINANZA 202600005, SEDE tar_fi | https://mdp.giustizia-amministrativa.it/visualizza/?nodeRef=&schema=tar_fi&nrg=202500006&nomeFile=202600005_11.html&subDir=Provvedimenti | appeal=202500006 | court=SEDE tar_fi | dataset=tar-toscana-ordinanze | date=2026-01-08 | kind=ORDINANZA | number=202600005 | outcome=RESPINGE | section=SEZIONE II | subject=ESEMPIO | year=2026 | file 202600005.html text/html | file 202600005.json application/json',
      'ga-tar_fi-202600006':
        'it | ORDINANZA 202600006, SEDE tar_fi | https://mdp.giustizia-amministrativa.it/visualizza/?nodeRef=&schema=tar_fi&nrg=202500007&nomeFile=202600006_11.html&subDir=Provvedimenti | appeal=202500007 | court=SEDE tar_fi | dataset=tar-toscana-ordinanze | date=2026-01-08 | kind=ORDINANZA | number=202600006 | outcome=RESPINGE | section=SEZIONE II | subject=ESEMPIO | year=2026 | file 202600006.json application/json | file 202600006.pdf application/pdf',
      'ga-tar_bz-202600001':
        'de | SENTENZA 202600001, SEDE tar_bz | https://mdp.giustizia-amministrativa.it/visualizza/?nodeRef=&schema=tar_bz&nrg=202500002&nomeFile=202600001_11.html&subDir=Provvedimenti | appeal=202500002 | court=SEDE tar_bz | dataset=trga-bolzano-sentenze | date=2026-01-08 | kind=SENTENZA | number=202600001 | outcome=RESPINGE | section=SEZIONE II | subject=ESEMPIO | year=2026 | file 202600001.html text/html | file 202600001.json application/json',
    },
    '2': {
      'ga-cds-202600010':
        'it | SENTENZA 202600010, CdS GIURISDIZIONALE - ROMA | https://mdp.giustizia-amministrativa.it/visualizza/?nodeRef=&schema=cds&nrg=202500011&nomeFile=202600010_11.html&subDir=Provvedimenti | appeal=202500011 | court=CdS GIURISDIZIONALE - ROMA | dataset=cds-sentenze | date=2026-01-08 | kind=SENTENZA | number=202600010 | outcome=RESPINGE | section=SEZIONE II | subject=ESEMPIO | year=2026 | file 202600010.html text/html | file 202600010.json application/json',
      'ga-cds-202600013':
        'it | SENTENZA 202600013, CdS GIURISDIZIONALE - ROMA | https://mdp.giustizia-amministrativa.it/visualizza/?nodeRef=&schema=cds&nrg=202500014&nomeFile=202600013_11.html&subDir=Provvedimenti | appeal=202500014 | court=CdS GIURISDIZIONALE - ROMA | dataset=cds-sentenze | date=2026-01-08 | kind=SENTENZA | number=202600013 | outcome=RESPINGE | section=SEZIONE II | subject=ESEMPIO | year=2026 | file 202600013.html text/html | file 202600013.json application/json',
    },
  },
  gojil: {
    '1': {
      'gojil-23-ada':
        'en | On Invented Rules | https://www.gojil.eu/23-abstract-ada.html | doi=10.3249/1868-1581-2-3-23-ada | fullText=https://www.gojil.eu/issues/23/ada.pdf | file abstract.html text/html | file ada.pdf application/pdf',
      'gojil-23-bo':
        'en | Lamps & Law | https://www.gojil.eu/23-abstract-bo.html | doi=10.3249/1868-1581-2-3-23-bo | file abstract.html text/html | file bo.pdf application/pdf',
      'gojil-23-cy':
        'en | Wicks in Comparison | https://www.gojil.eu/23-abstract-cy.html | doi=10.3249/1868-1581-2-3-23-cy | fullText=https://www.gojil.eu/issues/23/cy.pdf | file abstract.html text/html | file cy.pdf application/pdf',
      'gojil-101-di':
        'en | The Right to Light | https://www.gojil.eu/101-abstract-di | doi=10.3249/1868-1581-2-3-101-di | fullText=https://www.gojil.eu/issues/101/di.pdf | file abstract.html text/html | file di.pdf application/pdf',
      'gojil-101-ed':
        'en | A Slip | https://www.gojil.eu/101-abstract-ed | doi=10.3249/1868-1581-2-3-101-ed | fullText=https://www.gojil.eu/issues/101/ed.pdf | file abstract.html text/html | file ed.pdf application/pdf',
      'gojil-101-flo':
        'en | A Withdrawn Note | https://www.gojil.eu/101-abstract-flo | doi=10.3249/1868-1581-2-3-101-flo | fullText=https://www.gojil.eu/issues/101/flo.pdf | file abstract.html text/html | file flo.pdf application/pdf',
    },
    '2': {
      'gojil-101-ed':
        'en | A Slip | https://www.gojil.eu/101-abstract-ed | doi=10.3249/1868-1581-2-3-101-ed | fullText=https://www.gojil.eu/issues/101/ed.pdf | file abstract.html text/html | file ed.pdf application/pdf',
      'gojil-101-gil':
        'en | New Light | https://www.gojil.eu/101-abstract-gil | doi=10.3249/1868-1581-2-3-101-gil | fullText=https://www.gojil.eu/issues/101/gil.pdf | file abstract.html text/html | file gil.pdf application/pdf',
    },
  },
  'house-of-lords': {
    '1': {
      '[2007] UKHL 999':
        'en | Smith v Lamp Board | https://publications.parliament.uk/pa/ld200607/ldjudgmt/jd070502/lamp-1.htm | citation=[2007] UKHL 999 | date=2007-05-02 | session=ld200607 | file lamp-1.htm text/html | file lamp-2.htm text/html | file lamp-3.htm text/html | file lamp-4.htm text/html | file lamp.pdf application/pdf',
      '[2009] UKHL 998':
        'en | Wick & Flint v Steel | https://publications.parliament.uk/pa/ld200809/ldjudgmt/jd090617/wick&flint-1.htm | citation=[2009] UKHL 998 | date=2009-06-17 | session=ld200809 | file wick&flint-1.htm text/html | file wick&flint-2.htm text/html',
      '[2003] UKHL 997':
        'en | In re Ember | https://publications.parliament.uk/pa/ld200304/ldjudgmt/jd031204/ember.htm | citation=[2003] UKHL 997 | date=2003-12-04 | session=ld200304 | file ember.htm text/html',
      'ld199798/candle':
        'en | Candle v Torch | https://publications.parliament.uk/pa/ld199798/ldjudgmt/jd980312/candle-1.htm | date=1998-03-12 | session=ld199798 | file candle-1.htm text/html | file candle-2.htm text/html | file candle-3.htm text/html',
      'ld199697/first':
        'en | The First Judgment | https://publications.parliament.uk/pa/ld199697/ldjudgmt/jd961114/first.htm | date=1996-11-14 | session=ld199697 | file first.htm text/html',
      '[2001] UKHL 996':
        'en | Regina v Torch | https://publications.parliament.uk/pa/ld200001/ldjudgmt/jd010208/torch.htm | citation=[2001] UKHL 996 | date=2001-02-08 | session=ld200001 | file torch.htm text/html',
    },
    '2': {},
  },
  hudoc: {
    '1': {
      '001-990001':
        'en | CASE OF LAMP No. 01 v. LAMPLAND | https://hudoc.echr.coe.int/eng?i=001-990001 | applications=1/30 + 2/30 | articles=6 + 6-1 | branch=CHAMBER | conclusion=Violation of Article 6 - Right to a fair trial | date=2030-12-02 | ecli=ECLI:CE:ECHR:2030:1202JUD000000101 | importance=3 | kind=HEJUD | respondents=LMP | violations=6-1 | file 001-990001.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document | file 001-990001.html text/html | file 001-990001.json application/json | file 001-990001.pdf application/pdf',
      '001-990002':
        'en | CASE OF LAMP No. 02 v. LAMPLAND | https://hudoc.echr.coe.int/eng?i=001-990002 | applications=1/30 + 2/30 | articles=6 + 6-1 | branch=CHAMBER | conclusion=Violation of Article 6 - Right to a fair trial | date=2031-01-07 | ecli=ECLI:CE:ECHR:2031:0107JUD000000102 | importance=3 | kind=HEJUD | respondents=LMP | violations=6-1 | file 001-990002.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document | file 001-990002.html text/html | file 001-990002.json application/json | file 001-990002.pdf application/pdf',
      '001-990003':
        'en | CASE OF LAMP No. 03 v. LAMPLAND | https://hudoc.echr.coe.int/eng?i=001-990003 | applications=1/30 + 2/30 | articles=6 + 6-1 | branch=CHAMBER | conclusion=Violation of Article 6 - Right to a fair trial | date=2031-01-14 | ecli=ECLI:CE:ECHR:2031:0114JUD000000103 | importance=3 | kind=HEJUD | respondents=LMP | violations=6-1 | file 001-990003.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document | file 001-990003.html text/html | file 001-990003.json application/json | file 001-990003.pdf application/pdf',
      '001-990008':
        'en | CASE OF LAMP No. 08 v. LAMPLAND | https://hudoc.echr.coe.int/eng?i=001-990008 | applications=1/30 + 2/30 | articles=6 + 6-1 | branch=CHAMBER | conclusion=Violation of Article 6 - Right to a fair trial | date=2031-01-21 | ecli=ECLI:CE:ECHR:2031:0121JUD000000108 | importance=3 | kind=HEJUD | respondents=LMP | violations=6-1 | file 001-990008.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document | file 001-990008.html text/html | file 001-990008.json application/json | file 001-990008.pdf application/pdf',
      '001-990009':
        'en | CASE OF LAMP No. 09 v. LAMPLAND | https://hudoc.echr.coe.int/eng?i=001-990009 | applications=1/30 + 2/30 | articles=6 + 6-1 | branch=CHAMBER | conclusion=Violation of Article 6 - Right to a fair trial | date=2031-01-28 | ecli=ECLI:CE:ECHR:2031:0128JUD000000109 | importance=3 | kind=HEJUD | respondents=LMP | violations=6-1 | file 001-990009.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document | file 001-990009.html text/html | file 001-990009.json application/json | file 001-990009.pdf application/pdf',
      '001-990004':
        'fr | CASE OF LAMP No. 04 v. LAMPLAND | https://hudoc.echr.coe.int/eng?i=001-990004 | applications=1/30 + 2/30 | articles=6 + 6-1 | branch=CHAMBER | conclusion=Violation of Article 6 - Right to a fair trial | date=2031-01-14 | ecli=ECLI:CE:ECHR:2031:0114JUD000000104 | importance=3 | kind=HFJUD | respondents=LMP | violations=6-1 | file 001-990004.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document | file 001-990004.html text/html | file 001-990004.json application/json | file 001-990004.pdf application/pdf',
      '001-990006':
        'en | CASE OF LAMP No. 06 v. LAMPLAND | https://hudoc.echr.coe.int/eng?i=001-990006 | applications=1/30 + 2/30 | articles=6 + 6-1 | branch=CHAMBER | conclusion=Violation of Article 6 - Right to a fair trial | date=2030-02-11 | ecli=ECLI:CE:ECHR:2030:0211JUD000000106 | importance=3 | kind=HEJUD | respondents=LMP | violations=6-1 | file 001-990006.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document | file 001-990006.html text/html | file 001-990006.json application/json | file 001-990006.pdf application/pdf',
      '001-990007':
        'en | CASE OF LAMP No. 07 v. LAMPLAND | https://hudoc.echr.coe.int/eng?i=001-990007 | applications=1/30 + 2/30 | articles=6 + 6-1 | branch=CHAMBER | conclusion=Violation of Article 6 - Right to a fair trial | date=2030-03-01 | ecli=ECLI:CE:ECHR:2030:0301JUD000000107 | importance=3 | kind=HEJUD | respondents=LMP | violations=6-1 | file 001-990007.json application/json | file 001-990007.pdf application/pdf',
      '001-990010':
        'en | CASE OF LAMP No. 10 v. LAMPLAND | https://hudoc.echr.coe.int/eng?i=001-990010 | applications=1/30 + 2/30 | articles=6 + 6-1 | branch=CHAMBER | conclusion=Violation of Article 6 - Right to a fair trial | date=2030-05-05 | ecli=ECLI:CE:ECHR:2030:0505JUD000000110 | importance=3 | kind=HEJUD | respondents=LMP | violations=6-1 | file 001-990010.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document | file 001-990010.html text/html | file 001-990010.json application/json | file 001-990010.pdf application/pdf',
    },
    '2': {
      '001-990003':
        'en | CASE OF LAMP No. 03 v. LAMPLAND | https://hudoc.echr.coe.int/eng?i=001-990003 | applications=1/30 + 2/30 | articles=6 + 6-1 | branch=CHAMBER | conclusion=Violation of Article 6 - Right to a fair trial | date=2031-01-14 | ecli=ECLI:CE:ECHR:2031:0114JUD000000103 | importance=3 | kind=HEJUD | respondents=LMP | violations=6-1 | file 001-990003.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document | file 001-990003.html text/html | file 001-990003.json application/json | file 001-990003.pdf application/pdf',
      '001-990010':
        'en | CASE OF LAMP No. 10 v. LAMPLAND | https://hudoc.echr.coe.int/eng?i=001-990010 | applications=1/30 + 2/30 | articles=6 + 6-1 | branch=CHAMBER | conclusion=No violation of Article 6 | date=2030-05-05 | ecli=ECLI:CE:ECHR:2030:0505JUD000000110 | importance=3 | kind=HEJUD | respondents=LMP | violations=6-1 | file 001-990010.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document | file 001-990010.html text/html | file 001-990010.json application/json | file 001-990010.pdf application/pdf',
      '001-990012':
        'en | CASE OF LAMP No. 12 v. LAMPLAND | https://hudoc.echr.coe.int/eng?i=001-990012 | applications=1/30 + 2/30 | articles=6 + 6-1 | branch=CHAMBER | conclusion=Violation of Article 6 - Right to a fair trial | date=2031-01-30 | ecli=ECLI:CE:ECHR:2031:0130JUD000000112 | importance=3 | kind=HEJUD | respondents=LMP | violations=6-1 | file 001-990012.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document | file 001-990012.html text/html | file 001-990012.json application/json | file 001-990012.pdf application/pdf',
    },
  },
  ijca: {
    '1': {
      'ijca-1':
        'en | Courts of Lampland | https://iacajournal.org/articles/10.18352/ijca.1/ | authors=Example, Ada | date=2030-01-02 | doi=10.18352/ijca.1 | fullText=https://iacajournal.org/articles/10.18352/ijca.1/galley/34/download/ | file ijca-1.html text/html | file ijca-1.pdf application/pdf',
      'ijca-2':
        'en | Light & Procedure | https://iacajournal.org/articles/10.18352/ijca.2/ | authors=Example, Ada | date=2030-01-02 | doi=10.18352/ijca.2 | fullText=https://iacajournal.org/articles/10.18352/ijca.2/galley/34/download/ | file ijca-2.html text/html | file ijca-2.pdf application/pdf',
      'ijca-3':
        'en | Wicks | https://iacajournal.org/articles/10.18352/ijca.3/ | authors=Example, Ada | date=2030-01-02 | doi=10.18352/ijca.3 | fullText=https://iacajournal.org/articles/10.18352/ijca.3/galley/34/download/ | file ijca-3.html text/html | file ijca-3.pdf application/pdf',
      'ijca-4':
        'en | Queues at Night | https://iacajournal.org/articles/10.36745/ijca.4/ | authors=Example, Ada | date=2030-01-02 | doi=10.36745/ijca.4 | fullText=https://iacajournal.org/articles/10.36745/ijca.4/galley/34/download/ | file ijca-4.html text/html | file ijca-4.pdf application/pdf',
      'ijca-5':
        'en | A Slip of the Pen | https://iacajournal.org/articles/10.36745/ijca.5/ | authors=Example, Ada | date=2030-01-02 | doi=10.36745/ijca.5 | fullText=https://iacajournal.org/articles/10.36745/ijca.5/galley/34/download/ | file ijca-5.html text/html | file ijca-5.pdf application/pdf',
      'ijca-6':
        'en | A Retracted Paper | https://iacajournal.org/articles/10.36745/ijca.6/ | authors=Example, Ada | date=2030-01-02 | doi=10.36745/ijca.6 | fullText=https://iacajournal.org/articles/10.36745/ijca.6/galley/34/download/ | file ijca-6.html text/html | file ijca-6.pdf application/pdf',
    },
    '2': {
      'ijca-5':
        'en | A Slip of the Pen | https://iacajournal.org/articles/10.36745/ijca.5/ | authors=Example, Ada | date=2030-01-02 | doi=10.36745/ijca.5 | fullText=https://iacajournal.org/articles/10.36745/ijca.5/galley/34/download/ | file ijca-5.html text/html | file ijca-5.pdf application/pdf',
      'ijca-9':
        'en | New Light | https://iacajournal.org/articles/10.36745/ijca.9/ | authors=Example, Ada | date=2030-01-02 | doi=10.36745/ijca.9 | fullText=https://iacajournal.org/articles/10.36745/ijca.9/galley/34/download/ | file ijca-9.html text/html | file ijca-9.pdf application/pdf',
    },
  },
  jipitec: {
    '1': {
      'jipitec-423':
        'en | On Invented Rules | https://www.jipitec.eu/jipitec/article/view/423 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jipitec.eu/jipitec/article/download/423/900/5423 | file abstract.html text/html | file jipitec-423.pdf application/pdf | file record.xml application/xml',
      'jipitec-424':
        'en | Lamps & Law | https://www.jipitec.eu/jipitec/article/view/424 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jipitec.eu/jipitec/article/download/424/901/5424 | file abstract.html text/html | file jipitec-424.pdf application/pdf | file record.xml application/xml',
      'jipitec-425':
        'en | The "Right" to Light | https://www.jipitec.eu/jipitec/article/view/425 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jipitec.eu/jipitec/article/download/425/902/5425 | file abstract.html text/html | file jipitec-425.pdf application/pdf | file record.xml application/xml',
      'jipitec-426':
        'en | Wicks in Comparison | https://www.jipitec.eu/jipitec/article/view/426 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jipitec.eu/jipitec/article/download/426/903/5426 | file abstract.html text/html | file jipitec-426.pdf application/pdf | file record.xml application/xml',
      'jipitec-427':
        'en | A Paper with a Slip | https://www.jipitec.eu/jipitec/article/view/427 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jipitec.eu/jipitec/article/download/427/904/5427 | file abstract.html text/html | file jipitec-427.pdf application/pdf | file record.xml application/xml',
      'jipitec-428':
        'en | A Withdrawn Note | https://www.jipitec.eu/jipitec/article/view/428 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jipitec.eu/jipitec/article/download/428/905/5428 | file abstract.html text/html | file jipitec-428.pdf application/pdf | file record.xml application/xml',
    },
    '2': {
      'jipitec-427':
        'en | A Paper with a Slip | https://www.jipitec.eu/jipitec/article/view/427 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jipitec.eu/jipitec/article/download/427/950/5427 | file abstract.html text/html | file jipitec-427.pdf application/pdf | file record.xml application/xml',
      'jipitec-432':
        'en | New Light | https://www.jipitec.eu/jipitec/article/view/432 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jipitec.eu/jipitec/article/download/432/960/5432 | file abstract.html text/html | file jipitec-432.pdf application/pdf | file record.xml application/xml',
    },
  },
  jolts: {
    '1': {
      'jolts-69':
        'en | On Invented Rules | https://www.jolts.world/index.php/jolts/article/view/69 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jolts.world/index.php/jolts/article/download/69/900 | alias https://www.ifosslr.org/index.php/ifosslr/article/view/69 | file abstract.html text/html | file jolts-69.pdf application/pdf | file record.xml application/xml',
      'jolts-70':
        'en | Lamps & Law | https://www.ifosslr.org/index.php/ifosslr/article/view/70 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jolts.world/index.php/jolts/article/download/70/901 | alias https://www.ifosslr.org/index.php/ifosslr/article/view/70 | file abstract.html text/html | file jolts-70.pdf application/pdf | file record.xml application/xml',
      'jolts-71':
        'en | The "Right" to Light | https://www.jolts.world/index.php/jolts/article/view/71 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jolts.world/index.php/jolts/article/download/71/902 | alias https://www.ifosslr.org/index.php/ifosslr/article/view/71 | file abstract.html text/html | file jolts-71.pdf application/pdf | file record.xml application/xml',
      'jolts-72':
        'en | Wicks in Comparison | https://www.jolts.world/index.php/jolts/article/view/72 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jolts.world/index.php/jolts/article/download/72/903 | alias https://www.ifosslr.org/index.php/ifosslr/article/view/72 | file abstract.html text/html | file jolts-72.pdf application/pdf | file record.xml application/xml',
      'jolts-73':
        'en | A Paper with a Slip | https://www.jolts.world/index.php/jolts/article/view/73 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jolts.world/index.php/jolts/article/download/73/904 | alias https://www.ifosslr.org/index.php/ifosslr/article/view/73 | file abstract.html text/html | file jolts-73.pdf application/pdf | file record.xml application/xml',
      'jolts-74':
        'en | A Withdrawn Note | https://www.jolts.world/index.php/jolts/article/view/74 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jolts.world/index.php/jolts/article/download/74/905 | alias https://www.ifosslr.org/index.php/ifosslr/article/view/74 | file abstract.html text/html | file jolts-74.pdf application/pdf | file record.xml application/xml',
    },
    '2': {
      'jolts-73':
        'en | A Paper with a Slip | https://www.jolts.world/index.php/jolts/article/view/73 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jolts.world/index.php/jolts/article/download/73/950 | alias https://www.ifosslr.org/index.php/ifosslr/article/view/73 | file abstract.html text/html | file jolts-73.pdf application/pdf | file record.xml application/xml',
      'jolts-78':
        'en | New Light | https://www.jolts.world/index.php/jolts/article/view/78 | authors=Ada Example | date=2031-01-01 | fullText=https://www.jolts.world/index.php/jolts/article/download/78/960 | alias https://www.ifosslr.org/index.php/ifosslr/article/view/78 | file abstract.html text/html | file jolts-78.pdf application/pdf | file record.xml application/xml',
    },
  },
  'judiciary-uk': {
    '1': {
      '90001':
        'en | Smith v Lamp Board | https://www.judiciary.uk/judgments/smith-v-lamp-board/ | citation=[2031] EWHC 1 (KB) | date=2031-01-04 | fullText=https://www.judiciary.uk/wp-content/uploads/2031/01/judgment-90001.pdf | type=judgments | file judgment-90001.pdf application/pdf | file smith-v-lamp-board.html text/html',
      '90002':
        'en | Wick & Others v Flint | https://www.judiciary.uk/judgments/wick-others-v-flint/ | citation=[2031] EWHC 2 (KB) | date=2031-01-04 | fullText=https://www.judiciary.uk/wp-content/uploads/2031/01/judgment-90002.pdf | type=judgments | file judgment-90002.pdf application/pdf | file press-summary-90002.pdf application/pdf | file wick-others-v-flint.html text/html',
      '90003':
        'en | An Old Case | https://www.judiciary.uk/judgments/an-old-case/ | citation=[2031] EWHC 3 (KB) | date=2031-01-04 | fullText=https://www.judiciary.uk/wp-content/uploads/JCO/Documents/Judgments/old.pdf | type=judgments | file an-old-case.html text/html',
      '90004':
        'en | Rex v Wick | https://www.judiciary.uk/judgments/rex-v-wick/ | date=2031-01-04 | type=judgments | file rex-v-wick.html text/html',
      '90005':
        'en | Candle v Torch | https://www.judiciary.uk/judgments/candle-v-torch/ | citation=[2031] EWHC 5 (KB) | date=2031-01-04 | fullText=https://www.judiciary.uk/wp-content/uploads/2031/01/judgment-90005.pdf | type=judgments | file candle-v-torch.html text/html | file judgment-90005.pdf application/pdf',
      '90006':
        'en | In re Flame | https://www.judiciary.uk/judgments/in-re-flame/ | citation=[2031] EWHC 6 (KB) | date=2031-01-04 | fullText=https://www.judiciary.uk/wp-content/uploads/2031/01/judgment-90006.pdf | type=judgments | file in-re-flame.html text/html | file judgment-90006.pdf application/pdf',
      '90007':
        'en | Published by Mistake | https://www.judiciary.uk/judgments/published-by-mistake/ | citation=[2031] EWHC 7 (KB) | date=2031-01-04 | fullText=https://www.judiciary.uk/wp-content/uploads/2031/01/judgment-90007.pdf | type=judgments | file judgment-90007.pdf application/pdf | file published-by-mistake.html text/html',
      '90008':
        'en | Light v Dark | https://www.judiciary.uk/judgments/light-v-dark/ | citation=[2031] EWHC 8 (KB) | date=2031-01-04 | fullText=https://www.judiciary.uk/wp-content/uploads/2031/01/judgment-90008.pdf | type=judgments | file judgment-90008.pdf application/pdf | file light-v-dark.html text/html',
      '90009':
        'en | Ember v Ash | https://www.judiciary.uk/judgments/ember-v-ash/ | citation=[2031] EWHC 9 (KB) | date=2031-01-04 | fullText=http://www.judiciary.gov.uk/wp-content/uploads/2031/01/judgment-90009.pdf | type=judgments | alias https://www.judiciary.gov.uk/wp-content/uploads/2031/01/judgment-90009.pdf | file ember-v-ash.html text/html | file judgment-90009.pdf application/pdf',
    },
    '2': {
      '90004':
        'en | Rex v Wick | https://www.judiciary.uk/judgments/rex-v-wick/ | date=2031-01-04 | type=judgments | file rex-v-wick.html text/html',
      '90006':
        'en | In re Flame | https://www.judiciary.uk/judgments/in-re-flame/ | citation=[2031] EWHC 6 (KB) | date=2031-01-04 | fullText=https://www.judiciary.uk/wp-content/uploads/2031/01/judgment-90006-corrected.pdf | type=judgments | file in-re-flame.html text/html | file judgment-90006-corrected.pdf application/pdf',
      '90010':
        'en | Match v Box | https://www.judiciary.uk/judgments/match-v-box/ | citation=[2031] EWHC 10 (KB) | date=2031-01-04 | fullText=https://www.judiciary.uk/wp-content/uploads/2031/01/judgment-90010.pdf | type=judgments | file judgment-90010.pdf application/pdf | file match-v-box.html text/html',
    },
  },
  'juridica-international': {
    '1': {
      'juridica-23981':
        'en | On Invented Rules | https://ojs.utlib.ee/index.php/juridica/article/view/23981 | authors=Ada Example | date=2031-01-01 | fullText=https://ojs.utlib.ee/index.php/juridica/article/download/23981/900 | file abstract.html text/html | file juridica-23981.pdf application/pdf | file record.xml application/xml',
      'juridica-23982':
        'en | Lamps & Law | https://ojs.utlib.ee/index.php/juridica/article/view/23982 | authors=Ada Example | date=2031-01-01 | fullText=https://ojs.utlib.ee/index.php/juridica/article/download/23982/901 | file abstract.html text/html | file juridica-23982.pdf application/pdf | file record.xml application/xml',
      'juridica-23983':
        'en | The "Right" to Light | https://ojs.utlib.ee/index.php/juridica/article/view/23983 | authors=Ada Example | date=2031-01-01 | fullText=https://ojs.utlib.ee/index.php/juridica/article/download/23983/902 | file abstract.html text/html | file juridica-23983.pdf application/pdf | file record.xml application/xml',
      'juridica-23984':
        'en | Wicks in Comparison | https://ojs.utlib.ee/index.php/juridica/article/view/23984 | authors=Ada Example | date=2031-01-01 | fullText=https://ojs.utlib.ee/index.php/juridica/article/download/23984/903 | file abstract.html text/html | file juridica-23984.pdf application/pdf | file record.xml application/xml',
      'juridica-23985':
        'en | A Paper with a Slip | https://ojs.utlib.ee/index.php/juridica/article/view/23985 | authors=Ada Example | date=2031-01-01 | fullText=https://ojs.utlib.ee/index.php/juridica/article/download/23985/904 | file abstract.html text/html | file juridica-23985.pdf application/pdf | file record.xml application/xml',
      'juridica-23986':
        'en | A Withdrawn Note | https://ojs.utlib.ee/index.php/juridica/article/view/23986 | authors=Ada Example | date=2031-01-01 | fullText=https://ojs.utlib.ee/index.php/juridica/article/download/23986/905 | file abstract.html text/html | file juridica-23986.pdf application/pdf | file record.xml application/xml',
    },
    '2': {
      'juridica-23985':
        'en | A Paper with a Slip | https://ojs.utlib.ee/index.php/juridica/article/view/23985 | authors=Ada Example | date=2031-01-01 | fullText=https://ojs.utlib.ee/index.php/juridica/article/download/23985/950 | file abstract.html text/html | file juridica-23985.pdf application/pdf | file record.xml application/xml',
      'juridica-23990':
        'en | New Light | https://ojs.utlib.ee/index.php/juridica/article/view/23990 | authors=Ada Example | date=2031-01-01 | fullText=https://ojs.utlib.ee/index.php/juridica/article/download/23990/960 | file abstract.html text/html | file juridica-23990.pdf application/pdf | file record.xml application/xml',
    },
  },
  'juridical-tribune': {
    '1': {
      'tbj-15-2-1':
        'en | The Right to Light | https://tribunajuridica.eu/arhiva/anul15v2_en.html | abstract=A short invented abstract. | doi=10.24818/tbj/2013/15/2/1 | fullText=https://tribunajuridica.eu/arhiva/An15v2/1.%20Ada%20Ex%C4%83mple%20-%20Lucrarea.pdf | issue=2 | jel=K00 | keywords=fiction; rules. | volume=15 | file 1. Ada Exămple - Lucrarea.pdf application/pdf | file block.html text/html',
      'tbj-15-2-2':
        'en | A Slip | https://tribunajuridica.eu/arhiva/anul15v2_en.html | abstract=A short invented abstract. | doi=10.24818/tbj/2013/15/2/2 | fullText=https://tribunajuridica.eu/arhiva/An15v2/2.%20Ada%20Ex%C4%83mple%20-%20Lucrarea.pdf | issue=2 | jel=K00 | keywords=fiction; rules. | volume=15 | file 2. Ada Exămple - Lucrarea.pdf application/pdf | file block.html text/html',
      'tbj-15-2-3':
        'en | A Withdrawn Note | https://tribunajuridica.eu/arhiva/anul15v2_en.html | abstract=A short invented abstract. | doi=10.24818/tbj/2013/15/2/3 | fullText=https://tribunajuridica.eu/arhiva/An15v2/3.%20Ada%20Ex%C4%83mple%20-%20Lucrarea.pdf | issue=2 | jel=K00 | keywords=fiction; rules. | volume=15 | file 3. Ada Exămple - Lucrarea.pdf application/pdf | file block.html text/html',
      'tbj-3-1-1':
        'en | On Invented Rules | https://tribunajuridica.eu/arhiva/anul3v1.html | abstract=A short invented abstract. | doi=10.24818/tbj/2013/3/1/1 | fullText=https://tribunajuridica.eu/arhiva/An3v1/1.%20Ada%20Ex%C4%83mple%20-%20Lucrarea.pdf | issue=1 | jel=K00 | keywords=fiction; rules. | volume=3 | file 1. Ada Exămple - Lucrarea.pdf application/pdf | file block.html text/html',
      'tbj-3-1-2':
        'en | Lamps & Law | https://tribunajuridica.eu/arhiva/anul3v1.html | abstract=A short invented abstract. | doi=10.24818/tbj/2013/3/1/2 | fullText=https://tribunajuridica.eu/arhiva/An3v1/2.%20Ada%20Ex%C4%83mple%20-%20Lucrarea.pdf | issue=1 | jel=K00 | keywords=fiction; rules. | volume=3 | file 2. Ada Exămple - Lucrarea.pdf application/pdf | file block.html text/html',
      'tbj-3-1-3':
        'en | Wicks in Comparison | https://tribunajuridica.eu/arhiva/anul3v1.html | abstract=A short invented abstract. | doi=10.24818/tbj/2013/3/1/3 | fullText=https://tribunajuridica.eu/arhiva/An3v1/3.%20Ada%20Ex%C4%83mple%20-%20Lucrarea.pdf | issue=1 | jel=K00 | keywords=fiction; rules. | volume=3 | file 3. Ada Exămple - Lucrarea.pdf application/pdf | file block.html text/html',
    },
    '2': {
      'tbj-15-2-2':
        'en | A Slip | https://tribunajuridica.eu/arhiva/anul15v2_en.html | abstract=A short invented abstract. | doi=10.24818/tbj/2013/15/2/2 | fullText=https://tribunajuridica.eu/arhiva/An15v2/2.%20Ada%20Ex%C4%83mple%20-%20Lucrarea.pdf | issue=2 | jel=K00 | keywords=fiction; rules. | volume=15 | file 2. Ada Exămple - Lucrarea.pdf application/pdf | file block.html text/html',
      'tbj-15-2-4':
        'en | New Light | https://tribunajuridica.eu/arhiva/anul15v2_en.html | abstract=A short invented abstract. | doi=10.24818/tbj/2013/15/2/4 | fullText=https://tribunajuridica.eu/arhiva/An15v2/4.%20Ada%20Ex%C4%83mple%20-%20Lucrarea.pdf | issue=2 | jel=K00 | keywords=fiction; rules. | volume=15 | file 4. Ada Exămple - Lucrarea.pdf application/pdf | file block.html text/html',
    },
  },
  legalacts: {
    '1': {
      'ECLI-BG-RC223-2025-20250110000001.001':
        'bg | ECLI:BG:RC223:2025:20250110000001.001 | https://legalacts.justice.bg/GetActContent/ECLI:BG:RC223:2025:20250110000001.001 | caseNumber=20250110000012 | court=RC223 | decidedOn=2025-02-01 | ecli=ECLI:BG:RC223:2025:20250110000001.001 | kind=Решение | number=1 | year=2025 | file ECLI-BG-RC223-2025-20250110000001.001.html text/html',
      'ECLI-BG-RC223-2025-20250110000002.001':
        'bg | ECLI:BG:RC223:2025:20250110000002.001 | https://legalacts.justice.bg/GetActContent/ECLI:BG:RC223:2025:20250110000002.001 | caseNumber=20250110000012 | court=RC223 | decidedOn=2025-02-01 | ecli=ECLI:BG:RC223:2025:20250110000002.001 | kind=Решение | number=2 | year=2025 | file ECLI-BG-RC223-2025-20250110000002.001.html text/html',
      'ECLI-BG-DC110-2025-20250110000003.001':
        'bg | ECLI:BG:DC110:2025:20250110000003.001 | https://legalacts.justice.bg/GetActContent/ECLI:BG:DC110:2025:20250110000003.001 | caseNumber=20250110000012 | court=DC110 | decidedOn=2025-02-01 | ecli=ECLI:BG:DC110:2025:20250110000003.001 | kind=Решение | number=3 | year=2025 | file ECLI-BG-DC110-2025-20250110000003.001.html text/html',
      'ECLI-BG-AP500-2025-20250110000004.001':
        'bg | ECLI:BG:AP500:2025:20250110000004.001 | https://legalacts.justice.bg/GetActContent/ECLI:BG:AP500:2025:20250110000004.001 | caseNumber=20250110000012 | court=AP500 | decidedOn=2025-02-01 | ecli=ECLI:BG:AP500:2025:20250110000004.001 | kind=Решение | number=4 | year=2025 | file ECLI-BG-AP500-2025-20250110000004.001.html text/html',
      'ECLI-BG-RC223-2025-20250110000005.001':
        'bg | ECLI:BG:RC223:2025:20250110000005.001 | https://legalacts.justice.bg/GetActContent/ECLI:BG:RC223:2025:20250110000005.001 | caseNumber=20250110000012 | court=RC223 | decidedOn=2025-02-01 | ecli=ECLI:BG:RC223:2025:20250110000005.001 | kind=Решение | number=5 | year=2025 | file ECLI-BG-RC223-2025-20250110000005.001.html text/html',
      'ECLI-BG-RC223-2025-20250110000006.001':
        'bg | ECLI:BG:RC223:2025:20250110000006.001 | https://legalacts.justice.bg/GetActContent/ECLI:BG:RC223:2025:20250110000006.001 | caseNumber=20250110000012 | court=RC223 | decidedOn=2025-02-01 | ecli=ECLI:BG:RC223:2025:20250110000006.001 | kind=Решение | number=6 | year=2025 | file ECLI-BG-RC223-2025-20250110000006.001.html text/html',
      'ECLI-BG-AP500-2025-20250110000008.001':
        'bg | ECLI:BG:AP500:2025:20250110000008.001 | https://legalacts.justice.bg/GetActContent/ECLI:BG:AP500:2025:20250110000008.001 | caseNumber=20250110000012 | court=AP500 | decidedOn=2025-02-01 | ecli=ECLI:BG:AP500:2025:20250110000008.001 | kind=Решение | number=8 | year=2025 | file ECLI-BG-AP500-2025-20250110000008.001.html text/html',
    },
    '2': {
      'ECLI-BG-RC223-2025-20250110000005.001':
        'bg | ECLI:BG:RC223:2025:20250110000005.001 | https://legalacts.justice.bg/GetActContent/ECLI:BG:RC223:2025:20250110000005.001 | caseNumber=20250110000012 | court=RC223 | decidedOn=2025-02-01 | ecli=ECLI:BG:RC223:2025:20250110000005.001 | kind=Решение | number=5 | year=2025 | file ECLI-BG-RC223-2025-20250110000005.001.html text/html',
      'ECLI-BG-DC110-2025-20250110000007.001':
        'bg | ECLI:BG:DC110:2025:20250110000007.001 | https://legalacts.justice.bg/GetActContent/ECLI:BG:DC110:2025:20250110000007.001 | caseNumber=20250110000012 | court=DC110 | decidedOn=2025-02-01 | ecli=ECLI:BG:DC110:2025:20250110000007.001 | kind=Решение | number=7 | year=2025 | file ECLI-BG-DC110-2025-20250110000007.001.html text/html',
    },
  },
  legifrance: {
    '1': {
      JURITEXT000099000001:
        'fr | Cour des lampes, 1 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000001 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-02 | docket=13101 | ecli=ECLI:FR:CCASS:2031:C100001 | fund=CASS | identifier=JURITEXT000099000001 | nature=ARRET | number=13101 | solution=Rejet | file JURITEXT000099000001.xml application/xml',
      JURITEXT000099000002:
        'fr | Cour des lampes, 2 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000002 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-03 | docket=13102 | ecli=ECLI:FR:CCASS:2031:C100002 | fund=CASS | identifier=JURITEXT000099000002 | nature=ARRET | number=13102 | solution=Rejet | file JURITEXT000099000002.xml application/xml',
      JURITEXT000099000003:
        'fr | Cour des lampes, 3 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000003 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-04 | docket=13103 | ecli=ECLI:FR:CCASS:2031:C100003 | fund=CASS | identifier=JURITEXT000099000003 | nature=ARRET | number=13103 | solution=Rejet | file JURITEXT000099000003.xml application/xml',
      JURITEXT000099000004:
        'fr | Cour des lampes, 4 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000004 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-05 | docket=13104 | ecli=ECLI:FR:CCASS:2031:C100004 | fund=CASS | identifier=JURITEXT000099000004 | nature=ARRET | number=13104 | solution=Rejet | file JURITEXT000099000004.xml application/xml',
      JURITEXT000099000005:
        'fr | Cour des lampes, 5 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000005 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-06 | docket=13105 | ecli=ECLI:FR:CCASS:2031:C100005 | fund=CASS | identifier=JURITEXT000099000005 | nature=ARRET | number=13105 | solution=Rejet | file JURITEXT000099000005.xml application/xml',
      JURITEXT000099000006:
        'fr | Cour des lampes, 6 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000006 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-07 | docket=13106 | ecli=ECLI:FR:CCASS:2031:C100006 | fund=CASS | identifier=JURITEXT000099000006 | nature=ARRET | number=13106 | solution=Rejet | file JURITEXT000099000006.xml application/xml',
      JURITEXT000099000007:
        'fr | Cour des lampes, 7 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000007 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-08 | docket=13107 | ecli=ECLI:FR:CCASS:2031:C100007 | fund=CASS | identifier=JURITEXT000099000007 | nature=ARRET | number=13107 | solution=Rejet | file JURITEXT000099000007.xml application/xml',
      JURITEXT000099000008:
        'fr | Cour des lampes, 8 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000008 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-09 | docket=13108 | ecli=ECLI:FR:CCASS:2031:C100008 | fund=CASS | identifier=JURITEXT000099000008 | nature=ARRET | number=13108 | solution=Rejet | file JURITEXT000099000008.xml application/xml',
      JURITEXT000099000009:
        'fr | Cour des lampes, 9 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000009 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-10 | docket=13109 | ecli=ECLI:FR:CCASS:2031:C100009 | fund=CASS | identifier=JURITEXT000099000009 | nature=ARRET | number=13109 | solution=Rejet | file JURITEXT000099000009.xml application/xml',
      JURITEXT000099000010:
        'fr | Cour des lampes, 10 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000010 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-11 | docket=131010 | ecli=ECLI:FR:CCASS:2031:C100010 | fund=CASS | identifier=JURITEXT000099000010 | nature=ARRET | number=131010 | solution=Rejet | file JURITEXT000099000010.xml application/xml',
      JURITEXT000099000011:
        'fr | Cour des lampes, 11 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000011 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-12 | docket=131011 | ecli=ECLI:FR:CCASS:2031:C100011 | fund=CASS | identifier=JURITEXT000099000011 | nature=ARRET | number=131011 | solution=Rejet | file JURITEXT000099000011.xml application/xml',
      JURITEXT000099000012:
        'fr | Cour des lampes, 12 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000012 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-13 | docket=131012 | ecli=ECLI:FR:CCASS:2031:C100012 | fund=CASS | identifier=JURITEXT000099000012 | nature=ARRET | number=131012 | solution=Rejet | file JURITEXT000099000012.xml application/xml',
      JURITEXT000099000013:
        'fr | Cour des lampes, 13 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000013 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-14 | docket=131013 | ecli=ECLI:FR:CCASS:2031:C100013 | fund=CASS | identifier=JURITEXT000099000013 | nature=ARRET | number=131013 | solution=Cassation | file JURITEXT000099000013.xml application/xml',
      CETATEXT000099000001:
        'fr | Cour des lampes, 1 janvier 2031, Inédit | https://www.legifrance.gouv.fr/ceta/id/CETATEXT000099000001 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-02 | docket=13101 | fund=JADE | identifier=CETATEXT000099000001 | nature=ARRET | number=13101 | solution=Rejet | file CETATEXT000099000001.xml application/xml',
      CETATEXT000099000002:
        'fr | Cour des lampes, 2 janvier 2031, Inédit | https://www.legifrance.gouv.fr/ceta/id/CETATEXT000099000002 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-03 | docket=13102 | fund=JADE | identifier=CETATEXT000099000002 | nature=ARRET | number=13102 | solution=Rejet | file CETATEXT000099000002.xml application/xml',
      CETATEXT000099000003:
        'fr | Cour des lampes, 3 janvier 2031, Inédit | https://www.legifrance.gouv.fr/ceta/id/CETATEXT000099000003 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-04 | docket=13103 | fund=JADE | identifier=CETATEXT000099000003 | nature=ARRET | number=13103 | solution=Rejet | file CETATEXT000099000003.xml application/xml',
      LEGITEXT000099000000:
        'fr | Code des lampes | https://www.legifrance.gouv.fr/loda/id/LEGITEXT000099000000 | content=legislation | fund=LEGI | identifier=LEGITEXT000099000000 | nature=CODE | file LEGITEXT000099000000.xml application/xml',
      'LEGITEXT000099000000-struct':
        'fr | Code des lampes | https://www.legifrance.gouv.fr/loda/id/LEGITEXT000099000000 | content=legislation | fund=LEGI | identifier=LEGITEXT000099000000 | nature=CODE | file LEGITEXT000099000000.xml application/xml',
      LEGIARTI000099000001:
        'fr | Article L1, Code des lampes | https://www.legifrance.gouv.fr/codes/article_lc/LEGIARTI000099000001 | content=legislation | date=2031-01-01 | fund=LEGI | identifier=LEGIARTI000099000001 | nature=Article | number=L1 | state=VIGUEUR | text=Code des lampes | file LEGIARTI000099000001.xml application/xml',
      LEGIARTI000099000002:
        'fr | Article L2, Code des lampes | https://www.legifrance.gouv.fr/codes/article_lc/LEGIARTI000099000002 | content=legislation | date=2031-01-01 | fund=LEGI | identifier=LEGIARTI000099000002 | nature=Article | number=L2 | state=VIGUEUR | text=Code des lampes | file LEGIARTI000099000002.xml application/xml',
      LEGIARTI000099000003:
        'fr | Article L3, Code des lampes | https://www.legifrance.gouv.fr/codes/article_lc/LEGIARTI000099000003 | content=legislation | date=2031-01-01 | fund=LEGI | identifier=LEGIARTI000099000003 | nature=Article | number=L3 | state=VIGUEUR | text=Code des lampes | file LEGIARTI000099000003.xml application/xml',
    },
    '2': {
      JURITEXT000099000002:
        'fr | Cour des lampes, 2 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000002 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-03 | docket=13102 | ecli=ECLI:FR:CCASS:2031:C100002 | fund=CASS | identifier=JURITEXT000099000002 | nature=ARRET | number=13102 | solution=Rectifié | file JURITEXT000099000002.xml application/xml',
      LEGIARTI000099000002:
        'fr | Article L2, Code des lampes | https://www.legifrance.gouv.fr/codes/article_lc/LEGIARTI000099000002 | content=legislation | date=2031-01-01 | fund=LEGI | identifier=LEGIARTI000099000002 | nature=Article | number=L2 | state=ABROGE | text=Code des lampes | until=2031-02-01 | file LEGIARTI000099000002.xml application/xml',
      JURITEXT000099000014:
        'fr | Cour des lampes, 14 janvier 2031, Inédit | https://www.legifrance.gouv.fr/juri/id/JURITEXT000099000014 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-15 | docket=131014 | ecli=ECLI:FR:CCASS:2031:C100014 | fund=CASS | identifier=JURITEXT000099000014 | nature=ARRET | number=131014 | solution=Rejet | file JURITEXT000099000014.xml application/xml',
      CETATEXT000099000004:
        'fr | Cour des lampes, 4 janvier 2031, Inédit | https://www.legifrance.gouv.fr/ceta/id/CETATEXT000099000004 | chamber=CHAMBRE_CIVILE_1 | content=case-law | court=Cour des lampes | date=2031-01-05 | docket=13104 | fund=JADE | identifier=CETATEXT000099000004 | nature=ARRET | number=13104 | solution=Annulation | file CETATEXT000099000004.xml application/xml',
    },
  },
  'legislation-gov-uk': {
    '1': {
      'ukpga/Eliz2/10-11/47':
        'en | Lamps (ukpga/Eliz2/10-11/47) Act | https://www.legislation.gov.uk/ukpga/Eliz2/10-11/47 | category=primary | date=1962-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=47 | status=revised | unapplied=0 | year=1962 | alias http://www.legislation.gov.uk/ukpga/Eliz2/10-11/47 | alias https://www.legislation.gov.uk/id/ukpga/Eliz2/10-11/47 | file data.xml application/xml',
      'ukpga/Eliz2/10-11/9':
        'en | Lamps (ukpga/Eliz2/10-11/9) Act | https://www.legislation.gov.uk/ukpga/Eliz2/10-11/9 | category=primary | date=1962-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=9 | status=revised | unapplied=0 | year=1962 | alias http://www.legislation.gov.uk/ukpga/Eliz2/10-11/9 | alias https://www.legislation.gov.uk/id/ukpga/Eliz2/10-11/9 | file data.xml application/xml',
      'ukpga/1962/12':
        'en | Lamps (ukpga/1962/12) Act | https://www.legislation.gov.uk/ukpga/1962/12 | category=primary | date=1962-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=12 | status=revised | unapplied=0 | year=1962 | alias http://www.legislation.gov.uk/ukpga/1962/12 | alias https://www.legislation.gov.uk/id/ukpga/1962/12 | file data.xml application/xml',
      'ukpga/2030/3':
        'en | Lamps (ukpga/2030/3) Act | https://www.legislation.gov.uk/ukpga/2030/3 | category=primary | date=2030-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=3 | status=revised | unapplied=0 | year=2030 | alias http://www.legislation.gov.uk/ukpga/2030/3 | alias https://www.legislation.gov.uk/id/ukpga/2030/3 | file data.xml application/xml',
      'asp/2030/1':
        'en | Lamps (asp/2030/1) Act | https://www.legislation.gov.uk/asp/2030/1 | category=primary | date=2030-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=1 | status=revised | unapplied=0 | year=2030 | alias http://www.legislation.gov.uk/asp/2030/1 | alias https://www.legislation.gov.uk/id/asp/2030/1 | file asp_2030_1_en.pdf application/pdf | file data.xml application/xml',
      'uksi/2030/5':
        'en | Lamps (uksi/2030/5) Act | https://www.legislation.gov.uk/uksi/2030/5 | category=secondary | date=2030-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=5 | status=revised | unapplied=0 | year=2030 | alias http://www.legislation.gov.uk/uksi/2030/5 | alias https://www.legislation.gov.uk/id/uksi/2030/5 | file data.xml application/xml | file uksi_2030_5_en.pdf application/pdf',
      'uksi/2030/6':
        'en | Lamps (uksi/2030/6) Act | https://www.legislation.gov.uk/uksi/2030/6 | category=secondary | date=2030-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=6 | status=revised | unapplied=0 | year=2030 | alias http://www.legislation.gov.uk/uksi/2030/6 | alias https://www.legislation.gov.uk/id/uksi/2030/6 | file data.xml application/xml | file uksi_2030_6_en.pdf application/pdf',
      'uksi/2030/9':
        'en | Lamps (uksi/2030/9) Act | https://www.legislation.gov.uk/uksi/2030/9 | category=secondary | date=2030-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=9 | status=revised | unapplied=0 | year=2030 | alias http://www.legislation.gov.uk/uksi/2030/9 | alias https://www.legislation.gov.uk/id/uksi/2030/9 | file data.xml application/xml',
      'uksi/2030/10':
        'en | Lamps (uksi/2030/10) Act | https://www.legislation.gov.uk/uksi/2030/10 | category=secondary | date=2030-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=10 | status=revised | unapplied=0 | year=2030 | alias http://www.legislation.gov.uk/uksi/2030/10 | alias https://www.legislation.gov.uk/id/uksi/2030/10 | file data.xml application/xml',
      'uksi/2031/100':
        'en | Lamps (uksi/2031/100) Act | https://www.legislation.gov.uk/uksi/2031/100 | category=secondary | date=2031-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=100 | status=revised | unapplied=0 | year=2031 | alias http://www.legislation.gov.uk/uksi/2031/100 | alias https://www.legislation.gov.uk/id/uksi/2031/100 | file data.xml application/xml',
      'uksi/2031/101':
        'en | Lamps (uksi/2031/101) Act | https://www.legislation.gov.uk/uksi/2031/101 | category=secondary | date=2031-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=101 | status=revised | unapplied=0 | year=2031 | alias http://www.legislation.gov.uk/uksi/2031/101 | alias https://www.legislation.gov.uk/id/uksi/2031/101 | file data.xml application/xml',
      'uksi/2031/102':
        'en | Lamps (uksi/2031/102) Act | https://www.legislation.gov.uk/uksi/2031/102 | category=secondary | date=2031-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=102 | status=revised | unapplied=0 | year=2031 | alias http://www.legislation.gov.uk/uksi/2031/102 | alias https://www.legislation.gov.uk/id/uksi/2031/102 | file data.xml application/xml',
      'uksi/2031/103':
        'en | Lamps (uksi/2031/103) Act | https://www.legislation.gov.uk/uksi/2031/103 | category=secondary | date=2031-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=103 | status=revised | unapplied=0 | year=2031 | alias http://www.legislation.gov.uk/uksi/2031/103 | alias https://www.legislation.gov.uk/id/uksi/2031/103 | file data.xml application/xml',
      'uksi/2031/104':
        'en | Lamps (uksi/2031/104) Act | https://www.legislation.gov.uk/uksi/2031/104 | category=secondary | date=2031-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=104 | status=revised | unapplied=0 | year=2031 | alias http://www.legislation.gov.uk/uksi/2031/104 | alias https://www.legislation.gov.uk/id/uksi/2031/104 | file data.xml application/xml',
      'uksi/2031/105':
        'en | Lamps (uksi/2031/105) Act | https://www.legislation.gov.uk/uksi/2031/105 | category=secondary | date=2031-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=105 | status=revised | unapplied=0 | year=2031 | alias http://www.legislation.gov.uk/uksi/2031/105 | alias https://www.legislation.gov.uk/id/uksi/2031/105 | file data.xml application/xml',
      'uksi/2031/106':
        'en | Lamps (uksi/2031/106) Act | https://www.legislation.gov.uk/uksi/2031/106 | category=secondary | date=2031-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=106 | status=revised | unapplied=0 | year=2031 | alias http://www.legislation.gov.uk/uksi/2031/106 | alias https://www.legislation.gov.uk/id/uksi/2031/106 | file data.xml application/xml',
      'uksi/2031/107':
        'en | Lamps (uksi/2031/107) Act | https://www.legislation.gov.uk/uksi/2031/107 | category=secondary | date=2031-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=107 | status=revised | unapplied=0 | year=2031 | alias http://www.legislation.gov.uk/uksi/2031/107 | alias https://www.legislation.gov.uk/id/uksi/2031/107 | file data.xml application/xml',
      'ukpga/2031/7':
        'en | Lamps & Lanterns Act 2031 | https://www.legislation.gov.uk/ukpga/2031/7 | category=primary | date=2031-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=7 | status=revised | unapplied=0 | year=2031 | alias http://www.legislation.gov.uk/ukpga/2031/7 | alias https://www.legislation.gov.uk/id/ukpga/2031/7 | file data.xml application/xml',
      'ukpga/2031/8':
        'en | Lamps (ukpga/2031/8) Act | https://www.legislation.gov.uk/ukpga/2031/8 | category=primary | date=2031-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=8 | status=revised | unapplied=0 | year=2031 | alias http://www.legislation.gov.uk/ukpga/2031/8 | alias https://www.legislation.gov.uk/id/ukpga/2031/8 | file data.xml application/xml | file lamp.png image/png',
    },
    '2': {
      'uksi/2030/5':
        'en | %PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 65 >>\nstream\nBT /F1 12 Tf 72 720 Td (Lamps of uksi/2030/5 shall be lit.) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\nxref\n0 6\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \n0000000241 00000 n \n0000000356 00000 n \ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n426\n%%EOF | https://www.legislation.gov.uk/uksi/2030/5 | category=%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 65 >>\nstream\nBT /F1 12 Tf 72 720 Td (Lamps of uksi/2030/5 shall be lit.) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\nxref\n0 6\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \n0000000241 00000 n \n0000000356 00000 n \ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n426\n%%EOF\n | date=%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 65 >>\nstream\nBT /F1 12 Tf 72 720 Td (Lamps of uksi/2030/5 shall be lit.) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\nxref\n0 6\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \n0000000241 00000 n \n0000000356 00000 n \ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n426\n%%EOF | extent=%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 65 >>\nstream\nBT /F1 12 Tf 72 720 Td (Lamps of uksi/2030/5 shall be lit.) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\nxref\n0 6\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \n0000000241 00000 n \n0000000356 00000 n \ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n426\n%%EOF\n | inForce=%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 65 >>\nstream\nBT /F1 12 Tf 72 720 Td (Lamps of uksi/2030/5 shall be lit.) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\nxref\n0 6\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \n0000000241 00000 n \n0000000356 00000 n \ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n426\n%%EOF\n | kind=%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 65 >>\nstream\nBT /F1 12 Tf 72 720 Td (Lamps of uksi/2030/5 shall be lit.) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\nxref\n0 6\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \n0000000241 00000 n \n0000000356 00000 n \ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n426\n%%EOF\n | laid=%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 65 >>\nstream\nBT /F1 12 Tf 72 720 Td (Lamps of uksi/2030/5 shall be lit.) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\nxref\n0 6\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \n0000000241 00000 n \n0000000356 00000 n \ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n426\n%%EOF\n | made=%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 65 >>\nstream\nBT /F1 12 Tf 72 720 Td (Lamps of uksi/2030/5 shall be lit.) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\nxref\n0 6\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \n0000000241 00000 n \n0000000356 00000 n \ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n426\n%%EOF\n | modified=%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 65 >>\nstream\nBT /F1 12 Tf 72 720 Td (Lamps of uksi/2030/5 shall be lit.) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\nxref\n0 6\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \n0000000241 00000 n \n0000000356 00000 n \ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n426\n%%EOF\n | number=%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 65 >>\nstream\nBT /F1 12 Tf 72 720 Td (Lamps of uksi/2030/5 shall be lit.) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\nxref\n0 6\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \n0000000241 00000 n \n0000000356 00000 n \ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n426\n%%EOF\n | status=%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 65 >>\nstream\nBT /F1 12 Tf 72 720 Td (Lamps of uksi/2030/5 shall be lit.) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\nxref\n0 6\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \n0000000241 00000 n \n0000000356 00000 n \ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n426\n%%EOF\n | unapplied=1 | year=%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 65 >>\nstream\nBT /F1 12 Tf 72 720 Td (Lamps of uksi/2030/5 shall be lit.) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\nxref\n0 6\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \n0000000241 00000 n \n0000000356 00000 n \ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n426\n%%EOF\n | alias %PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length 65 >>\nstream\nBT /F1 12 Tf 72 720 Td (Lamps of uksi/2030/5 shall be lit.) Tj ET\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\nxref\n0 6\n0000000000 65535 f \n0000000009 00000 n \n0000000058 00000 n \n0000000115 00000 n \n0000000241 00000 n \n0000000356 00000 n \ntrailer << /Size 6 /Root 1 0 R >>\nstartxref\n426\n%%EOF\n | alias http://www.legislation.gov.uk/uksi/2030/5 | alias https://www.legislation.gov.uk/id/uksi/2030/5 | file data.pdf application/pdf',
      'ukpga/2031/7':
        'en | Lamps & Lanterns Act 2031 | https://www.legislation.gov.uk/ukpga/2031/7 | category=primary | date=2031-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=7 | status=revised | unapplied=0 | year=2031 | alias http://www.legislation.gov.uk/ukpga/2031/7 | alias https://www.legislation.gov.uk/id/ukpga/2031/7 | file data.xml application/xml',
      'ukpga/2031/8':
        'en | Lamps (ukpga/2031/8) Act | https://www.legislation.gov.uk/ukpga/2031/8 | category=primary | date=2031-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=8 | status=revised | unapplied=0 | year=2031 | alias http://www.legislation.gov.uk/ukpga/2031/8 | alias https://www.legislation.gov.uk/id/ukpga/2031/8 | file data.xml application/xml | file lamp.png image/png',
      'ukpga/2031/9':
        'en | Candles Act 2031 | https://www.legislation.gov.uk/ukpga/2031/9 | category=primary | date=2031-01-30 | extent=E+W+S+N.I. | kind=UnitedKingdomPublicGeneralAct | modified=2031-02-01 | number=9 | status=revised | unapplied=0 | year=2031 | alias http://www.legislation.gov.uk/ukpga/2031/9 | alias https://www.legislation.gov.uk/id/ukpga/2031/9 | file data.xml application/xml',
    },
  },
  mujlt: {
    '1': {
      'mujlt-36901':
        'en | Shutdowns of Invented Networks | https://journals.muni.cz/mujlt/article/view/36901 | authors=Ada Lamp + Bo Wick | date=2031-01-02 | doi=10.5817/mujlt2031-1-1 | fullText=https://journals.muni.cz/mujlt/article/download/36901/37901 | source=Masaryk University Journal of Law and Technology; Vol. 25 No. 1 (2031); 1-20 | file abstract.html text/html | file mujlt-36901.pdf application/pdf | file record.xml application/xml',
      'mujlt-36902':
        'en | Lamps & Platforms | https://journals.muni.cz/mujlt/article/view/36902 | authors=Ada Lamp + Bo Wick | date=2031-01-02 | doi=10.5817/mujlt2031-1-2 | fullText=https://journals.muni.cz/mujlt/article/download/36902/37902 | source=Masaryk University Journal of Law and Technology; Vol. 25 No. 1 (2031); 1-20 | file abstract.html text/html | file mujlt-36902.pdf application/pdf | file record.xml application/xml',
      'mujlt-36903':
        'en | The "Right" to a Lamp | https://journals.muni.cz/mujlt/article/view/36903 | authors=Ada Lamp + Bo Wick | date=2031-01-02 | doi=10.5817/mujlt2031-1-3 | fullText=https://journals.muni.cz/mujlt/article/download/36903/37903 | source=Masaryk University Journal of Law and Technology; Vol. 25 No. 1 (2031); 1-20 | file abstract.html text/html | file mujlt-36903.pdf application/pdf | file record.xml application/xml',
      'mujlt-36904':
        'en | Standards for Light | https://journals.muni.cz/mujlt/article/view/36904 | authors=Ada Lamp + Bo Wick | date=2031-01-02 | doi=10.5817/mujlt2031-1-4 | fullText=https://journals.muni.cz/mujlt/article/download/36904/37904 | source=Masaryk University Journal of Law and Technology; Vol. 25 No. 1 (2031); 1-20 | file abstract.html text/html | file mujlt-36904.pdf application/pdf | file record.xml application/xml',
      'mujlt-36905':
        'en | A Comment that Is Withdrawn | https://journals.muni.cz/mujlt/article/view/36905 | authors=Ada Lamp + Bo Wick | date=2031-01-02 | doi=10.5817/mujlt2031-1-5 | fullText=https://journals.muni.cz/mujlt/article/download/36905/37905 | source=Masaryk University Journal of Law and Technology; Vol. 25 No. 1 (2031); 1-20 | file abstract.html text/html | file mujlt-36905.pdf application/pdf | file record.xml application/xml',
      'mujlt-36906':
        'en | A Paper with a Slip | https://journals.muni.cz/mujlt/article/view/36906 | authors=Ada Lamp + Bo Wick | date=2031-01-02 | doi=10.5817/mujlt2031-1-6 | fullText=https://journals.muni.cz/mujlt/article/download/36906/37906 | source=Masaryk University Journal of Law and Technology; Vol. 25 No. 1 (2031); 1-20 | file abstract.html text/html | file mujlt-36906.pdf application/pdf | file record.xml application/xml',
    },
    '2': {
      'mujlt-36906':
        'en | A Paper with a Slip | https://journals.muni.cz/mujlt/article/view/36906 | authors=Ada Lamp + Bo Wick | date=2031-01-02 | doi=10.5817/mujlt2031-1-6 | fullText=https://journals.muni.cz/mujlt/article/download/36906/37906 | source=Masaryk University Journal of Law and Technology; Vol. 25 No. 1 (2031); 1-20 | file abstract.html text/html | file mujlt-36906.pdf application/pdf | file record.xml application/xml',
      'mujlt-36907':
        'en | New Light | https://journals.muni.cz/mujlt/article/view/36907 | authors=Ada Lamp + Bo Wick | date=2031-01-02 | doi=10.5817/mujlt2031-1-7 | fullText=https://journals.muni.cz/mujlt/article/download/36907/37907 | source=Masaryk University Journal of Law and Technology; Vol. 25 No. 1 (2031); 1-20 | file abstract.html text/html | file mujlt-36907.pdf application/pdf | file record.xml application/xml',
    },
  },
  normattiva: {
    '1': {
      'normattiva-2000-11-03-00G00001':
        'it | DECRETO LEGISLATIVO 2000-11-03, n. 1 | https://www.normattiva.it/eli/id/2000/11/03//00G00001/CONSOLIDATED | code=00G00001 | date=2000-11-03 | gazette=27 | gazetteDate=2000-11-03 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2000-11-03;1 | number=1 | subject=Disposizioni inventate per esempio. | file 00G00001.json application/json | file 00G00001.xml application/xml',
      'normattiva-2000-12-30-00G00002':
        'it | DECRETO LEGISLATIVO 2000-12-30, n. 2 | https://www.normattiva.it/eli/id/2000/12/30//00G00002/CONSOLIDATED | code=00G00002 | date=2000-12-30 | gazette=27 | gazetteDate=2000-12-30 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2000-12-30;2 | number=2 | subject=Disposizioni inventate per esempio. | file 00G00002.json application/json | file 00G00002.xml application/xml',
      'normattiva-2000-12-01-00G00006':
        'it | DECRETO LEGISLATIVO 2000-12-01, n. 6 | https://www.normattiva.it/eli/id/2000/12/01//00G00006/CONSOLIDATED | code=00G00006 | date=2000-12-01 | gazette=27 | gazetteDate=2000-12-01 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2000-12-01;6 | number=6 | subject=Disposizioni inventate per esempio. | file 00G00006.json application/json | file 00G00006.xml application/xml',
      'normattiva-2001-01-02-01G00003':
        'it | DECRETO LEGISLATIVO 2001-01-02, n. 3 | https://www.normattiva.it/eli/id/2001/01/02//01G00003/CONSOLIDATED | code=01G00003 | date=2001-01-02 | gazette=27 | gazetteDate=2001-01-02 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-01-02;3 | number=3 | subject=Disposizioni inventate per esempio. | file 01G00003.json application/json | file 01G00003.xml application/xml',
      'normattiva-2001-01-15-01G00005':
        'it | DECRETO LEGISLATIVO 2001-01-15, n. 5 | https://www.normattiva.it/eli/id/2001/01/15//01G00005/CONSOLIDATED | code=01G00005 | date=2001-01-15 | gazette=27 | gazetteDate=2001-01-15 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-01-15;5 | number=5 | subject=Disposizioni inventate per esempio. | file 01G00005.json application/json | file 01G00005.xml application/xml',
      'normattiva-2001-01-20-01G00007':
        'it | DECRETO LEGISLATIVO 2001-01-20, n. 7 | https://www.normattiva.it/eli/id/2001/01/20//01G00007/CONSOLIDATED | code=01G00007 | date=2001-01-20 | gazette=27 | gazetteDate=2001-01-20 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-01-20;7 | number=7 | subject=Disposizioni inventate per esempio. | file 01G00007.json application/json | file 01G00007.xml application/xml',
      'normattiva-2001-02-27-01G00004':
        'it | DECRETO LEGISLATIVO 2001-02-27, n. 4 | https://www.normattiva.it/eli/id/2001/02/27//01G00004/CONSOLIDATED | code=01G00004 | date=2001-02-27 | gazette=27 | gazetteDate=2001-02-27 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-02-27;4 | number=4 | subject=Disposizioni inventate per esempio. | file 01G00004.json application/json | file 01G00004.xml application/xml',
    },
    '2': {
      'normattiva-2000-12-01-00G00006':
        'it | DECRETO LEGISLATIVO 2000-12-01, n. 6 | https://www.normattiva.it/eli/id/2000/12/01//00G00006/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=00G00006 | date=2000-12-01 | gazette=27 | gazetteDate=2000-12-01 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2000-12-01;6 | number=6 | subject=Disposizioni inventate per esempio. | file 00G00006.json application/json | file 00G00006.xml application/xml',
      'normattiva-2001-01-15-01G00005':
        'it | DECRETO LEGISLATIVO 2001-01-15, n. 5 | https://www.normattiva.it/eli/id/2001/01/15//01G00005/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=01G00005 | date=2001-01-15 | gazette=27 | gazetteDate=2001-01-15 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-01-15;5 | number=5 | subject=Disposizioni inventate per esempio. | file 01G00005.json application/json | file 01G00005.xml application/xml',
      'normattiva-2001-03-01-01G00020':
        'it | DECRETO LEGISLATIVO 2001-03-01, n. 20 | https://www.normattiva.it/eli/id/2001/03/01//01G00020/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=01G00020 | date=2001-03-01 | gazette=27 | gazetteDate=2001-03-01 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-03-01;20 | number=20 | subject=Disposizioni inventate per esempio. | file 01G00020.json application/json | file 01G00020.xml application/xml',
      'normattiva-2001-03-01-01G00022':
        'it | DECRETO LEGISLATIVO 2001-03-01, n. 22 | https://www.normattiva.it/eli/id/2001/03/01//01G00022/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=01G00022 | date=2001-03-01 | gazette=27 | gazetteDate=2001-03-01 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-03-01;22 | number=22 | subject=Disposizioni inventate per esempio. | file 01G00022.json application/json | file 01G00022.xml application/xml',
      'normattiva-2001-03-01-01G00024':
        'it | DECRETO LEGISLATIVO 2001-03-01, n. 24 | https://www.normattiva.it/eli/id/2001/03/01//01G00024/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=01G00024 | date=2001-03-01 | gazette=27 | gazetteDate=2001-03-01 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-03-01;24 | number=24 | subject=Disposizioni inventate per esempio. | file 01G00024.json application/json | file 01G00024.xml application/xml',
      'normattiva-2001-03-01-01G00026':
        'it | DECRETO LEGISLATIVO 2001-03-01, n. 26 | https://www.normattiva.it/eli/id/2001/03/01//01G00026/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=01G00026 | date=2001-03-01 | gazette=27 | gazetteDate=2001-03-01 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-03-01;26 | number=26 | subject=Disposizioni inventate per esempio. | file 01G00026.json application/json | file 01G00026.xml application/xml',
      'normattiva-2001-03-01-01G00028':
        'it | DECRETO LEGISLATIVO 2001-03-01, n. 28 | https://www.normattiva.it/eli/id/2001/03/01//01G00028/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=01G00028 | date=2001-03-01 | gazette=27 | gazetteDate=2001-03-01 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-03-01;28 | number=28 | subject=Disposizioni inventate per esempio. | file 01G00028.json application/json | file 01G00028.xml application/xml',
      'normattiva-2001-03-01-01G00030':
        'it | DECRETO LEGISLATIVO 2001-03-01, n. 30 | https://www.normattiva.it/eli/id/2001/03/01//01G00030/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=01G00030 | date=2001-03-01 | gazette=27 | gazetteDate=2001-03-01 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-03-01;30 | number=30 | subject=Disposizioni inventate per esempio. | file 01G00030.json application/json | file 01G00030.xml application/xml',
      'normattiva-2001-03-02-01G00021':
        'it | DECRETO LEGISLATIVO 2001-03-02, n. 21 | https://www.normattiva.it/eli/id/2001/03/02//01G00021/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=01G00021 | date=2001-03-02 | gazette=27 | gazetteDate=2001-03-02 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-03-02;21 | number=21 | subject=Disposizioni inventate per esempio. | file 01G00021.json application/json | file 01G00021.xml application/xml',
      'normattiva-2001-03-02-01G00023':
        'it | DECRETO LEGISLATIVO 2001-03-02, n. 23 | https://www.normattiva.it/eli/id/2001/03/02//01G00023/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=01G00023 | date=2001-03-02 | gazette=27 | gazetteDate=2001-03-02 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-03-02;23 | number=23 | subject=Disposizioni inventate per esempio. | file 01G00023.json application/json | file 01G00023.xml application/xml',
      'normattiva-2001-03-02-01G00025':
        'it | DECRETO LEGISLATIVO 2001-03-02, n. 25 | https://www.normattiva.it/eli/id/2001/03/02//01G00025/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=01G00025 | date=2001-03-02 | gazette=27 | gazetteDate=2001-03-02 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-03-02;25 | number=25 | subject=Disposizioni inventate per esempio. | file 01G00025.json application/json | file 01G00025.xml application/xml',
      'normattiva-2001-03-02-01G00027':
        'it | DECRETO LEGISLATIVO 2001-03-02, n. 27 | https://www.normattiva.it/eli/id/2001/03/02//01G00027/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=01G00027 | date=2001-03-02 | gazette=27 | gazetteDate=2001-03-02 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-03-02;27 | number=27 | subject=Disposizioni inventate per esempio. | file 01G00027.json application/json | file 01G00027.xml application/xml',
      'normattiva-2001-03-02-01G00029':
        'it | DECRETO LEGISLATIVO 2001-03-02, n. 29 | https://www.normattiva.it/eli/id/2001/03/02//01G00029/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=01G00029 | date=2001-03-02 | gazette=27 | gazetteDate=2001-03-02 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-03-02;29 | number=29 | subject=Disposizioni inventate per esempio. | file 01G00029.json application/json | file 01G00029.xml application/xml',
      'normattiva-2001-03-02-01G00031':
        'it | DECRETO LEGISLATIVO 2001-03-02, n. 31 | https://www.normattiva.it/eli/id/2001/03/02//01G00031/CONSOLIDATED | amendedBy=LEGGE 9 febbraio 2001, n. 8 | code=01G00031 | date=2001-03-02 | gazette=27 | gazetteDate=2001-03-02 | kind=DECRETO LEGISLATIVO | nir=urn:nir:stato:decreto.legislativo:2001-03-02;31 | number=31 | subject=Disposizioni inventate per esempio. | file 01G00031.json application/json | file 01G00031.xml application/xml',
    },
  },
  ris: {
    '1': {
      NOR40150001:
        'de | Lampengesetz in der geltenden Fassung | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Bundesnormen&Dokumentnummer=NOR40150001 | act=20009999 | changed=2014-02-02 | collection=Bundesrecht konsolidiert | content=legislation | date=2014-02-01 | eli=https://www.ris.bka.gv.at/eli/bgbl/1/2014/20009999 | gazette=BGBl. I Nr. 1/2014 | inForceFrom=2014-02-01 | indices=10/01 Lampenrecht | keywords=Lampe; Licht | kind=Paragraph | organ=BKA | provision=§ 1 | published=2014-02-01 | shortTitle=Lampengesetz | wholeAct=https://www.ris.bka.gv.at/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=20009999 | file NOR40150001.json application/json | file NOR40150001.pdf application/pdf | file NOR40150001.xml application/xml',
      NOR40150002:
        'de | Lampengesetz in der geltenden Fassung | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Bundesnormen&Dokumentnummer=NOR40150002 | act=20009999 | changed=2014-02-02 | collection=Bundesrecht konsolidiert | content=legislation | date=2014-02-01 | eli=https://www.ris.bka.gv.at/eli/bgbl/1/2014/20009999 | gazette=BGBl. I Nr. 1/2014 | inForceFrom=2014-02-01 | indices=10/01 Lampenrecht | keywords=Lampe; Licht | kind=Paragraph | organ=BKA | provision=§ 10 | published=2014-02-01 | shortTitle=Lampengesetz | wholeAct=https://www.ris.bka.gv.at/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=20009999 | file NOR40150002.json application/json | file NOR40150002.pdf application/pdf | file NOR40150002.xml application/xml',
      NOR40150003:
        'de | Dochtgesetz in der geltenden Fassung | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Bundesnormen&Dokumentnummer=NOR40150003 | act=20009998 | changed=2014-02-02 | collection=Bundesrecht konsolidiert | content=legislation | date=2014-02-01 | eli=https://www.ris.bka.gv.at/eli/bgbl/1/2014/20009998 | gazette=BGBl. I Nr. 1/2014 | inForceFrom=2014-02-01 | indices=10/01 Lampenrecht | keywords=Lampe; Licht | kind=Paragraph | organ=BKA | provision=§ 1 | published=2014-02-01 | shortTitle=Dochtgesetz | wholeAct=https://www.ris.bka.gv.at/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=20009998 | file NOR40150003.json application/json | file NOR40150003.pdf application/pdf | file NOR40150003.xml application/xml',
      JFT_20131216_13G00002_00:
        'de | G2/2013 | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Vfgh&Dokumentnummer=JFT_20131216_13G00002_00 | caseNumber=G2/2013 + G3/2013 | changed=2014-02-02 | collection=Verfassungsgerichtshof | content=case-law | court=Gerichtshof für Lampen | date=2013-12-16 | decision=Erkenntnis | indices=10/01 B-VG | keywords=Lampen | kind=Text | norms=B-VG Art140 + LampG §1 | organ=Gerichtshof für Lampen | published=2014-02-01 | file JFT_20131216_13G00002_00.json application/json | file JFT_20131216_13G00002_00.pdf application/pdf | file JFT_20131216_13G00002_00.xml application/xml',
      JFR_20140114_13G00001_01:
        'de | G1/2013 | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Vfgh&Dokumentnummer=JFR_20140114_13G00001_01 | caseNumber=G1/2013 | changed=2014-02-02 | collection=Verfassungsgerichtshof | content=case-law | court=Gerichtshof für Lampen | date=2014-01-14 | decision=Erkenntnis | indices=10/01 B-VG | keywords=Lampen | kind=Rechtssatz | organ=Gerichtshof für Lampen | published=2014-02-01 | file JFR_20140114_13G00001_01.json application/json | file JFR_20140114_13G00001_01.pdf application/pdf | file JFR_20140114_13G00001_01.xml application/xml',
      JFT_20140114_13G00001_00:
        'de | G1/2013 | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Vfgh&Dokumentnummer=JFT_20140114_13G00001_00 | caseNumber=G1/2013 | changed=2014-02-02 | collection=Verfassungsgerichtshof | content=case-law | court=Gerichtshof für Lampen | date=2014-01-14 | decision=Erkenntnis | ecli=ECLI:AT:VFGH:2014:G1.2013 | indices=10/01 B-VG | keywords=Lampen | kind=Text | norms=B-VG Art140 + LampG §1 | organ=Gerichtshof für Lampen | published=2014-02-01 | file JFT_20140114_13G00001_00.json application/json | file JFT_20140114_13G00001_00.pdf application/pdf | file JFT_20140114_13G00001_00.xml application/xml',
      JWT_20140114_2013000002:
        'de | G1/2013 | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Vwgh&Dokumentnummer=JWT_20140114_2013000002 | caseNumber=G1/2013 | changed=2014-02-02 | collection=Verwaltungsgerichtshof | content=case-law | court=Gerichtshof für Lampen | date=2014-01-14 | decision=Erkenntnis | indices=10/01 B-VG | keywords=Lampen | kind=Text | norms=B-VG Art140 + LampG §1 | organ=Gerichtshof für Lampen | published=2014-02-01 | file JWT_20140114_2013000002.json application/json | file JWT_20140114_2013000002.xml application/xml',
      JWT_20140114_2013000003:
        'de | G1/2013 | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Vwgh&Dokumentnummer=JWT_20140114_2013000003 | caseNumber=G1/2013 | changed=2014-02-02 | collection=Verwaltungsgerichtshof | content=case-law | court=Gerichtshof für Lampen | date=2014-01-14 | decision=Erkenntnis | indices=10/01 B-VG | keywords=Lampen | kind=Text | norms=B-VG Art140 + LampG §1 | organ=Gerichtshof für Lampen | published=2014-02-01 | file JWT_20140114_2013000003.json application/json | file JWT_20140114_2013000003.xml application/xml',
      JWT_20140114_2013000000:
        'de | G1/2013 | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Vwgh&Dokumentnummer=JWT_20140114_2013000000 | caseNumber=G1/2013 | changed=2014-02-02 | collection=Verwaltungsgerichtshof | content=case-law | court=Gerichtshof für Lampen | date=2014-01-14 | decision=Erkenntnis | indices=10/01 B-VG | keywords=Lampen | kind=Text | norms=B-VG Art140 + LampG §1 | organ=Gerichtshof für Lampen | published=2014-02-01 | file JWT_20140114_2013000000.json application/json | file JWT_20140114_2013000000.xml application/xml',
      JWT_20140114_2013000001:
        'de | G1/2013 | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Vwgh&Dokumentnummer=JWT_20140114_2013000001 | caseNumber=G1/2013 | changed=2014-02-02 | collection=Verwaltungsgerichtshof | content=case-law | court=Gerichtshof für Lampen | date=2014-01-14 | decision=Erkenntnis | indices=10/01 B-VG | keywords=Lampen | kind=Text | norms=B-VG Art140 + LampG §1 | organ=Gerichtshof für Lampen | published=2014-02-01 | file JWT_20140114_2013000001.json application/json | file JWT_20140114_2013000001.xml application/xml',
      JJT_20140120_OGH0002_0010OB00001_13A0000_000:
        'de | G1/2013 | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Justiz&Dokumentnummer=JJT_20140120_OGH0002_0010OB00001_13A0000_000 | caseNumber=G1/2013 | changed=2014-02-02 | collection=Justiz | content=case-law | court=Gerichtshof für Lampen | date=2014-01-20 | decision=Erkenntnis | indices=10/01 B-VG | keywords=Lampen | kind=Text | norms=B-VG Art140 + LampG §1 | organ=Gerichtshof für Lampen | published=2014-02-01 | file JJT_20140120_OGH0002_0010OB00001_13A0000_000.html text/html | file JJT_20140120_OGH0002_0010OB00001_13A0000_000.json application/json | file JJT_20140120_OGH0002_0010OB00001_13A0000_000.rtf application/rtf | file image001.gif image/gif',
      JJT_20140225_OGH0002_0020OB00002_13B0000_000:
        'de | G1/2013 | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Justiz&Dokumentnummer=JJT_20140225_OGH0002_0020OB00002_13B0000_000 | caseNumber=G1/2013 | changed=2014-02-02 | collection=Justiz | content=case-law | court=Gerichtshof für Lampen | date=2014-02-25 | decision=Erkenntnis | indices=10/01 B-VG | keywords=Lampen | kind=Text | norms=B-VG Art140 + LampG §1 | organ=Gerichtshof für Lampen | published=2014-02-01 | file JJT_20140225_OGH0002_0020OB00002_13B0000_000.json application/json | file JJT_20140225_OGH0002_0020OB00002_13B0000_000.pdf application/pdf | file JJT_20140225_OGH0002_0020OB00002_13B0000_000.xml application/xml',
      BVWGT_20140102_W101_2000001_1_00:
        'de | G1/2013 | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Bvwg&Dokumentnummer=BVWGT_20140102_W101_2000001_1_00 | caseNumber=G1/2013 | changed=2014-02-02 | collection=Bundesverwaltungsgericht | content=case-law | court=Gerichtshof für Lampen | date=2014-01-02 | decision=Erkenntnis | indices=10/01 B-VG | keywords=Lampen | kind=Text | norms=B-VG Art140 + LampG §1 | organ=Gerichtshof für Lampen | published=2014-02-01 | file BVWGT_20140102_W101_2000001_1_00.json application/json | file BVWGT_20140102_W101_2000001_1_00.pdf application/pdf | file BVWGT_20140102_W101_2000001_1_00.xml application/xml',
    },
    '2': {
      JFT_20140114_13G00001_00:
        'de | G1/2013 | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Vfgh&Dokumentnummer=JFT_20140114_13G00001_00 | caseNumber=G1/2013 | changed=2014-03-11 | collection=Verfassungsgerichtshof | content=case-law | court=Gerichtshof für Lampen | date=2014-01-14 | decision=Erkenntnis | ecli=ECLI:AT:VFGH:2014:G1.2013 | indices=10/01 B-VG | keywords=Lampen | kind=Text | norms=B-VG Art140 + LampG §1 | organ=Gerichtshof für Lampen | published=2014-02-01 | file JFT_20140114_13G00001_00.json application/json | file JFT_20140114_13G00001_00.pdf application/pdf | file JFT_20140114_13G00001_00.xml application/xml',
      JJT_20140225_OGH0002_0020OB00002_13B0000_000:
        'de | G1/2013 | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Justiz&Dokumentnummer=JJT_20140225_OGH0002_0020OB00002_13B0000_000 | caseNumber=G1/2013 | changed=2014-03-11 | collection=Justiz | content=case-law | court=Gerichtshof für Lampen | date=2014-02-25 | decision=Erkenntnis | indices=10/01 B-VG | keywords=Lampen | kind=Text | norms=B-VG Art140 + LampG §1 | organ=Gerichtshof für Lampen | published=2014-02-01 | file JJT_20140225_OGH0002_0020OB00002_13B0000_000.json application/json | file JJT_20140225_OGH0002_0020OB00002_13B0000_000.pdf application/pdf | file JJT_20140225_OGH0002_0020OB00002_13B0000_000.xml application/xml | file beilage.gif image/gif',
      NOR40150004:
        'de | Laternengesetz in der geltenden Fassung | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Bundesnormen&Dokumentnummer=NOR40150004 | act=20009999 | changed=2014-03-11 | collection=Bundesrecht konsolidiert | content=legislation | date=2014-03-11 | eli=https://www.ris.bka.gv.at/eli/bgbl/1/2014/20009999 | gazette=BGBl. I Nr. 1/2014 | inForceFrom=2014-03-11 | indices=10/01 Lampenrecht | keywords=Lampe; Licht | kind=Paragraph | organ=BKA | provision=§ 1 | published=2014-03-11 | shortTitle=Laternengesetz | wholeAct=https://www.ris.bka.gv.at/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=20009999 | file NOR40150004.json application/json | file NOR40150004.pdf application/pdf | file NOR40150004.xml application/xml',
      LVWGT_WI_20140303_VGW_001_00:
        'de | G1/2013 | https://www.ris.bka.gv.at/Dokument.wxe?Abfrage=Lvwg&Dokumentnummer=LVWGT_WI_20140303_VGW_001_00 | caseNumber=G1/2013 | changed=2014-03-11 | collection=Landesverwaltungsgerichte | content=case-law | court=Gerichtshof für Lampen | date=2014-03-03 | decision=Erkenntnis | indices=10/01 B-VG | keywords=Lampen | kind=Text | norms=B-VG Art140 + LampG §1 | organ=Gerichtshof für Lampen | published=2014-03-11 | file LVWGT_WI_20140303_VGW_001_00.json application/json | file LVWGT_WI_20140303_VGW_001_00.pdf application/pdf | file LVWGT_WI_20140303_VGW_001_00.xml application/xml',
    },
  },
  'romanian-law-review': {
    '1': {
      'lawreview-on-invented-rules':
        'en | On Invented Rules | http://internationallawreview.eu/article/on-invented-rules | abstract=Invented. | authors=Ada EXAMPLE | keywords=light | file lawreview-on-invented-rules.html text/html',
      'lawreview-lamps-and-law':
        'en | Lamps & Law | http://internationallawreview.eu/article/lamps-and-law | abstract=Invented. | authors=Ada EXAMPLE | keywords=light | file lawreview-lamps-and-law.html text/html',
      'lawreview-wicks':
        'en | Wicks in Comparison | http://internationallawreview.eu/article/wicks | abstract=Invented. | authors=Ada EXAMPLE | fullText=http://internationallawreview.eu/files/wicks.pdf | keywords=light | file lawreview-wicks.html text/html | file lawreview-wicks.pdf application/pdf',
      'lawreview-right-to-light':
        'en | The Right to Light | http://internationallawreview.eu/article/right-to-light | abstract=Invented. | authors=Ada EXAMPLE | keywords=light | file lawreview-right-to-light.html text/html',
      'lawreview-a-slip':
        'en | A Slip | http://internationallawreview.eu/article/a-slip | abstract=Invented. | authors=Ada EXAMPLE | keywords=light | file lawreview-a-slip.html text/html',
      'lawreview-withdrawn':
        'en | A Withdrawn Note | http://internationallawreview.eu/article/withdrawn | abstract=Invented. | authors=Ada EXAMPLE | keywords=light | file lawreview-withdrawn.html text/html',
    },
    '2': {
      'lawreview-a-slip':
        'en | A Slip | http://internationallawreview.eu/article/a-slip | abstract=Invented. | authors=Ada EXAMPLE | keywords=light | file lawreview-a-slip.html text/html',
      'lawreview-new-light':
        'en | New Light | http://internationallawreview.eu/article/new-light | abstract=Invented. | authors=Ada EXAMPLE | keywords=light | file lawreview-new-light.html text/html',
    },
  },
  'the-gazette': {
    '1': {
      'https://www.thegazette.co.uk/id/notice/L-64002-4001005':
        'en | Privy Council Office | https://www.thegazette.co.uk/notice/L-64002-4001005 | updated=2031-01-02T15:24:00Z | file data.pdf application/pdf | file entry.xml application/xml | file notice.html text/html',
      'https://www.thegazette.co.uk/id/notice/L-64002-4001006':
        'en | Foreign & Commonwealth Office | https://www.thegazette.co.uk/notice/L-64002-4001006 | updated=2031-01-02T15:24:00Z | file data.pdf application/pdf | file entry.xml application/xml | file notice.html text/html',
      'https://www.thegazette.co.uk/id/notice/L-64001-4001001':
        'en | Warrants Under the Royal Sign Manual | https://www.thegazette.co.uk/notice/L-64001-4001001 | updated=2031-01-02T15:24:00Z | file data.pdf application/pdf | file entry.xml application/xml | file notice.html text/html',
      'https://www.thegazette.co.uk/id/notice/E-29001-4001002':
        'en | Lieutenancies | https://www.thegazette.co.uk/notice/E-29001-4001002 | updated=2031-01-02T15:24:00Z | file data.pdf application/pdf | file entry.xml application/xml | file notice.html text/html',
      'https://www.thegazette.co.uk/id/notice/B-9001-4001003':
        'en | Honours & Awards | https://www.thegazette.co.uk/notice/B-9001-4001003 | updated=2031-01-02T15:24:00Z | file data.pdf application/pdf | file entry.xml application/xml | file notice.html text/html',
      'https://www.thegazette.co.uk/id/notice/L-64001-4001004':
        'en | Crown Office | https://www.thegazette.co.uk/notice/L-64001-4001004 | updated=2031-01-02T15:24:00Z | file data.pdf application/pdf | file entry.xml application/xml | file notice.html text/html',
    },
    '2': {
      'https://www.thegazette.co.uk/id/notice/L-64002-4001005':
        'en | Privy Council Office | https://www.thegazette.co.uk/notice/L-64002-4001005 | updated=2031-01-08T10:00:00Z | file data.pdf application/pdf | file entry.xml application/xml | file notice.html text/html',
      'https://www.thegazette.co.uk/id/notice/L-64010-4001007':
        'en | A New Lord Lieutenant | https://www.thegazette.co.uk/notice/L-64010-4001007 | updated=2031-01-09T09:00:00Z | file data.pdf application/pdf | file entry.xml application/xml | file notice.html text/html',
    },
  },
  'uk-supreme-court': {
    '1': {
      'uksc/2024/1':
        'en | Smith v Lamp Board | https://caselaw.nationalarchives.gov.uk/uksc/2024/1 | caseId=UKSC/2023/0012 | citation=[2024] UKSC 1 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | justices=Lord Lamp + Lady Wick | status=Judgment given | updated=2031-01-02T09:54:24+00:00 | file 2024-uksc-1.pdf application/pdf | file data.xml application/xml | file uksc-2023-0012.html text/html | file uksc_2023_0012_judgment_cccc00000c.pdf application/pdf | file uksc_2023_0012_press_summary_aaaa000001.pdf application/pdf',
      'd-00000000-0000-4000-8000-000000000002':
        'en | Wick and others v Lamp | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000002 | caseId=UKSC/2030/0012 + UKSC/2030/0014 | citation=[2031] UKSC 2 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | justices=Lord Lamp + Lady Wick | status=Judgment given | updated=2031-01-03T09:54:24+00:00 | file 2031-uksc-2.pdf application/pdf | file data.xml application/xml | file uksc-2030-0012.html text/html | file uksc-2030-0014.html text/html | file uksc_2030_0012_judgment_cccc00000c.pdf application/pdf | file uksc_2030_0012_press_summary_aaaa000002.pdf application/pdf | file uksc_2030_0014_judgment_cccc00000c.pdf application/pdf | file uksc_2030_0014_press_summary_aaaa000002.pdf application/pdf',
      'd-00000000-0000-4000-8000-000000000003':
        'en | R (Light) v Dark | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000003 | citation=[2031] UKSC 3 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-04T09:54:24+00:00 | file 2031-uksc-3.pdf application/pdf | file data.xml application/xml | file image1.png image/png',
      'd-00000000-0000-4000-8000-000000000004':
        'en | Reference on Lamps | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000004 | citation=[2031] UKSC 4 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-01T09:54:24+00:00 | file data.xml application/xml',
      'd-00000000-0000-4000-8000-000000000005':
        'en | In re Candle | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000005 | citation=[2031] UKSC 5 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-02T09:54:24+00:00 | file 2031-uksc-5.pdf application/pdf | file data.xml application/xml',
      'd-00000000-0000-4000-8000-000000000006':
        'en | Flint v Steel | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000006 | caseId=UKSC/2030/0040 | citation=[2031] UKSC 6 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | justices=Lord Lamp + Lady Wick | status=Judgment given | updated=2031-01-03T09:54:24+00:00 | file 2031-uksc-6.pdf application/pdf | file data.xml application/xml | file uksc-2030-0040.html text/html | file uksc_2030_0040_judgment_cccc00000c.pdf application/pdf | file uksc_2030_0040_press_summary_aaaa000006.pdf application/pdf',
      'd-00000000-0000-4000-8000-000000000007':
        'en | Ember v Ash | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000007 | citation=[2031] UKSC 7 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-04T09:54:24+00:00 | file 2031-uksc-7.pdf application/pdf | file data.xml application/xml',
    },
    '2': {
      'd-00000000-0000-4000-8000-000000000005':
        'en | In re Candle | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000005 | citation=[2031] UKSC 5 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | updated=2031-01-08T11:00:00+00:00 | file 2031-uksc-5.pdf application/pdf | file data.xml application/xml',
      'd-00000000-0000-4000-8000-000000000006':
        'en | Flint v Steel | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000006 | caseId=UKSC/2030/0040 | citation=[2031] UKSC 6 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | justices=Lord Lamp + Lady Wick | status=Judgment given | updated=2031-01-03T09:54:24+00:00 | file 2031-uksc-6.pdf application/pdf | file data.xml application/xml | file uksc-2030-0040.html text/html | file uksc_2030_0040_judgment_cccc00000c.pdf application/pdf | file uksc_2030_0040_press_summary_aaaa000006.pdf application/pdf | file uksc_2030_0040_press_summary_bbbb000006.pdf application/pdf',
      'd-00000000-0000-4000-8000-000000000008':
        'en | Torch v Match | https://caselaw.nationalarchives.gov.uk/d-00000000-0000-4000-8000-000000000008 | caseId=UKSC/2030/0050 | citation=[2031] UKSC 8 | court=United Kingdom Supreme Court | date=2031-01-02 | hash=5468652061707065 | judges=Lord Lamp | justices=Lord Lamp + Lady Wick | status=Judgment given | updated=2031-01-09T10:00:00+00:00 | file 2031-uksc-8.pdf application/pdf | file data.xml application/xml | file uksc-2030-0050.html text/html | file uksc_2030_0050_judgment_cccc00000c.pdf application/pdf | file uksc_2030_0050_press_summary_aaaa000008.pdf application/pdf',
    },
  },
  'utrecht-journal': {
    '1': {
      'ujiel-1':
        'en | Courts of Lampland | https://utrechtjournal.org/articles/10.5334/ujiel.1/ | authors=Example, Ada | date=2030-01-02 | doi=10.5334/ujiel.1 | fullText=https://utrechtjournal.org/articles/10.5334/ujiel.1/galley/34/download/ | file ujiel-1.html text/html | file ujiel-1.pdf application/pdf',
      'ujiel-2':
        'en | Light & Procedure | https://utrechtjournal.org/articles/10.5334/ujiel.2/ | authors=Example, Ada | date=2030-01-02 | doi=10.5334/ujiel.2 | fullText=https://utrechtjournal.org/articles/10.5334/ujiel.2/galley/34/download/ | file ujiel-2.html text/html | file ujiel-2.pdf application/pdf',
      'ujiel-3':
        'en | Wicks | https://utrechtjournal.org/articles/10.5334/ujiel.3/ | authors=Example, Ada | date=2030-01-02 | doi=10.5334/ujiel.3 | fullText=https://utrechtjournal.org/articles/10.5334/ujiel.3/galley/34/download/ | file ujiel-3.html text/html | file ujiel-3.pdf application/pdf',
      'ujiel-4':
        'en | Queues at Night | https://utrechtjournal.org/articles/10.5334/ujiel.4/ | authors=Example, Ada | date=2030-01-02 | doi=10.5334/ujiel.4 | fullText=https://utrechtjournal.org/articles/10.5334/ujiel.4/galley/34/download/ | file ujiel-4.html text/html | file ujiel-4.pdf application/pdf',
      'ujiel-5':
        'en | A Slip of the Pen | https://utrechtjournal.org/articles/10.5334/ujiel.5/ | authors=Example, Ada | date=2030-01-02 | doi=10.5334/ujiel.5 | fullText=https://utrechtjournal.org/articles/10.5334/ujiel.5/galley/34/download/ | file ujiel-5.html text/html | file ujiel-5.pdf application/pdf',
      'ujiel-6':
        'en | A Retracted Paper | https://utrechtjournal.org/articles/10.5334/ujiel.6/ | authors=Example, Ada | date=2030-01-02 | doi=10.5334/ujiel.6 | fullText=https://utrechtjournal.org/articles/10.5334/ujiel.6/galley/34/download/ | file ujiel-6.html text/html | file ujiel-6.pdf application/pdf',
    },
    '2': {
      'ujiel-5':
        'en | A Slip of the Pen | https://utrechtjournal.org/articles/10.5334/ujiel.5/ | authors=Example, Ada | date=2030-01-02 | doi=10.5334/ujiel.5 | fullText=https://utrechtjournal.org/articles/10.5334/ujiel.5/galley/34/download/ | file ujiel-5.html text/html | file ujiel-5.pdf application/pdf',
      'ujiel-9':
        'en | New Light | https://utrechtjournal.org/articles/10.5334/ujiel.9/ | authors=Example, Ada | date=2030-01-02 | doi=10.5334/ujiel.9 | fullText=https://utrechtjournal.org/articles/10.5334/ujiel.9/galley/34/download/ | file ujiel-9.html text/html | file ujiel-9.pdf application/pdf',
    },
  },
  vas: {
    '1': {
      'vas-2024-200':
        'bg | Административно дело 200/2024 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000002000 | actIds=aaaaaaaa-2222-3333-4444-000000002000 | acts=Решение 200 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002024200 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=200 | reporter=И. Примерова | respondent=Примерна агенция | year=2024 | file aaaaaaaa-2222-3333-4444-000000002000.html text/html | file acts.json application/json',
      'vas-2024-201':
        'bg | Административно дело 201/2024 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000002001 | actIds=aaaaaaaa-2222-3333-4444-000000002001 | acts=Решение 200 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002024201 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=201 | reporter=И. Примерова | respondent=Примерна агенция | year=2024 | file aaaaaaaa-2222-3333-4444-000000002001.html text/html | file acts.json application/json',
      'vas-2024-202':
        'bg | Административно дело 202/2024 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000002002 | actIds=aaaaaaaa-2222-3333-4444-000000002002 | acts=Решение 200 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002024202 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=202 | reporter=И. Примерова | respondent=Примерна агенция | year=2024 | file aaaaaaaa-2222-3333-4444-000000002002.html text/html | file acts.json application/json',
      'vas-2024-203':
        'bg | Административно дело 203/2024 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000002003 | actIds=aaaaaaaa-2222-3333-4444-000000002003 | acts=Решение 200 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002024203 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=203 | reporter=И. Примерова | respondent=Примерна агенция | year=2024 | file aaaaaaaa-2222-3333-4444-000000002003.html text/html | file acts.json application/json',
      'vas-2024-204':
        'bg | Административно дело 204/2024 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000002004 | actIds=aaaaaaaa-2222-3333-4444-000000002004 | acts=Решение 200 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002024204 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=204 | reporter=И. Примерова | respondent=Примерна агенция | year=2024 | file aaaaaaaa-2222-3333-4444-000000002004.html text/html | file acts.json application/json',
      'vas-2024-205':
        'bg | Административно дело 205/2024 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000002005 | actIds=aaaaaaaa-2222-3333-4444-000000002005 | acts=Решение 200 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002024205 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=205 | reporter=И. Примерова | respondent=Примерна агенция | year=2024 | file aaaaaaaa-2222-3333-4444-000000002005.html text/html | file acts.json application/json',
      'vas-2024-206':
        'bg | Административно дело 206/2024 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000002006 | actIds=aaaaaaaa-2222-3333-4444-000000002006 | acts=Решение 200 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002024206 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=206 | reporter=И. Примерова | respondent=Примерна агенция | year=2024 | file aaaaaaaa-2222-3333-4444-000000002006.html text/html | file acts.json application/json',
      'vas-2024-207':
        'bg | Административно дело 207/2024 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000002007 | actIds=aaaaaaaa-2222-3333-4444-000000002007 | acts=Решение 200 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002024207 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=207 | reporter=И. Примерова | respondent=Примерна агенция | year=2024 | file aaaaaaaa-2222-3333-4444-000000002007.html text/html | file acts.json application/json',
      'vas-2025-101':
        'bg | Административно дело 101/2025 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000000001 | actIds=aaaaaaaa-2222-3333-4444-000000000001 + aaaaaaaa-2222-3333-4444-000000000002 | acts=Решение 200 2025-05-06 + Решение 201 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002025101 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=101 | reporter=И. Примерова | respondent=Примерна агенция | year=2025 | file aaaaaaaa-2222-3333-4444-000000000001.html text/html | file acts.json application/json | file preview.html text/html',
      'vas-2025-102':
        'bg | Административно дело 102/2025 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000000003 | actIds=aaaaaaaa-2222-3333-4444-000000000003 | acts=Решение 200 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002025102 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=102 | reporter=И. Примерова | respondent=Примерна агенция | year=2025 | file aaaaaaaa-2222-3333-4444-000000000003.html text/html | file acts.json application/json',
      'vas-2025-103':
        'bg | Административно дело 103/2025 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000000100 | actIds=aaaaaaaa-2222-3333-4444-000000000100 + aaaaaaaa-2222-3333-4444-000000000101 + aaaaaaaa-2222-3333-4444-000000000102 + aaaaaaaa-2222-3333-4444-000000000103 + aaaaaaaa-2222-3333-4444-000000000104 + aaaaaaaa-2222-3333-4444-000000000105 + aaaaaaaa-2222-3333-4444-000000000106 + aaaaaaaa-2222-3333-4444-000000000107 + aaaaaaaa-2222-3333-4444-000000000108 + aaaaaaaa-2222-3333-4444-000000000109 + aaaaaaaa-2222-3333-4444-000000000110 + aaaaaaaa-2222-3333-4444-000000000111 | acts=Решение 200 2025-05-06 + Решение 201 2025-05-06 + Решение 202 2025-05-06 + Решение 203 2025-05-06 + Решение 204 2025-05-06 + Решение 205 2025-05-06 + Решение 206 2025-05-06 + Решение 207 2025-05-06 + Решение 208 2025-05-06 + Решение 209 2025-05-06 + Решение 210 2025-05-06 + Решение 211 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002025103 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=103 | reporter=И. Примерова | respondent=Примерна агенция | year=2025 | file aaaaaaaa-2222-3333-4444-000000000100.html text/html | file aaaaaaaa-2222-3333-4444-000000000101.html text/html | file aaaaaaaa-2222-3333-4444-000000000102.html text/html | file aaaaaaaa-2222-3333-4444-000000000103.html text/html | file aaaaaaaa-2222-3333-4444-000000000104.html text/html | file aaaaaaaa-2222-3333-4444-000000000105.html text/html | file aaaaaaaa-2222-3333-4444-000000000106.html text/html | file aaaaaaaa-2222-3333-4444-000000000107.html text/html | file aaaaaaaa-2222-3333-4444-000000000108.html text/html | file aaaaaaaa-2222-3333-4444-000000000109.html text/html | file aaaaaaaa-2222-3333-4444-000000000110.html text/html | file aaaaaaaa-2222-3333-4444-000000000111.html text/html | file acts.json application/json',
      'vas-2025-104':
        'bg | Административно дело 104/2025 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000000004 | actIds=aaaaaaaa-2222-3333-4444-000000000004 | acts=Решение 200 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002025104 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=104 | reporter=И. Примерова | respondent=Примерна агенция | year=2025 | file aaaaaaaa-2222-3333-4444-000000000004.html text/html | file acts.json application/json',
      'vas-2025-105':
        'bg | Административно дело 105/2025 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000000005 | actIds=aaaaaaaa-2222-3333-4444-000000000005 | acts=Решение 200 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002025105 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=105 | reporter=И. Примерова | respondent=Примерна агенция | year=2025 | file aaaaaaaa-2222-3333-4444-000000000005.html text/html | file acts.json application/json',
    },
    '2': {
      'vas-2025-104':
        'bg | Административно дело 104/2025 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000000004 | actIds=aaaaaaaa-2222-3333-4444-000000000004 + aaaaaaaa-2222-3333-4444-000000000006 | acts=Решение 200 2025-05-06 + Решение 201 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002025104 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=104 | reporter=И. Примерова | respondent=Примерна агенция | year=2025 | file aaaaaaaa-2222-3333-4444-000000000004.html text/html | file aaaaaaaa-2222-3333-4444-000000000006.html text/html | file acts.json application/json',
      'vas-2025-106':
        'bg | Административно дело 106/2025 | https://ecase.justice.bg/case/preview?type=7&gid=aaaaaaaa-2222-3333-4444-000000000007 | actIds=aaaaaaaa-2222-3333-4444-000000000007 | acts=Решение 200 2025-05-06 | applicant=А.Б.В. | caseId=11111111-2222-3333-4444-000002025106 | date=2025-05-06 | department=Първо отделение | judges=И. Примерова | kind=Административно дело | number=106 | reporter=И. Примерова | respondent=Примерна агенция | year=2025 | file aaaaaaaa-2222-3333-4444-000000000007.html text/html | file acts.json application/json',
    },
  },
  'verwaltungsvorschriften-im-internet': {
    '1': {
      bsvwvbund_01012031_XY11234500001:
        'de | Allgemeine Verwaltungsvorschrift über Lämpchen | https://www.verwaltungsvorschriften-im-internet.de/bsvwvbund_01012031_XY11234500001.htm | abbreviation=LampVwV | date=2031-01-01 | fileNumber=XY11234500001 | file bsvwvbund_01012031_XY11234500001.htm text/html',
      bsvwvbund_02012031_XY11234500002:
        'de | Allgemeine Verwaltungsvorschrift über Laternen | https://www.verwaltungsvorschriften-im-internet.de/bsvwvbund_02012031_XY11234500002.htm | abbreviation=LampVwV | date=2031-01-02 | fileNumber=XY11234500002 | file bsvwvbund_02012031_XY11234500002.htm text/html',
      bsvwvbund_03012031_XY11234500003:
        'de | Allgemeine Verwaltungsvorschrift über Kerzen | https://www.verwaltungsvorschriften-im-internet.de/bsvwvbund_03012031_XY11234500003.htm | abbreviation=LampVwV | date=2031-01-03 | fileNumber=XY11234500003 | file bsvwvbund_03012031_XY11234500003.htm text/html',
      bsvwvbund_04012031_XY11234500004:
        'de | Allgemeine Verwaltungsvorschrift über Dochte | https://www.verwaltungsvorschriften-im-internet.de/bsvwvbund_04012031_XY11234500004.htm | abbreviation=LampVwV | date=2031-01-04 | fileNumber=XY11234500004 | file bsvwvbund_04012031_XY11234500004.htm text/html',
      bsvwvbund_05012031_XY11234500005:
        'de | Allgemeine Verwaltungsvorschrift über Schirme | https://www.verwaltungsvorschriften-im-internet.de/bsvwvbund_05012031_XY11234500005.htm | abbreviation=LampVwV | date=2031-01-05 | fileNumber=XY11234500005 | file bsvwvbund_05012031_XY11234500005.htm text/html',
      bsvwvbund_06012031_XY11234500006:
        'de | Allgemeine Verwaltungsvorschrift über Fackeln | https://www.verwaltungsvorschriften-im-internet.de/bsvwvbund_06012031_XY11234500006.htm | abbreviation=LampVwV | date=2031-01-06 | fileNumber=XY11234500006 | file bsvwvbund_06012031_XY11234500006.htm text/html',
      bsvwvbund_07012031_XY11234500007:
        'de | Allgemeine Verwaltungsvorschrift über Gebührenzeichen | https://www.verwaltungsvorschriften-im-internet.de/bsvwvbund_07012031_XY11234500007.htm | abbreviation=LampVwV | date=2031-01-07 | fileNumber=XY11234500007 | file bsvwvbund_07012031_XY11234500007.gif image/gif | file bsvwvbund_07012031_XY11234500007.htm text/html',
      bsvwvbund_08012031_XY11234500008:
        'de | Allgemeine Verwaltungsvorschrift über Glühdrähte | https://www.verwaltungsvorschriften-im-internet.de/bsvwvbund_08012031_XY11234500008.htm | abbreviation=LampVwV | date=2031-01-08 | fileNumber=XY11234500008 | file bsvwvbund_08012031_XY11234500008.htm text/html',
      bsvwvbund_09012031_XY11234500009:
        'de | Allgemeine Verwaltungsvorschrift über Öllampen | https://www.verwaltungsvorschriften-im-internet.de/bsvwvbund_09012031_XY11234500009.htm | abbreviation=LampVwV | date=2031-01-09 | fileNumber=XY11234500009 | file bsvwvbund_09012031_XY11234500009.htm text/html',
    },
    '2': {
      bsvwvbund_01012031_XY11234500001:
        'de | Allgemeine Verwaltungsvorschrift über Lämpchen | https://www.verwaltungsvorschriften-im-internet.de/bsvwvbund_01012031_XY11234500001.htm | abbreviation=LampVwV | authority=BMF | date=2031-01-01 | fileNumber=XY11234500001 | file bsvwvbund_01012031_XY11234500001.htm text/html',
      bsvwvbund_07012031_XY11234500007:
        'de | Allgemeine Verwaltungsvorschrift über Gebührenzeichen | https://www.verwaltungsvorschriften-im-internet.de/bsvwvbund_07012031_XY11234500007.htm | abbreviation=LampVwV | authority=BMF | date=2031-01-07 | fileNumber=XY11234500007 | file bsvwvbund_07012031_XY11234500007.gif image/gif | file bsvwvbund_07012031_XY11234500007.htm text/html',
      bsvwvbund_10012031_XY112345000010:
        'de | Allgemeine Verwaltungsvorschrift über Blitze | https://www.verwaltungsvorschriften-im-internet.de/bsvwvbund_10012031_XY112345000010.htm | abbreviation=LampVwV | authority=BMF | date=2031-01-10 | fileNumber=XY112345000010 | file bsvwvbund_10012031_XY112345000010.htm text/html',
    },
  },
  vks: {
    '1': {
      'vks-0123456789ABCDEF0123456789000001':
        'bg | Решение №1/09.01.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF0123456789000001 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-01-09 | kind=Решение | number=1 | unid=0123456789ABCDEF0123456789000001 | file 0123456789ABCDEF0123456789000001.html text/html',
      'vks-0123456789ABCDEF0123456789000002':
        'bg | Определение № 60 189 //10.01.2025 по дело №1б/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF0123456789000002 | annotation=Кратка измислена анотация. | caseNumber=1б | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-01-10 | kind=Определение | number=60 189 | unid=0123456789ABCDEF0123456789000002 | file 0123456789ABCDEF0123456789000002.html text/html',
      'vks-0123456789ABCDEF0123456789000006':
        'bg | Решение №6/15.01.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF0123456789000006 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-01-15 | kind=Решение | number=6 | unid=0123456789ABCDEF0123456789000006 | file 0123456789ABCDEF0123456789000006.html text/html',
      'vks-0123456789ABCDEF0123456789000007':
        'bg | Решение №7/16.01.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF0123456789000007 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-01-16 | kind=Решение | number=7 | unid=0123456789ABCDEF0123456789000007 | file 0123456789ABCDEF0123456789000007.html text/html',
      'vks-0123456789ABCDEF01234567890003E8':
        'bg | Решение №1000/01.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890003E8 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-01 | kind=Решение | number=1000 | unid=0123456789ABCDEF01234567890003E8 | file 0123456789ABCDEF01234567890003E8.html text/html',
      'vks-0123456789ABCDEF01234567890003E9':
        'bg | Решение №1001/02.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890003E9 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-02 | kind=Решение | number=1001 | unid=0123456789ABCDEF01234567890003E9 | file 0123456789ABCDEF01234567890003E9.html text/html',
      'vks-0123456789ABCDEF01234567890003EA':
        'bg | Решение №1002/03.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890003EA | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-03 | kind=Решение | number=1002 | unid=0123456789ABCDEF01234567890003EA | file 0123456789ABCDEF01234567890003EA.html text/html',
      'vks-0123456789ABCDEF01234567890003EB':
        'bg | Решение №1003/04.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890003EB | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-04 | kind=Решение | number=1003 | unid=0123456789ABCDEF01234567890003EB | file 0123456789ABCDEF01234567890003EB.html text/html',
      'vks-0123456789ABCDEF01234567890003EC':
        'bg | Решение №1004/05.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890003EC | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-05 | kind=Решение | number=1004 | unid=0123456789ABCDEF01234567890003EC | file 0123456789ABCDEF01234567890003EC.html text/html',
      'vks-0123456789ABCDEF01234567890003ED':
        'bg | Решение №1005/06.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890003ED | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-06 | kind=Решение | number=1005 | unid=0123456789ABCDEF01234567890003ED | file 0123456789ABCDEF01234567890003ED.html text/html',
      'vks-0123456789ABCDEF01234567890003EE':
        'bg | Решение №1006/07.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890003EE | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-07 | kind=Решение | number=1006 | unid=0123456789ABCDEF01234567890003EE | file 0123456789ABCDEF01234567890003EE.html text/html',
      'vks-0123456789ABCDEF01234567890003EF':
        'bg | Решение №1007/08.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890003EF | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-08 | kind=Решение | number=1007 | unid=0123456789ABCDEF01234567890003EF | file 0123456789ABCDEF01234567890003EF.html text/html',
      'vks-0123456789ABCDEF01234567890003F0':
        'bg | Решение №1008/09.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890003F0 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-09 | kind=Решение | number=1008 | unid=0123456789ABCDEF01234567890003F0 | file 0123456789ABCDEF01234567890003F0.html text/html',
      'vks-0123456789ABCDEF01234567890003F1':
        'bg | Решение №1009/10.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890003F1 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-10 | kind=Решение | number=1009 | unid=0123456789ABCDEF01234567890003F1 | file 0123456789ABCDEF01234567890003F1.html text/html',
      'vks-0123456789ABCDEF01234567890003F2':
        'bg | Решение №1010/11.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890003F2 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-11 | kind=Решение | number=1010 | unid=0123456789ABCDEF01234567890003F2 | file 0123456789ABCDEF01234567890003F2.html text/html',
      'vks-0123456789ABCDEF01234567890003F3':
        'bg | Решение №1011/12.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890003F3 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-12 | kind=Решение | number=1011 | unid=0123456789ABCDEF01234567890003F3 | file 0123456789ABCDEF01234567890003F3.html text/html',
      'vks-0123456789ABCDEF01234567890003F4':
        'bg | Решение №1012/13.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890003F4 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-13 | kind=Решение | number=1012 | unid=0123456789ABCDEF01234567890003F4 | file 0123456789ABCDEF01234567890003F4.html text/html',
      'vks-0123456789ABCDEF01234567890007D0':
        'bg | Решение №2000/01.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890007D0 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-01 | kind=Решение | number=2000 | unid=0123456789ABCDEF01234567890007D0 | file 0123456789ABCDEF01234567890007D0.html text/html',
      'vks-0123456789ABCDEF01234567890007D1':
        'bg | Решение №2001/02.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890007D1 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-02 | kind=Решение | number=2001 | unid=0123456789ABCDEF01234567890007D1 | file 0123456789ABCDEF01234567890007D1.html text/html',
      'vks-0123456789ABCDEF01234567890007D2':
        'bg | Решение №2002/03.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF01234567890007D2 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-03 | kind=Решение | number=2002 | unid=0123456789ABCDEF01234567890007D2 | file 0123456789ABCDEF01234567890007D2.html text/html',
      'vks-0123456789ABCDEF0123456789000834':
        'bg | Решение №2100/11.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF0123456789000834 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-11 | kind=Решение | number=2100 | unid=0123456789ABCDEF0123456789000834 | file 0123456789ABCDEF0123456789000834.html text/html',
      'vks-0123456789ABCDEF0123456789000003':
        'bg | Разпореждане без номер | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF0123456789000003 | annotation=Кратка измислена анотация. | chamber=Второ гражданско отделение | unid=0123456789ABCDEF0123456789000003 | file 0123456789ABCDEF0123456789000003.html text/html',
      'vks-0123456789ABCDEF0123456789000004':
        'bg | Решение №4/03.03.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF0123456789000004 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-03-03 | kind=Решение | number=4 | unid=0123456789ABCDEF0123456789000004 | file 0123456789ABCDEF0123456789000004.html text/html',
    },
    '2': {
      'vks-0123456789ABCDEF0123456789000006':
        'bg | Решение №6/15.01.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF0123456789000006 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-01-15 | kind=Решение | number=6 | unid=0123456789ABCDEF0123456789000006 | file 0123456789ABCDEF0123456789000006.html text/html',
      'vks-0123456789ABCDEF0123456789000008':
        'bg | Решение №8/20.02.2025 по дело №15/2024 | https://www.vks.bg/pregled-akt.jsp?type=ot-spisak&id=0123456789ABCDEF0123456789000008 | annotation=Кратка измислена анотация. | caseNumber=15 | caseYear=2024 | chamber=Второ гражданско отделение | date=2025-02-20 | kind=Решение | number=8 | unid=0123456789ABCDEF0123456789000008 | file 0123456789ABCDEF0123456789000008.html text/html',
    },
  },
  'web-jcli': {
    '1': {
      'webjcli-301':
        'en | On Invented Rules | http://webjcli.org/article/view/301 | authors=Ada Example | file abstract.html text/html | file webjcli-301.html text/html',
      'webjcli-302':
        'en | Lamps & Law | http://webjcli.org/article/view/302 | authors=Ada Example | file abstract.html text/html | file webjcli-302.html text/html',
      'webjcli-303':
        'en | The "Right" to Light | http://webjcli.org/article/view/303 | authors=Ada Example | file abstract.html text/html | file webjcli-303.html text/html',
      'webjcli-304':
        'en | Wicks in Comparison | http://webjcli.org/article/view/304 | authors=Ada Example | file abstract.html text/html | file webjcli-304.html text/html',
      'webjcli-305':
        'en | A Paper with a Slip | http://webjcli.org/article/view/305 | authors=Ada Example | file abstract.html text/html | file webjcli-305.html text/html',
      'webjcli-306':
        'en | A Withdrawn Note | http://webjcli.org/article/view/306 | authors=Ada Example | file abstract.html text/html | file webjcli-306.html text/html',
    },
    '2': {},
  },
};

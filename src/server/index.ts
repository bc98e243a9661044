export { type LivePage, type PageRow, reportPage } from './report-page.js';
export { type ReportServer, serveReport } from './serve-report.js';

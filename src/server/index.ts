export { type LivePage, type PageRow } from './report-page.js';
export { type ReportServer, serveReport } from './serve-report.js';

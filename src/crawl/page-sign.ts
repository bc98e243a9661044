/** What a page shows instead of a document, as extract/ recognises it. */
import type { Page } from '../model/index.js';

export interface PageSign {
  readonly kind: 'soft-404' | 'challenge' | 'login' | 'parked' | 'maintenance';
  readonly because: string;
}

export interface RecognisedPage {
  readonly page: Page;
  readonly status: number;
  readonly url: string;
  /** It is a document already. */
  readonly known: boolean;
}

export const recognisePage = (_: RecognisedPage): PageSign | null => null;

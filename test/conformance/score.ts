export interface Score {
  suite: string;
  passed: number;
  total: number;
  failures: string[];
}

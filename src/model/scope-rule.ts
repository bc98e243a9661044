/** The `scope` of a definition. Rules side by side must all hold; `any`, `all` and `not` combine them freely. */
export interface ScopeRule {
  domains?: string[];
  hosts?: string[];
  sites?: string[];
  url?: string[];
  regex?: string[];
  prefix?: string[];
  depth?: number;
  language?: string[];
  via?: string[];
  path?: { within: number; of: ScopeRule };
  all?: ScopeRule[];
  any?: ScopeRule[];
  not?: ScopeRule;
}

/** The `scope` of a definition. All rules of one object must hold; `any`, `all` and `not` combine rules freely. */
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

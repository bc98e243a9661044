/** What the tests use of the package, which brings no types. */
declare module 'sparql-http-client' {
  export default class SparqlClient {
    constructor(options: { endpointUrl: string; updateUrl?: string });
    readonly query: {
      select(query: string): AsyncIterable<unknown>;
      ask(query: string): Promise<boolean>;
      update(query: string): Promise<void>;
    };
  }
}

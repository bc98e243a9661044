/** What a site has queued first, as far as its schedule asks: lower comes first (see queue/order.ts). */
export interface Top {
  readonly order: number;
}

/**
 * Ids: numbers that stand for a thing of a workspace. They are told apart by what they stand for, and are good for being
 * equal and for nothing else: no order, no density, no place in a list follows from them.
 */
declare const of: unique symbol;

/** A safe integer from 1 on. */
export type Id<Of extends string> = number & { readonly [of]: Of };

export type RunId = Id<'run'>;
export type SiteId = Id<'site'>;
export type ResourceId = Id<'resource'>;
export type FetchId = Id<'fetch'>;
export type DocumentId = Id<'document'>;
export type VersionId = Id<'version'>;

/** A number that somebody named, or that was stored elsewhere, as the id of a thing. There may be no such thing. */
export const asId = <Of extends string>(value: number): Id<Of> => value as Id<Of>;

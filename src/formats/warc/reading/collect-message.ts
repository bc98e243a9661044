/** A whole record as an HTTP message: head, body as it stands there, and body without chunks. */
import type { Bytes } from '../../../model/index.js';
import { CollectedBytes } from './collected-bytes.js';
import { type BodyPiece, PayloadTap } from './payload.js';
import type { ReadRecord } from './record-reader.js';

export interface HttpMessage {
  /** Empty for records that hold no HTTP message. */
  readonly head: Uint8Array;
  readonly wire: Bytes;
  /** The same object as `wire` unless there are chunks to take away. */
  readonly body: Bytes;
}

/** Told of every byte while a record is collected. */
export interface BlockListener {
  block(piece: Uint8Array): void;
  /** The same without head and chunks. */
  payload(piece: Uint8Array): void;
}

/** Parts beyond `limit` bytes wait in files of this folder; when the record turns out damaged, none is left behind. */
export async function collectMessage(record: ReadRecord, folder: string, limit: number, listener?: BlockListener): Promise<HttpMessage> {
  const tap = new PayloadTap(record);
  const wire = new CollectedBytes(folder, limit);
  const body = new CollectedBytes(folder, limit);
  const add = async (piece: BodyPiece) => {
    await wire.add(piece.wire);
    for (const part of piece.payload) {
      listener?.payload(part);
      if (tap.chunked) await body.add(part);
    }
  };
  try {
    for await (const piece of record.block) {
      listener?.block(piece);
      await add(tap.push(piece));
    }
    await add(tap.finish());
    await record.finish();
    const whole = await wire.finish();
    return { head: tap.head ?? new Uint8Array(0), wire: whole, body: tap.chunked ? await body.finish() : whole };
  } catch (error) {
    await Promise.all([wire.discard(), body.discard()]);
    throw error;
  }
}

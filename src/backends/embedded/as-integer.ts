/** SQLite integers are signed: the fingerprint's 64 bits are kept as they are, read as a signed number. */
export function asInteger([high, low]: readonly [number, number]): bigint {
  return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
}

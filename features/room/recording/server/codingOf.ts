/** The name of a head's coding in a playlist (RFC 6381). */
export function codingOf(head: Buffer): string {
  const at = head.indexOf('avcC')
  return at < 0 ? 'opus' : `avc1.${head.subarray(at + 5, at + 8).toString('hex')}`
}

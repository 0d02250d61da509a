import { AAC_CODECS, isAac } from './recorder/mp4.ts'

/** The name of a head's coding in a playlist (RFC 6381). */
export function codingOf(head: Buffer): string {
  const at = head.indexOf('avcC')
  if (at >= 0) return `avc1.${head.subarray(at + 5, at + 8).toString('hex')}`
  return isAac(head) ? AAC_CODECS : 'opus'
}

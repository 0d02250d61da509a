/** What a refusal says: the address is bad, the message or its sender is not wanted, or not now. */
export type Refusal = 'bounces' | 'blocks' | 'soft'

/** Enhanced status codes (RFC 3463) that say that there is no such mailbox. */
const noMailbox = /^5\.(1\.(1|2|3|6|10)|2\.1|4\.4)$/
/** That a policy, or the message, is why. */
const notWanted = /^5\.(7\.\d+|3\.4|6\.\d+)$/
const policyWords = /spam|block|reputation|blacklist|blocklist|policy|dmarc|spf\b|dkim|denied|banned|abuse|S3150|TSS04/i
const fullWords = /full|quota|over ?limit|exceeded storage/i

/** The enhanced status of a mail server's answer, which stands behind its three digits: `550 5.1.1 no such user`. */
export const statusOf = (answer: string): string | undefined =>
  /^\s*[245]\d\d[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1]

/** The class of a final refusal, by its enhanced status, else by the basic code and the words of the answer. */
export function refusalOf({ status, answer }: { status?: string | undefined; answer: string }): Refusal {
  const text = answer.replace(/\s+/g, ' ')
  if (status?.startsWith('4.') || status === '5.2.2') return 'soft'
  if (status && noMailbox.test(status)) return 'bounces'
  if (status && notWanted.test(status)) return 'blocks'
  if (/^\s*4\d\d/.test(text) || /^\s*552/.test(text) || fullWords.test(text)) return 'soft'
  if (policyWords.test(text)) return 'blocks'
  return /^\s*(550|551|553)/.test(text) || status?.startsWith('5.1.') ? 'bounces' : 'blocks'
}

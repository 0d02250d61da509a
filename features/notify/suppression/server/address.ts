import { domainToASCII } from 'node:url'
import { mailboxOf } from '#features/core/part/rules.ts'

/**
 * The form in which two spellings of one mailbox are equal: lower case, one Unicode form, the domain as it is asked for
 * in the DNS, without the dots that Gmail ignores. Elsewhere `a.b@` and `ab@` are two people.
 */
export function canonicalAddress(address: string): string {
  const text = address.normalize('NFC').trim().toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 0) return text
  const typed = text.slice(at + 1).replace(/\.$/, '')
  return mailboxOf(text.slice(0, at), domainToASCII(typed) || typed)
}

/** The entry for the whole domain of an address. */
export const domainOf = (canonical: string): string => canonical.slice(canonical.lastIndexOf('@'))

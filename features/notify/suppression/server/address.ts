import { domainToASCII } from 'node:url'

/** The email services that ignore the dots in a name, and their one name. */
const dotless: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * The form in which two spellings of one mailbox are equal: lower case, one Unicode form, the domain as it is asked for
 * in the DNS, without the dots that Gmail ignores. Elsewhere `a.b@` and `ab@` are two people.
 */
export function canonicalAddress(address: string): string {
  const text = address.normalize('NFC').trim().toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 0) return text
  const typed = text.slice(at + 1).replace(/\.$/, '')
  const domain = domainToASCII(typed) || typed
  const service = dotless[domain]
  return service ? `${text.slice(0, at).replaceAll('.', '')}@${service}` : `${text.slice(0, at)}@${domain}`
}

/** The entry for the whole domain of an address. */
export const domainOf = (canonical: string): string => canonical.slice(canonical.lastIndexOf('@'))

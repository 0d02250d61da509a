import { z } from 'zod'

/** A whole number within bounds. */
export const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(least, error).max(most, error))
}

/** An address with one of these protocols. */
export const address = (...protocols: string[]) =>
  z.string().refine(
    value => {
      const url = URL.parse(value)
      return url !== null && protocols.includes(url.protocol.slice(0, -1)) && (url.hostname !== '' || url.search !== '')
    },
    `must be an address that starts with ${protocols.map(protocol => `${protocol}://`).join(' or ')}`,
  )

/** The address of an API, without a trailing slash. */
export const apiAddress = z
  .string()
  .regex(/^https?:\/\/[^\s?#]+$/, 'must be an address that starts with https:// or http://')
  .transform(value => value.replace(/(?<!\/)\/+$/, ''))

/** The parts of a comma-separated text. */
export const list = z.string().transform(value =>
  value
    .split(',')
    .map(part => part.trim())
    .filter(Boolean),
)

/** A secret issued by an outside service. */
export const unspaced = z.string().regex(/^[\x21-\x7e]+$/, 'must be without spaces')

/** A secret chosen by the operator. */
export const longSecret = (least: number) => z.string().min(least, `must have at least ${least} characters`)

/**
 * One email address. This pattern also accepts superadmin@localhost, a fresh machine's default without a top-level
 * domain.
 */
export const mailbox = z.string().regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, 'must be one e-mail address')

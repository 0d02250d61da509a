/** The providers that people may sign in with, in the order in which they are offered. */
export const providers = ['linkedin', 'google', 'facebook', 'wechat'] as const
export type Provider = (typeof providers)[number]

/** The texts of a console that everyone may read. */
export const policyKinds = ['privacy-policy', 'terms-of-service'] as const
export type PolicyKind = (typeof policyKinds)[number]

/** The texts that people agree to before they use the console. */
export const policyTypes = ['terms_of_service', 'privacy_policy'] as const
export type PolicyType = (typeof policyTypes)[number]

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The 22 letters by which a short link names a pitch: its uuid, written with 64 signs instead of 16. */
export function shortCode(uuid: string): string {
  let bits = BigInt(`0x${uuid.replaceAll('-', '')}`) << 4n
  let code = ''
  for (let at = 0; at < 22; at++) {
    code = LETTERS.charAt(Number(bits & 63n)) + code
    bits >>= 6n
  }
  return code
}

/** The uuid of a short link's code, or of a uuid written out; undefined when it is neither. */
export function uuidOfCode(code: string): string | undefined {
  if (UUID.test(code)) return code.toLowerCase()
  if (!/^[\w-]{22}$/.test(code)) return undefined
  let bits = 0n
  for (const letter of code) bits = (bits << 6n) | BigInt(LETTERS.indexOf(letter))
  // 22 letters carry four bits more than a uuid has
  if (bits & 15n) return undefined
  const hex = (bits >> 4n).toString(16).padStart(32, '0')
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return UUID.test(uuid) ? uuid : undefined
}

/** [ROUTE-009] The short address of a pitch. */
export const goAddress = (publicUrl: string, uuid: string): string => `${publicUrl}/go/${shortCode(uuid)}`

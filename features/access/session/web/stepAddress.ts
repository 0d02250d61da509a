import { type FactorKind, factorKinds } from '#features/core/account/factorRules.ts'

/** [ROUTE-034] Who is signing in, and the first factor. For display only: the server uses the pending session. */
export interface StepAccount {
  readonly username: string
  readonly factor: FactorKind | ''
}

/** The account as a part of an address: base64url of its JSON. */
export function encodeAccount({ username, factor }: StepAccount): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ username, factor }))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '')
}

/** The account of an address; empty when it cannot be read. */
export function decodeAccount(encoded: string | undefined): StepAccount {
  try {
    const binary = atob((encoded ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    const decoded: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, c => c.charCodeAt(0))))
    const { username, factor } = decoded as Record<string, unknown>
    const known = factorKinds.find(kind => kind === factor)
    return { username: typeof username === 'string' ? username.slice(0, 254) : '', factor: known ?? '' }
  } catch {
    return { username: '', factor: '' }
  }
}

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { fullName } from '#contract/names.ts'
import type { AccountRow } from '#features/core/account/server/queries.ts'
import type { Frame } from '#server/frame.ts'
import type { FactorRow } from './queries.ts'

type Json = Record<string, unknown>
type Settled = Pick<Frame, 'settings'>

/** EdDSA, ES256 and RS256 by their COSE numbers: every authenticator supports one of them. */
const algorithms = [-8, -7, -257] as const

/** The browser's time limit in milliseconds. */
export const PASSKEY_PATIENCE = 5 * 60_000

/** A passkey belongs to the host of the public address, and works on no other: that is what makes it phishing-proof. */
const siteOf = ({ settings }: Settled) => {
  const { hostname, origin } = new URL(settings.publicUrl)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

/**
 * What a browser has to do to make a passkey. `handle` is what the authenticator stores about the person, without a
 * name.
 */
export async function newPasskeyOptions(
  frame: Settled,
  person: Pick<AccountRow, 'id' | 'email' | 'firstname' | 'lastname'>,
  known: readonly FactorRow[],
): Promise<{ options: Json; challenge: string }> {
  const options = await generateRegistrationOptions({
    rpName: 'Rostrum',
    rpID: siteOf(frame).expectedRPID,
    userName: person.email,
    userID: new Uint8Array(Buffer.from(person.id.replaceAll('-', ''), 'hex')),
    userDisplayName: fullName(person) || person.email,
    timeout: PASSKEY_PATIENCE,
    attestationType: 'none',
    supportedAlgorithmIDs: [...algorithms],
    excludeCredentials: known.flatMap(asDescriptor),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  return { options: { ...options }, challenge: options.challenge }
}

/** What is stored of a new passkey; undefined when the response does not match the challenge. */
export async function readNewPasskey(
  frame: Settled,
  response: Json,
  expectedChallenge: string,
): Promise<Pick<FactorRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge,
      requireUserVerification: false,
      supportedAlgorithmIDs: [...algorithms],
      ...siteOf(frame),
    })
    if (!verified || !registrationInfo) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    const named = transports.filter(one => /^[a-z-]{1,20}$/.test(one)).slice(0, 8)
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: named,
    }
  } catch {
    return undefined
  }
}

/** What a browser has to do to show one of these passkeys. */
export async function passkeyOptions(
  frame: Settled,
  known: readonly FactorRow[],
): Promise<{ options: Json; challenge: string }> {
  const options = await generateAuthenticationOptions({
    rpID: siteOf(frame).expectedRPID,
    allowCredentials: known.flatMap(asDescriptor),
    timeout: PASSKEY_PATIENCE,
    userVerification: 'preferred',
  })
  return { options: { ...options }, challenge: options.challenge }
}

/** The passkey that signed the challenge, and its counter; undefined when none of these did. */
export async function readPasskey(
  frame: Settled,
  known: readonly FactorRow[],
  response: Json,
  expectedChallenge: string,
): Promise<{ passkey: FactorRow; counter: number } | undefined> {
  const passkey = known.find(one => one.credentialId !== null && one.credentialId === response['id'])
  if (!passkey?.credentialId || !passkey.publicKey) return undefined
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
      ...siteOf(frame),
    })
    return verified ? { passkey, counter: authenticationInfo.newCounter } : undefined
  } catch {
    return undefined
  }
}

const asDescriptor = ({ credentialId, transports }: FactorRow) =>
  credentialId ? [{ id: credentialId, transports: transports }] : []

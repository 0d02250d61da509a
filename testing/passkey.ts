import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Json = Record<string, unknown>
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A security key in software: it signs according to WebAuthn, for tests. */
export function softPasskey({ origin = 'http://localhost:7500', counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, challenge: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(rpId: string, attested?: Buffer): Buffer {
    const flags = Buffer.from([attested ? 0x45 : 0x05])
    const count = Buffer.alloc(4)
    if (counts) counter++
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), flags, count, ...(attested ? [attested] : [])])
  }

  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    return Buffer.from(isoCBOR.encode(key))
  }

  return {
    id: base64url(id),
    /** A browser's response to the options of a new passkey. */
    make(options: Json): Json {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey()])
      const authData = new Uint8Array(authenticatorData((options['rp'] as { id: string }).id, attested))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options['challenge'])),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      }
    },
    /** A browser's response to the options of a sign-in. */
    show(options: Json): Json {
      const authData = authenticatorData(String(options['rpId']))
      const client = clientData('webauthn.get', options['challenge'])
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
        },
      }
    },
    /** As if the key had been copied before it was used that often. */
    turnBack: (uses: number) => {
      counter -= uses
    },
  }
}

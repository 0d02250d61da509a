import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { type GuestMode, nameOrNumber } from '#features/core/account/veil.ts'
import { aliasesOf } from '#features/room/guest/server/aliases.ts'
import { inAliases } from '#features/room/guest/server/inAliases.ts'
import { guestModeOf } from '#features/room/guest/server/queries.ts'
import { veiled } from '#features/room/guest/server/veiling.ts'
import { ofSecondScreen, secondScreen } from '#features/room/media/rules.ts'
import type { Frame } from '#server/frame.ts'
import type { Media } from '#server/media/livekit.ts'

// LiveKit shows a participant's identity and metadata to all others, and neither can change while they are connected. Both
// are enciphered for one pitch: the server reads the account and the session from them, others learn nothing. What a
// browser may know a person by is an attribute, which changes with guest mode.

type Sealing = Pick<Media, 'apiSecret' | 'scope'>

/** One block under a key that nothing else is enciphered with: the same id has the same seal in the same room. */
const keyOf = ({ apiSecret, scope }: Sealing, pitchId: number, what: string): Buffer =>
  createHmac('sha256', apiSecret)
    .update(['seal', what, scope ?? '', pitchId].join(' '))
    .digest()

const spelled = (block: Buffer): string => block.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

function enciphered(key: Buffer, id: string): string {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return spelled(Buffer.concat([cipher.update(id.replaceAll('-', ''), 'hex'), cipher.final()]))
}

function deciphered(key: Buffer, id: string): string {
  const cipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return spelled(Buffer.concat([cipher.update(id.replaceAll('-', ''), 'hex'), cipher.final()]))
}

/** The identity in LiveKit of an account, or of a second device of it (`secondScreen`). */
export function identityOf(media: Sealing, pitchId: number, sender: string): string {
  const { account, share } = ofSecondScreen(sender) ?? { account: sender, share: undefined }
  if (!isId(account)) return sender
  const identity = enciphered(keyOf(media, pitchId, 'account'), account)
  return share ? secondScreen(identity, share) : identity
}

/** The account or second device of an identity in LiveKit; one that is no person's stays as it is. */
export function senderOf(media: Sealing, pitchId: number, identity: string): string {
  const { account, share } = ofSecondScreen(identity) ?? { account: identity, share: undefined }
  if (!isId(account)) return identity
  const sender = deciphered(keyOf(media, pitchId, 'account'), account)
  return share ? secondScreen(sender, share) : sender
}

/** A participant's metadata in LiveKit: their session. */
export const metadataOf = (media: Sealing, pitchId: number, sessionId: string): string =>
  enciphered(keyOf(media, pitchId, 'session'), sessionId)

/** The session of a participant's metadata; undefined for a second device, which has none. */
export const sessionOf = (media: Sealing, pitchId: number, metadata: string): string | undefined =>
  isId(metadata) ? deciphered(keyOf(media, pitchId, 'session'), metadata) : undefined

/** What the others in a room may know of a sender: `attributes` say who it is there, by the id that the room shows. */
export interface ShownInVideo {
  readonly name: string
  readonly attributes: { readonly person: string }
}

/** [PERM-059] A guest is seen and heard, but has neither a name nor the id of their account. */
export async function shownInVideo(
  { db, settings }: Pick<Frame, 'settings'> & { readonly db: Parameters<typeof guestModeOf>[0] },
  pitchId: number,
  { sender, name }: { readonly sender: string; readonly name: string },
  known?: GuestMode,
): Promise<ShownInVideo> {
  const guests = known ?? (await guestModeOf(db, pitchId))
  const { account, share } = ofSecondScreen(sender) ?? { account: sender, share: undefined }
  const named = await veiled(db, pitchId, { account, name: nameOrNumber(account, name) }, guests)
  const aliases = await aliasesOf(settings, pitchId)
  const shown = inAliases(named, aliases, guests.on ? 'on' : undefined)
  return { name: shown.name, attributes: { person: share ? secondScreen(shown.account, share) : shown.account } }
}

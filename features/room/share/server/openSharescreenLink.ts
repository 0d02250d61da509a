import { nameOrNumber } from '#features/core/account/veil.ts'
import { isRehearsal } from '#features/core/part/server/access.ts'
import type { shareCalls } from '#features/room/share/contract.ts'
import type { Handler } from '#server/context.ts'
import { countWrongLink } from '#server/limits.ts'
import { hashToken, newToken } from '#server/tokens.ts'
import { claimLink, shareOfLink } from './queries.ts'
import { secondDevice } from './secondDevice.ts'

/**
 * [ROUTE-045] The link in the QR code opens one device, within five minutes. Whoever comes later, or for another pitch,
 * learns nothing but that it does not hold.
 */
export const openSharescreenLink: Handler<typeof shareCalls.openSharescreenLink> = async context => {
  const { db, input, now, frame, request, fail } = context
  const row = await shareOfLink(db, hashToken(input.code))
  const device = row && (await secondDevice(db, row))
  const { token, hash } = newToken()
  const isRight = device?.access.pitch.uuid === input.pitch_uuid && (await claimLink(db, row?.id ?? '', hash, now))
  if (!device || !isRight) {
    await countWrongLink(frame, request.ip)
    return fail('ShareLinkWrong')
  }
  const { pitch } = device.access
  return {
    key: token,
    presentation_name: pitch.presentationName,
    name: nameOrNumber(device.actor.accountId, device.actor.name),
    rehearsal: isRehearsal(pitch),
  }
}

import { onlyOf, rename, veil } from '#features/core/account/veil.ts'
import type { ServerPart } from '#features/room/room/server/parts.ts'
import { veiled } from './veiling.ts'

export const guestServerPart = {
  stores: (db, pitchId, { guests }, payload) => veiled(db, pitchId, payload, guests),
  tells: (value, { guests }, isHostHere) =>
    guests.on ? veil(value, id => guests.hosts.includes(id) || isHostHere(id)) : value,
  retells: ({ type, payload }, isHostHere) => {
    if (type === 'nameForgotten') return before => rename(before, onlyOf(payload.account))
    if (type !== 'guestModeChanged' || !payload.on) return undefined
    return before => veil(before, id => payload.hosts.includes(id) || isHostHere(id))
  },
} satisfies ServerPart

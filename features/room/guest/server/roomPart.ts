import { onlyOf, rename, veil } from '#features/core/account/veil.ts'
import type { ServerPart } from '#features/room/room/server/parts.ts'
import { aliasesOf } from './aliases.ts'
import { aliasedIn, inAliases } from './inAliases.ts'
import { veiled } from './veiling.ts'

export const guestServerPart = {
  stores: (db, pitchId, { guests }, payload) => veiled(db, pitchId, payload, guests),
  tells: (value, { guests }, isHostHere) =>
    guests.on ? veil(value, id => guests.hosts.includes(id) || isHostHere(id)) : value,
  shows: async (settings, pitchId) => {
    const aliases = await aliasesOf(settings, pitchId)
    return (value, { guests }) => inAliases(value, aliases, aliasedIn(guests))
  },
  // everyone in the room has another id from now on
  renews: ({ type }) => type === 'guestModeChanged',
  retells: ({ type, payload }, isHostHere) => {
    if (type === 'nameForgotten') return before => rename(before, onlyOf(payload.account))
    if (type !== 'guestModeChanged' || !payload.on) return undefined
    return before => veil(before, id => payload.hosts.includes(id) || isHostHere(id))
  },
} satisfies ServerPart

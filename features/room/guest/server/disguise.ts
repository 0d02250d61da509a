import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import type { Disguise } from '#server/http/calls.ts'
import { aliasesOf } from './aliases.ts'
import { aliasedIn, changeIds, inAliases } from './inAliases.ts'
import { guestModeByUuid, guestModeOf, idsBehind } from './queries.ts'

/**
 * [PERM-059] The calls of a room take and answer aliases while the room is in guest mode, for its people and for all
 * other callers. Real ids are unknown there, except the caller's own: otherwise an answer would tell which alias is
 * whose. `pitchOfChat` finds the uuid of the pitch of a chat.
 */
export function disguiseRooms(
  calls: ReadonlySet<string>,
  pitchOfChat: (db: Database, chat: string) => Promise<string | undefined>,
): Disguise {
  const roomOf = async (db: Database, { pitch_uuid, uuid, group_uuid }: Readonly<Record<string, unknown>>) => {
    const named =
      pitch_uuid ?? uuid ?? (group_uuid === undefined ? undefined : await pitchOfChat(db, String(group_uuid)))
    return named === undefined ? undefined : guestModeByUuid(db, String(named))
  }
  return {
    takes: async ({ frame: { db, settings }, call, actor, input }, given) => {
      const ids = calls.has(call.name) ? idsIn(given) : []
      const room = ids.length > 0 ? await roomOf(db, input) : undefined
      if (!room?.guests.on) return given
      const aliases = await aliasesOf(settings, room.pitchId)
      const behind = await idsBehind(db, room.pitchId, aliases, ids)
      return changeIds(given, id => behind.get(id) ?? (id === actor?.accountId ? id : aliases.of(id)), undefined)
    },
    answers: async ({ frame: { db, settings }, call, input }, data) => {
      if (!calls.has(call.name) || idsIn(data).length === 0) return data
      const room = await roomOf(db, input)
      const aliased = room && aliasedIn(room.guests)
      return aliased ? inAliases(data, await aliasesOf(settings, room.pitchId), aliased) : data
    },
  }
}

/** How the room of a pitch shows what it has kept, for files. */
export async function shownIn(
  { db, frame }: Pick<Context, 'db' | 'frame'>,
  pitchId: number,
): Promise<<T>(value: T) => T> {
  const aliased = aliasedIn(await guestModeOf(db, pitchId))
  const aliases = await aliasesOf(frame.settings, pitchId)
  return value => inAliases(value, aliases, aliased)
}

/** The ids of people in a value. */
function idsIn(value: unknown): string[] {
  const ids = new Set<string>()
  changeIds(
    value,
    id => {
      ids.add(id)
      return id
    },
    undefined,
  )
  return [...ids]
}

import type { PitchAccess } from '#features/core/part/server/access.ts'
import { withPitch } from '#features/core/part/server/withPitch.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { deckPart } from '#features/room/deck/apply.ts'
import { countPages } from '#features/room/deck/server/queries.ts'
import { lockRoomAt } from '#features/room/room/server/append.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import { slidesPart } from '#features/room/slides/apply.ts'
import type { slidesCalls } from '#features/room/slides/contract.ts'
import { hasPage, type ShownPage, turnPage } from '#features/room/slides/rules.ts'
import type { ContextOf } from '#server/context.ts'

const shownPageOf = ({ page, action, index }: ShownPage): ShownPage => ({ page, action, index })

type Turning = Pick<ContextOf<typeof slidesCalls.updatePageAction>, 'db' | 'actor' | 'input' | 'announce'> &
  PitchAccess & { fail: (code: 'NoPermission' | 'PageNotFound' | 'PitchStateForbids') => never }

/** What the room shows, and the number of its last event. */
type Turned = ShownPage & { readonly seq: number }

/** Turns the room to a page, for the presenters. The page that is shown already makes no event. */
export async function turnRoomPage(context: Turning): Promise<Turned> {
  const { db, actor, input, fail, announce, pitch } = context
  if (!presents(await livingPart(db, actor, context))) return fail('NoPermission')
  const { id, noFile } = pitch
  const locked = await lockRoomAt(db, id, deckPart, slidesPart)
  const { seq, state: room } = locked
  const shown = room.status === 2 ? room.deck.files : null
  // a page of slides that were shown before says nothing about the slides that are shown now
  if (room.status === 2 && input.deck !== undefined && input.deck !== room.deck.number)
    return { ...shownPageOf(room), seq }
  if (!hasPage(noFile && !shown?.length ? 0 : await countPages(db, id, shown), input.page)) return fail('PageNotFound')
  if (room.status === 3) return fail('PitchStateForbids')
  const { shows, isNews } = turnPage(room, shownPageOf(input))
  if (isNews) await announce(id, 'pageChanged', { ...shows, sender: actor.sessionId }, locked)
  return { ...shows, seq: isNews ? seq + 1 : seq }
}

export const sgUpdatePitchPages = withPitch<typeof slidesCalls.sgUpdatePitchPages>('sees', turnRoomPage)
export const updatePageAction = withPitch<typeof slidesCalls.updatePageAction>('sees', turnRoomPage)

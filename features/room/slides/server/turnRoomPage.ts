import { pitchFor } from '#features/core/part/server/access.ts'
import { presents } from '#features/core/pitch/rules.ts'
import { deckPart } from '#features/room/deck/apply.ts'
import { countPages } from '#features/room/deck/server/queries.ts'
import { lockRoomAt } from '#features/room/room/server/append.ts'
import { livingPart } from '#features/room/room/server/livingHost.ts'
import { slidesPart } from '#features/room/slides/apply.ts'
import type { slidesCalls } from '#features/room/slides/contract.ts'
import { hasPage, type ShownPage, turnPage } from '#features/room/slides/rules.ts'
import type { ContextOf } from '#server/context.ts'

const markOf = ({ page, action, index }: ShownPage): ShownPage => ({ page, action, index })

/** Of updatePageAction, and of sgUpdatePitchPages, which is asked the same. */
type Turning = Pick<ContextOf<typeof slidesCalls.updatePageAction>, 'db' | 'actor' | 'input' | 'announce'> & {
  fail: (code: 'PitchNotFound' | 'NoPermission' | 'PageNotFound' | 'PitchStateForbids') => never
}

/** What the room shows, and the number of its last event. */
type Turned = ShownPage & { readonly seq: number }

export async function turnRoomPage({ db, actor, input, fail, announce }: Turning): Promise<Turned> {
  const access = await pitchFor(db, actor, input.pitch_uuid)
  if (!access) return fail('PitchNotFound')
  if (!presents(await livingPart(db, actor, access))) return fail('NoPermission')
  const { id, noFile } = access.pitch
  const locked = await lockRoomAt(db, id, deckPart, slidesPart)
  const { seq, state: room } = locked
  const shown = room.status === 2 ? room.deck.files : null
  // a page of slides that were shown before says nothing of those that are shown now
  if (room.status === 2 && input.deck !== undefined && input.deck !== room.deck.number) return { ...markOf(room), seq }
  if (!hasPage(noFile && !shown?.length ? 0 : await countPages(db, id, shown), input.page)) return fail('PageNotFound')
  if (room.status === 3) return fail('PitchStateForbids')
  const { page, action, index } = input
  const { shows, isNews } = turnPage(room, { page, action, index })
  if (isNews) await announce(id, 'pageChanged', { ...shows, sender: actor.sessionId }, locked)
  return { ...shows, seq: isNews ? seq + 1 : seq }
}

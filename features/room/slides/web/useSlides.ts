import { useCallback, useEffect } from 'react'
import { type Deck, pageOf } from '#features/room/deck/web/useDeck.ts'
import { neighbours, prepare } from '#features/room/room/web/pictures.ts'
import type { RoomNow } from '#features/room/room/web/roomConnection.ts'
import { lastLookable } from '#features/room/slides/rules.ts'
import { useZoom } from '#features/room/slides/web/zoom/useZoom.ts'
import type { SlidesConnection } from './slidesConnection.ts'
import { useLookBack } from './useLookBack.ts'

interface Given {
  readonly connection: SlidesConnection
  readonly now: RoomNow
  /** The pitch is live. */
  readonly isLive: boolean
  readonly onStage: boolean
  /** The room's page. */
  readonly page: number
  readonly deck: Deck | undefined
  /** The first slide is shown, so others may be fetched. */
  readonly slideReady: boolean
  readonly onFailure: (failure: unknown) => void
}

/** The slide and zoom shown here, and the functions that turn it for the room. */
export function useSlides({ connection, now, isLive, onStage, page, deck, slideReady, onFailure }: Given) {
  const total = deck?.total ?? 0
  const { room } = now.feed.view
  const mayLook = !onStage && isLive && now.feed.seq !== undefined
  const look = useLookBack(connection, page, mayLook ? lastLookable(room, total) : 0, room.deck.number)
  useEffect(() => {
    if (!slideReady) return
    let current = true
    const prepareOthers = () => {
      if (current)
        for (const other of neighbours(look.shown, total)) {
          const picture = pageOf(deck, other)
          // a picture that fails in advance is loaded again when it is shown
          if (picture) prepare(picture.url).catch(() => {})
        }
    }
    // the others wait, because decoding them would delay the slide in view
    const own = pageOf(deck, look.shown)
    if (own) prepare(own.url).then(prepareOthers, prepareOthers)
    else prepareOthers()
    return () => {
      current = false
    }
  }, [slideReady, look.shown, total, deck])

  const mayTurn = onStage && isLive && total > 1
  const turnTo = useCallback(
    (wanted: number) => {
      const to = Math.min(Math.max(1, wanted), Math.max(1, total))
      if (!mayTurn || to === page) return
      onFailure(undefined)
      connection.turnTo(to, to < page ? 'left' : 'right', onFailure, deck?.deck)
    },
    [connection, mayTurn, page, total, deck?.deck, onFailure],
  )
  const zoomReach = look.isOwn ? 'own' : onStage && isLive ? 'room' : undefined
  const zoom = useZoom(look.shown, page === look.shown ? room.zoom : null, zoomReach)
  return { total, look, mayTurn, turnTo, zoom }
}

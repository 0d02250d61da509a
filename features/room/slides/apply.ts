import { deckKey, type deckPart } from '#features/room/deck/apply.ts'
import type { RoomCore } from '#features/room/room/apply.ts'
import type { RoomEvent, RoomPart, SlicesOf } from '#features/room/room/parts.ts'
import type { LookBack, PageAction } from '#features/room/slides/rules.ts'
import type { Zoom } from '#features/room/slides/zoom.ts'
import type { slidesEvents } from './events.ts'

/** What a room shows of its slides. */
export interface SlidesSlice {
  readonly page: number
  readonly action: PageAction
  readonly index: number
  /** The part of the page that the room sees; null for all of it, with which every page begins. */
  readonly zoom: Zoom | null
  /** The furthest page that was shown since the start. */
  readonly furthest: number
  readonly lookBack: LookBack
}

type SlidesEvents = typeof slidesEvents

declare module '#features/room/room/parts.ts' {
  interface RoomEvents extends SlidesEvents {}
  interface RoomParts {
    slides: SlidesSlice
  }
}

/** [STATE-010] Before the start the page is 1, the action right, the index 0. */
const firstPage = { page: 1, action: 'right', index: 0, zoom: null, furthest: 1 } as const

export const slidesPart: RoomPart<SlidesSlice> = { empty: { ...firstPage, lookBack: 'shown' }, apply: applySlides }

type Paged = RoomCore & SlidesSlice & SlicesOf<[typeof deckPart]>

function applySlides(room: Paged, happened: RoomEvent, before: Paged): Partial<Paged> | undefined {
  switch (happened.type) {
    case 'pitchStarted':
    case 'pitchReopened':
      return firstPage
    case 'pitchEnded':
      return { zoom: null }
    case 'pageChanged': {
      const { page, action, index } = happened.payload
      // before the start the page stays the first
      if (room.status === 0) return firstPage
      return { page, action, index, zoom: null, furthest: Math.max(room.furthest, page) }
    }
    case 'zoomChanged':
      return happened.payload.page === room.page ? { zoom: happened.payload.zoom } : undefined
    case 'deckChanged': {
      const isOther = room.deck.number !== before.deck.number
      const page = isOther && room.status === 2 ? Math.min(room.page, Math.max(1, room.pages)) : room.page
      return { page, zoom: null }
    }
    case 'deckShown': {
      const { page, furthest } = happened.payload
      const key = deckKey((before.deck.files ?? []).map(({ id }) => id))
      const left = { ...before.deck.left, [key]: { page: room.page, furthest: room.furthest } }
      return { page, furthest, action: 'right', index: 0, zoom: null, deck: { ...room.deck, left } }
    }
    case 'lookBackChanged':
      return { lookBack: happened.payload.lookBack }
  }
}

import type { RoomEvent, RoomPart } from '#features/room/room/parts.ts'
import type { Caption, captionEvents } from './events.ts'
import { SNAPSHOT_CAPTIONS } from './rules.ts'

/** The last captions of a room, oldest first. */
export type CaptionState = readonly Caption[]

export interface CaptionSlice {
  /** The last captions. */
  readonly captions: CaptionState
}

type CaptionEvents = typeof captionEvents

declare module '#features/room/room/parts.ts' {
  interface RoomEvents extends CaptionEvents {}
  interface RoomParts {
    caption: CaptionSlice
  }
  interface RoomSaid {
    captions: true
  }
}

export const captionPart: RoomPart<CaptionSlice> = {
  empty: { captions: [] },
  said: ['captions'],
  apply: (room, happened) => {
    switch (happened.type) {
      case 'captionSaid': {
        const captions = applyCaption(room.captions, happened.payload.caption)
        return captions === room.captions ? undefined : { captions }
      }
      // after the end only callers who manage the pitch read them
      case 'pitchEnded':
      case 'pitchReopened':
        return { captions: [] }
    }
  },
}

/** Adds a caption; a correction replaces the original, and is dropped if that is no longer in the list. */
export function applyCaption(state: CaptionState, caption: Caption | null): CaptionState {
  if (!caption) return state
  const place = state.findIndex(({ id, speaker }) => id === caption.id && speaker === caption.speaker)
  if (place >= 0) return state.with(place, caption)
  const [oldest] = state
  // a late correction of an old caption must not come back as the newest
  if (state.length === SNAPSHOT_CAPTIONS && oldest && caption.at < oldest.at) return state
  return [...state, caption].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).slice(-SNAPSHOT_CAPTIONS)
}

/** The event without its caption. It keeps its number, so that numbers have no gaps. */
export const withoutCaption = (event: RoomEvent): RoomEvent =>
  event.type === 'captionSaid' ? { ...event, payload: { caption: null } } : event

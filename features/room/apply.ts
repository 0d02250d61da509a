import { applyCaption, type CaptionState } from '#features/caption/apply.ts'
import { applyMessage, applyMute, type ChatMute, type ChatState, emptyChat, nobodyMuted } from '#features/chat/apply.ts'
import { applyStage, emptyStage, type StageState } from '#features/stage/apply.ts'
import type { PageAction, RoomEvent } from './events.ts'
import type { LookBack } from './rules.ts'

/** What a room is at one moment, but for its chat: kept with the room's row. */
export interface RoomState {
  /** [STATE-001, STATE-002] 0 not started, 2 live, 3 over for those in the room. */
  readonly status: 0 | 2 | 3
  readonly page: number
  readonly action: PageAction
  readonly index: number
  readonly pages: number
  /** The furthest page that was shown since the start. */
  readonly furthest: number
  readonly lookBack: LookBack
  readonly host: string | null
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly removed: readonly string[]
  /** What was said last. */
  readonly captions: CaptionState
  /** Who may not write in the chat. */
  readonly mute: ChatMute
  /** [STATE-015] Whoever presents has paused it. */
  readonly paused: boolean
  readonly stage: StageState
}

/** [STATE-010] Before the start the page is 1, the action right, the index 0. */
export const emptyRoom: RoomState = {
  status: 0,
  page: 1,
  action: 'right',
  index: 0,
  pages: 0,
  furthest: 1,
  lookBack: 'shown',
  host: null,
  startedAt: null,
  endedAt: null,
  removed: [],
  captions: [],
  mute: nobodyMuted,
  paused: false,
  stage: emptyStage,
}

/** Everything that a snapshot holds and that events change. */
export interface RoomView {
  readonly room: RoomState
  readonly chat: ChatState
}
export const emptyView: RoomView = { room: emptyRoom, chat: emptyChat }

/** The room after an event. Pure, and the same on the server and in the browser. */
export function applyToRoom(before: RoomState, happened: RoomEvent): RoomState {
  const room = applyToItself(before, happened)
  const stage = applyStage(room.stage, happened)
  return stage === room.stage ? room : { ...room, stage }
}

function applyToItself(room: RoomState, happened: RoomEvent): RoomState {
  switch (happened.type) {
    case 'pitchStarted': {
      const { startedAt, host } = happened.payload
      return {
        ...room,
        status: 2,
        page: 1,
        action: 'right',
        index: 0,
        furthest: 1,
        host,
        startedAt,
        endedAt: null,
        paused: false,
      }
    }
    case 'pageChanged': {
      const { page, action, index } = happened.payload
      if (room.status === 0) return { ...room, page: 1, action: 'right', index: 0 }
      return { ...room, page, action, index, furthest: Math.max(room.furthest, page) }
    }
    case 'deckChanged':
      return { ...room, pages: happened.payload.pages }
    case 'lookBackChanged':
      return { ...room, lookBack: happened.payload.lookBack }
    case 'attendeeRemoved':
      return {
        ...room,
        removed: [...room.removed.filter(id => id !== happened.payload.account), happened.payload.account],
      }
    case 'attendeeReadmitted':
      return { ...room, removed: room.removed.filter(id => id !== happened.payload.account) }
    case 'pitchEnded':
      return { ...room, status: 3, endedAt: happened.payload.endedAt, paused: false }
    case 'pitchReopened':
      // the deck is still there, and whoever was removed or muted stays so until somebody says otherwise
      return { ...emptyRoom, pages: room.pages, removed: room.removed, mute: room.mute, lookBack: room.lookBack }
    case 'chatMuted':
      return { ...room, mute: applyMute(room.mute, happened.payload) }
    case 'pitchPaused':
    case 'pitchResumed':
      return { ...room, paused: room.status === 2 && happened.type === 'pitchPaused' }
    case 'hostChanged':
      return { ...room, host: happened.payload.host }
    case 'captionSaid':
      return { ...room, captions: applyCaption(room.captions, happened.payload.caption) }
    case 'handRaised':
    case 'handLowered':
    case 'stageGranted':
    case 'stageRevoked':
    case 'messageSent':
      return room
  }
}

/** The whole view after an event. */
export function apply(view: RoomView, happened: RoomEvent): RoomView {
  if (happened.type === 'messageSent') return { ...view, chat: applyMessage(view.chat, happened.payload.message) }
  const room = applyToRoom(view.room, happened)
  return room === view.room ? view : { ...view, room }
}

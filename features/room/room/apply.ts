import { exceptHosts, type GuestMode, type NameOf, noGuestMode, onlyOf, rename } from '#features/core/account/veil.ts'
import { applyDeck, noDeck, type RoomDeck } from '#features/room/deck/apply.ts'
import { applyShare, type ShareState } from '#features/room/share/apply.ts'
import { applyStage, emptyStage, type StageState } from '#features/room/stage/apply.ts'
import { applyCaption, type CaptionState } from '#features/talk/caption/apply.ts'
import {
  applyChat,
  applyMute,
  type ChatMute,
  type ChatState,
  emptyChat,
  nobodyMuted,
} from '#features/talk/chat/apply.ts'
import { applyPoll, type PollShown } from '#features/talk/poll/apply.ts'
import { applyQuestions, noQuestions, type QuestionState } from '#features/talk/question/apply.ts'
import type { PageAction, RoomEvent } from './events.ts'
import type { LookBack } from './rules.ts'
import type { Zoom } from './zoom.ts'

/** What a room is at one moment, but for its chat: kept with the room's row. */
export interface RoomState {
  /** [STATE-001, STATE-002] 0 not started, 2 live, 3 over for those in the room. */
  readonly status: 0 | 2 | 3
  readonly page: number
  readonly action: PageAction
  readonly index: number
  /** The part of the page that everybody sees; null: all of it, as of every page when it comes. */
  readonly zoom: Zoom | null
  readonly pages: number
  readonly deck: RoomDeck
  /** The furthest page that was shown since the start. */
  readonly furthest: number
  readonly lookBack: LookBack
  readonly host: string | null
  /** The number of the event by which `host` came to lead it. */
  readonly hostSince: number
  /** Who leads the pitch, when it is not its presenter. */
  readonly leader: { readonly account: string; readonly name: string } | null
  /** It is a rehearsal: nobody attends, and nothing of it counts. */
  readonly rehearsal: boolean
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly removed: readonly string[]
  /** What was said last. */
  readonly captions: CaptionState
  /** Who may not write in the chat. */
  readonly mute: ChatMute
  /** Seconds between two messages of one attendee in everybody's chat; 0: no pause. */
  readonly slow: number
  readonly questions: QuestionState
  /** [STATE-015] Whoever presents has paused it. */
  readonly paused: boolean
  /** When this pause began, and how many milliseconds those before it took: they are no time of the pitch. */
  readonly pauses: { readonly since: string | null; readonly took: number }
  readonly stage: StageState
  /** The screen that is on the stage, if one is. */
  readonly share: ShareState
  /** The poll that everybody sees. */
  readonly poll: PollShown
  /** Whether those who attend have no names. */
  readonly guests: GuestMode
}

/** [STATE-010] Before the start the page is 1, the action right, the index 0. */
export const emptyRoom: RoomState = {
  status: 0,
  page: 1,
  action: 'right',
  index: 0,
  zoom: null,
  pages: 0,
  deck: noDeck,
  furthest: 1,
  lookBack: 'shown',
  host: null,
  hostSince: 0,
  leader: null,
  rehearsal: false,
  startedAt: null,
  endedAt: null,
  removed: [],
  captions: [],
  mute: nobodyMuted,
  slow: 0,
  questions: noQuestions,
  paused: false,
  pauses: { since: null, took: 0 },
  stage: emptyStage,
  share: null,
  poll: null,
  guests: noGuestMode,
}

/** Everything that a snapshot holds and that events change. */
export interface RoomView {
  readonly room: RoomState
  readonly chat: ChatState
}
export const emptyView: RoomView = { room: emptyRoom, chat: emptyChat }

/** The room after an event. Pure, and the same on the server and in the browser. */
export function applyToRoom(before: RoomState, happened: RoomEvent): RoomState {
  const room = applyDeck(applyToItself(renamed(before, happened), happened), happened)
  const stage = applyStage(room.stage, happened)
  const share = applyShare(room.share, happened)
  const poll = applyPoll(room.poll, happened)
  const isSame = stage === room.stage && share === room.share && poll === room.poll
  return isSame ? room : { ...room, stage, share, poll }
}

/** What changes other parts of what people see, or nothing but their names. */
type OfOtherParts =
  | 'pollShown'
  | 'pollCounted'
  | 'handRaised'
  | 'handLowered'
  | 'stageGranted'
  | 'stageRevoked'
  | 'screenShared'
  | 'screenShareEnded'
  | 'messageSent'
  | 'messageEdited'
  | 'messageDeleted'
  | 'messageReacted'
  | 'nameForgotten'

function applyToItself(room: RoomState, happened: RoomEvent): RoomState {
  switch (happened.type) {
    case 'pitchStarted': {
      const { startedAt, host, leader = null, rehearsal = false } = happened.payload
      return {
        ...room,
        status: 2,
        page: 1,
        action: 'right',
        index: 0,
        zoom: null,
        furthest: 1,
        host,
        hostSince: happened.seq,
        leader,
        rehearsal,
        startedAt,
        endedAt: null,
        paused: false,
        pauses: emptyRoom.pauses,
      }
    }
    case 'pageChanged': {
      const { page, action, index } = happened.payload
      if (room.status === 0) return { ...room, page: 1, action: 'right', index: 0 }
      return { ...room, page, action, index, zoom: null, furthest: Math.max(room.furthest, page) }
    }
    case 'zoomChanged':
      return happened.payload.page === room.page ? { ...room, zoom: happened.payload.zoom } : room
    case 'deckChanged':
    case 'deckShown':
      return room.zoom ? { ...room, zoom: null } : room
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
      return {
        ...room,
        status: 3,
        endedAt: happened.payload.endedAt,
        paused: false,
        zoom: null,
        // from now on these are for those alone who manage the pitch
        captions: [],
        questions: { ...room.questions, answering: null },
      }
    case 'pitchReopened':
      // the deck is still there, and whoever was removed or muted stays so until somebody says otherwise
      return {
        ...emptyRoom,
        pages: room.pages,
        deck: room.deck,
        removed: room.removed,
        mute: room.mute,
        slow: room.slow,
        lookBack: room.lookBack,
        guests: room.guests,
        questions: { ...noQuestions, open: room.questions.open },
      }
    case 'chatMuted':
      return { ...room, mute: applyMute(room.mute, happened.payload) }
    case 'slowModeChanged':
      return { ...room, slow: happened.payload.seconds }
    case 'questionsOpened':
    case 'questionShown':
      return { ...room, questions: applyQuestions(room.questions, happened) }
    case 'pitchPaused':
      return room.status === 2 ? { ...room, paused: true, pauses: { ...room.pauses, since: happened.at } } : room
    case 'pitchResumed': {
      const { since, took } = room.pauses
      const ended = since ? took + Date.parse(happened.at) - Date.parse(since) : took
      return { ...room, paused: false, pauses: { since: null, took: ended } }
    }
    case 'hostChanged':
      return {
        ...room,
        host: happened.payload.host,
        hostSince: happened.seq,
        leader: happened.payload.leader ?? null,
      }
    case 'captionSaid':
      return { ...room, captions: applyCaption(room.captions, happened.payload.caption) }
    case 'guestModeChanged':
      return { ...room, guests: happened.payload }
    default:
      // a type alone, so that browsers carry no list of what they need not do; the compiler still misses none
      happened.type satisfies OfOtherParts
      return room
  }
}

/**
 * [STATE-091, STATE-092] What people are called from an event on in all that the room remembers: with guest mode on guests
 * have no names, and never get them back, nor does whoever was forgotten. Undefined: they are called as before.
 */
export const namesAfter = ({ type, payload }: RoomEvent): NameOf | undefined =>
  type === 'nameForgotten'
    ? onlyOf(payload.account)
    : type === 'guestModeChanged' && payload.on
      ? exceptHosts(id => payload.hosts.includes(id))
      : undefined
function renamed<T>(value: T, happened: RoomEvent): T {
  const names = namesAfter(happened)
  return names ? rename(value, names) : value
}

/** The whole view after an event. */
export function apply(view: RoomView, happened: RoomEvent): RoomView {
  const room = applyToRoom(view.room, happened)
  const chat = renamed(applyChat(view.chat, happened), happened)
  return room === view.room && chat === view.chat ? view : { room, chat }
}

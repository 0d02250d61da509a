import { without } from '#features/room/room/apply.ts'
import type { RoomPart } from '#features/room/room/parts.ts'
import type { stageEvents } from './events.ts'

/** What an attendee may send on stage. */
export interface StageGrant {
  readonly account: string
  readonly microphone: boolean
  readonly camera: boolean
  /** The number of the event that let them on stage: a grant after a revocation needs their consent again. */
  readonly since: number
}

/** The raised hands in their order, and the attendees on stage. */
export interface StageState {
  readonly hands: readonly string[]
  readonly granted: readonly StageGrant[]
}
export const emptyStage: StageState = { hands: [], granted: [] }

export interface StageSlice {
  readonly stage: StageState
}

type StageEvents = typeof stageEvents

declare module '#features/room/room/parts.ts' {
  interface RoomEvents extends StageEvents {}
  interface RoomParts {
    stage: StageSlice
  }
}

/** Hands and grants end with the pitch, and with the removal of their attendee. */
export const stagePart: RoomPart<StageSlice> = {
  empty: { stage: emptyStage },
  apply: ({ stage }, happened) => {
    switch (happened.type) {
      case 'handRaised': {
        const { account } = happened.payload
        return { stage: { ...stage, hands: [...without(stage.hands, account), account] } }
      }
      case 'handLowered':
        return { stage: { ...stage, hands: without(stage.hands, happened.payload.account) } }
      case 'stageGranted': {
        const { account } = happened.payload
        const since = stage.granted.find(grant => grant.account === account)?.since ?? happened.seq
        const granted = [...withoutGrant(stage, account), { ...happened.payload, since }]
        return { stage: { hands: without(stage.hands, account), granted } }
      }
      case 'stageRevoked':
        return { stage: { ...stage, granted: withoutGrant(stage, happened.payload.account) } }
      case 'attendeeRemoved': {
        const { account } = happened.payload
        return { stage: { hands: without(stage.hands, account), granted: withoutGrant(stage, account) } }
      }
      case 'pitchStarted':
      case 'pitchEnded':
      case 'pitchReopened':
        return { stage: emptyStage }
    }
  },
}

const withoutGrant = ({ granted }: StageState, gone: string) => granted.filter(({ account }) => account !== gone)

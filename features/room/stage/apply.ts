import type { RoomEvent } from '#features/room/room/events.ts'

/** What an attendee was let do on stage. */
export interface StageGrant {
  readonly account: string
  readonly microphone: boolean
  readonly camera: boolean
  /** The number of the event by which they came on stage: what is taken back and given again is another yes. */
  readonly since: number
}

/** Who wants to speak, in the order in which they raised their hands, and who of the attendees may. */
export interface StageState {
  readonly hands: readonly string[]
  readonly granted: readonly StageGrant[]
}
export const emptyStage: StageState = { hands: [], granted: [] }

/** The stage after an event. Hands and grants end with the pitch, and with their person's removal. */
export function applyStage(stage: StageState, happened: RoomEvent): StageState {
  switch (happened.type) {
    case 'handRaised':
      return { ...stage, hands: [...without(stage.hands, happened.payload.account), happened.payload.account] }
    case 'handLowered':
      return { ...stage, hands: without(stage.hands, happened.payload.account) }
    case 'stageGranted': {
      const { account } = happened.payload
      const since = stage.granted.find(grant => grant.account === account)?.since ?? happened.seq
      return {
        hands: without(stage.hands, account),
        granted: [...stage.granted.filter(grant => grant.account !== account), { ...happened.payload, since }],
      }
    }
    case 'stageRevoked':
      return { ...stage, granted: stage.granted.filter(({ account }) => account !== happened.payload.account) }
    case 'attendeeRemoved':
      return {
        hands: without(stage.hands, happened.payload.account),
        granted: stage.granted.filter(({ account }) => account !== happened.payload.account),
      }
    case 'pitchStarted':
    case 'pitchEnded':
    case 'pitchReopened':
      return emptyStage
    default:
      return stage
  }
}

const without = (ids: readonly string[], gone: string) => ids.filter(id => id !== gone)

import type { RoomEvent } from '#features/room/events.ts'

/** What an attendee was let do on stage. */
export interface StageGrant {
  readonly account: string
  readonly microphone: boolean
  readonly camera: boolean
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
    case 'stageGranted':
      return {
        hands: without(stage.hands, happened.payload.account),
        granted: [...stage.granted.filter(({ account }) => account !== happened.payload.account), happened.payload],
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

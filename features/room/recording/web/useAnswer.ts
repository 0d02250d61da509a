import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useAct } from '#web/light/useAct.ts'
import { noteConsent } from './consent.ts'

/** Stores the person's answer on the server; the tab knows it once that has succeeded. */
export const useAnswer = (pitch: string) =>
  useAct(async (agrees: boolean) => {
    await roomClient(pitch).answerRecording({ pitch_uuid: pitch, agrees, words: CONSENT_WORDS })
    noteConsent(pitch, agrees)
  })

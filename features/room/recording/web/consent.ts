import { useEffect, useSyncExternalStore } from 'react'
import { CONSENT_WORDS, type RecordingAnswered } from '#features/room/recording/rules.ts'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import { useAct } from '#web/light/useAct.ts'

/** What the person has answered, by pitch: the door and the room share it. */
const answers = new Map<string, boolean>()
const watchers = new Set<() => void>()

/** The person has answered, here or in another window of theirs. */
export function noteConsent(pitch: string, agrees: boolean): void {
  answers.set(pitch, agrees)
  for (const watcher of watchers) watcher()
}

/** Learns from the room what the person has answered in another window, or on another device. */
export function useOtherAnswers(pitch: string, { onSignal }: Pick<RoomConnection, 'onSignal'>): void {
  useEffect(
    () =>
      onSignal(({ type, payload }) => {
        if (type === 'recordingAnswered') noteConsent(pitch, (payload as RecordingAnswered).agrees)
      }),
    [pitch, onSignal],
  )
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Whether the person agrees to be recorded; null before they have answered. */
export const useConsent = (pitch: string, { agrees_to_recording }: Pick<JoinInfo, 'agrees_to_recording'>) =>
  useSyncExternalStore(subscribe, () => answers.get(pitch) ?? agrees_to_recording)

/** Stores the person's answer on the server; the tab knows it once that has succeeded. */
export const useAnswer = (pitch: string) =>
  useAct(async (agrees: boolean) => {
    await roomClient(pitch).answerRecording({ pitch_uuid: pitch, agrees, words: CONSENT_WORDS })
    noteConsent(pitch, agrees)
  })

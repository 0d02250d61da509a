import { useEffect, useRef, useSyncExternalStore } from 'react'
import { CONSENT_WORDS, type RecordingAnswered } from '#features/room/recording/rules.ts'
import type { JoinInfo } from '#features/room/room/web/joinInfo.ts'
import { askInfo, roomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import type { RoomNow } from '#features/room/room/web/roomNow.ts'
import { useAct } from '#web/light/useAct.ts'

/** What the person has answered, by pitch: the door and the room share it. */
const answers = new Map<string, boolean>()
const watchers = new Set<() => void>()

/** The person has answered, here or in another window of theirs. */
export function noteConsent(pitch: string, agrees: boolean): void {
  answers.set(pitch, agrees)
  for (const watcher of watchers) watcher()
}

/** Milliseconds within which browsers that come back ask what has been answered meanwhile: not all at once. */
const WITHIN = 3000

/**
 * Learns from the room what the person has answered in another window, or on another device; and from the server what
 * they answered there while this window was not connected.
 */
export function useOtherAnswers(
  pitch: string,
  { onSignal }: Pick<RoomConnection, 'onSignal'>,
  { recording }: Pick<JoinInfo, 'recording'>,
  link: RoomNow['link'],
): void {
  const wasAway = useRef(false)
  useEffect(() => {
    if (recording === 'not') return
    if (link === 'lost') wasAway.current = true
    if (link !== 'on' || !wasAway.current) return
    wasAway.current = false
    const ask = async () => {
      const { agrees_to_recording } = await askInfo.anew(pitch)
      if (agrees_to_recording !== null) noteConsent(pitch, agrees_to_recording)
    }
    const timer = setTimeout(() => ask().catch(() => {}), Math.random() * WITHIN)
    return () => clearTimeout(timer)
  }, [pitch, recording, link])
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

import { useEffect, useSyncExternalStore } from 'react'
import type { Answer } from '#contract/call.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'

/** How captions are made in a pitch, as this browser was last told; undefined until it was. */
export type CaptionSettings = Answer<typeof captionCalls.getPitchCaptionSettings>
type Speech = CaptionSettings['speech']

let settings: CaptionSettings | undefined
let settingsOf: string | undefined
let speech: Speech | undefined
const watchers = new Set<() => void>()
const tell = () => {
  for (const watcher of watchers) watcher()
}
const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Notes who recognises what is said, as a call has answered or a signal has told. */
export function noteSpeech(next: Speech): void {
  if (next === speech) return
  speech = next
  if (settings) settings = { ...settings, speech: next }
  tell()
}

function note(next: CaptionSettings): void {
  settings = next
  speech = next.speech
  tell()
}

/** Who recognises what is said: undefined until it is known. */
export const useSpeech = (): Speech | undefined => useSyncExternalStore(subscribe, () => speech)

/** The settings, asked for anew whenever `when` changes to something true. */
export function useCaptionSettings(pitch: string, when: unknown): CaptionSettings | undefined {
  useEffect(() => {
    // what was true of another pitch says nothing of this one
    if (settingsOf !== pitch) {
      settingsOf = pitch
      settings = undefined
      speech = undefined
      tell()
    }
    if (!when) return
    roomClient(pitch)
      .getPitchCaptionSettings({ pitch_uuid: pitch })
      // a server that does not answer refuses what it must not have
      .then(note, () => noteSpeech('browser'))
  }, [pitch, when])
  return useSyncExternalStore(subscribe, () => settings)
}

export type CaptionChange = Partial<Pick<CaptionSettings, 'keeps' | 'spoken' | 'recognised'>>

/** Changes settings. @throws {CallFailed} */
export async function changeCaptionSettings(pitch: string, change: CaptionChange): Promise<void> {
  note(await roomClient(pitch).updatePitchCaptionSettings({ pitch_uuid: pitch, ...change }))
}

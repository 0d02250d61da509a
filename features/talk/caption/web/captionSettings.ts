import { useEffect, useSyncExternalStore } from 'react'
import type { Answer } from '#contract/call.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { captionCalls } from '#features/talk/caption/contract.ts'

/** The caption settings of a pitch, as the server last gave them; undefined before that. */
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

/** Stores where speech is recognized, from the answer of a call or from a signal. */
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

/** Where speech is recognized; undefined until it is known. */
export const useSpeech = (): Speech | undefined => useSyncExternalStore(subscribe, () => speech)

/** The settings, loaded again whenever `when` becomes true. */
export function useCaptionSettings(pitch: string, when: unknown): CaptionSettings | undefined {
  useEffect(() => {
    // the settings of another pitch do not apply to this one
    if (settingsOf !== pitch) {
      settingsOf = pitch
      settings = undefined
      speech = undefined
      tell()
    }
    if (!when) return
    roomClient(pitch)
      .getPitchCaptionSettings({ pitch_uuid: pitch })
      // without an answer the defaults apply, and the server still checks every change
      .then(note, () => noteSpeech('browser'))
  }, [pitch, when])
  return useSyncExternalStore(subscribe, () => settings)
}

export type CaptionChange = Partial<Pick<CaptionSettings, 'keeps' | 'spoken' | 'recognised'>>

/** Changes settings. @throws {CallFailed} */
export async function changeCaptionSettings(pitch: string, change: CaptionChange): Promise<void> {
  note(await roomClient(pitch).updatePitchCaptionSettings({ pitch_uuid: pitch, ...change }))
}

import { useEffect, useMemo, useState } from 'react'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { browserRecogniser } from '#features/talk/caption/web/recognition.ts'
import type { SpeechLanguage } from './dictation.ts'
import { RecordedDictation } from './recordedDictation.ts'
import type { DictationMaker } from './useDictation.ts'

const captionLanguage = { 'en-US': 'en', 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' } as const satisfies Record<
  SpeechLanguage,
  string
>

/** Dictation by the server, for browsers without speech recognition; the server is asked once, when it is needed. */
export function useServerDictation(pitch: string): DictationMaker | undefined {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (browserRecogniser() || !globalThis.MediaRecorder || !navigator.mediaDevices) return
    roomClient(pitch)
      .getPitchCaptionSettings({ pitch_uuid: pitch })
      .then(
        ({ speech, deaf }) => setOffered(speech !== 'browser' || deaf),
        // without an answer there is no button
        () => {},
      )
  }, [pitch])
  return useMemo(() => {
    if (!isOffered) return undefined
    const client = roomClient(pitch)
    return onHeard =>
      new RecordedDictation({
        onHeard,
        transcribe: async (audio, language) =>
          (await client.transcribeSpeech({ audio, language: captionLanguage[language] })).text,
      })
  }, [isOffered, pitch])
}

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { CallFailed } from '#contract/call.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import { newId } from '#web/ui/ids.ts'
import { newSender } from './captionSender.ts'
import { noteSpeech } from './captionSettings.ts'
import { browserRecogniser, type Listening, Recognition } from './recognition.ts'

export interface Speaking {
  readonly listening: Listening
  /** Why the last caption did not arrive. */
  readonly failure: unknown
}

/**
 * Captions the speaker's words while `wanted`: their microphone is on, the pitch is live, and they chose it. It resumes
 * with the room's connection.
 */
export function useSpeaking(
  pitch: string,
  client: Pick<RoomClient, 'sendCaption'>,
  { wanted, isOn, language }: { wanted: boolean; isOn: boolean; language: CaptionLanguage },
): Speaking {
  const [failure, setFailure] = useState<unknown>()
  const recognition = useMemo(() => {
    const send = newSender(pitch, client, failure => {
      const byServer = failure instanceof CallFailed && failure.code === 'CaptionedByServer'
      if (byServer) noteSpeech('server')
      setFailure(byServer ? undefined : failure)
    })
    return new Recognition({ make: browserRecogniser(), newId, onSaid: send })
  }, [pitch, client])
  useEffect(() => {
    if (!wanted) return
    recognition.start(language)
    return () => recognition.stop()
  }, [recognition, wanted, language])
  useEffect(() => {
    if (wanted && isOn && recognition.get().problem === 'network') recognition.start(language)
  }, [recognition, wanted, isOn, language])
  return { listening: useSyncExternalStore(recognition.subscribe, recognition.get), failure }
}

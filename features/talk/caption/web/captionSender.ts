import { CallFailed } from '#contract/call.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import { CAPTION_LENGTH } from '#features/talk/caption/rules.ts'
import type { Said } from './recognition.ts'

/** Attempts to send a final caption, and milliseconds between them. */
const TRIES = 5
const PAUSE = 1500

/**
 * Sends captions one after the other. An update may be lost; a final caption is sent again after a failure, which its
 * id makes harmless.
 */
export function newSender(
  pitch: string,
  client: Pick<RoomClient, 'sendCaption'>,
  onFailure: (failure: unknown) => void,
) {
  let line: Promise<void> = Promise.resolve()
  let waiting = 0
  async function send({ id, text, language, final, spokenMs }: Said): Promise<void> {
    for (let tried = 1; ; tried++)
      try {
        const last = text.slice(-CAPTION_LENGTH)
        await client.sendCaption({ pitch_uuid: pitch, id, text: last, language, final, spoken_ms: spokenMs })
        return onFailure(undefined)
      } catch (failure) {
        if (!final) return
        if (tried === TRIES || (failure instanceof CallFailed && !mayPass(failure))) return onFailure(failure)
        await new Promise(resolve => setTimeout(resolve, PAUSE))
      }
  }
  return (said: Said): void => {
    // an update that arrives late is of no use, so a slow connection drops it
    if (!said.final && waiting > 0) return
    waiting++
    line = line.then(() => send(said)).finally(() => waiting--)
  }
}

const mayPass = ({ code }: CallFailed): boolean =>
  code === 'TooManyRequests' || code === 'Unavailable' || code === 'Internal'

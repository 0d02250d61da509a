import { CallFailed } from '#contract/call.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import { CAPTION_LENGTH } from '#features/talk/caption/rules.ts'
import type { Said } from './recognition.ts'

/** Tries for something that was said for good, and milliseconds between them. */
const TRIES = 5
const PAUSE = 1500

/**
 * Sends what was said, one after the other. What is still being said may be lost; what was said for good is tried again,
 * which its id makes harmless.
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
    // a slow line must not pile up what is old news when it arrives
    if (!said.final && waiting > 0) return
    waiting++
    line = line.then(() => send(said)).finally(() => waiting--)
  }
}

const mayPass = ({ code }: CallFailed): boolean =>
  code === 'TooManyRequests' || code === 'Unavailable' || code === 'Internal'

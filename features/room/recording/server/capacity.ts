import { managedPitch } from '#features/core/part/server/access.ts'
import type { recordingCalls } from '#features/room/recording/contract.ts'
import type { Handler } from '#server/context.ts'
import { countServers, measuredRates, mostRecordedAtOnce } from './capacityQueries.ts'
import { diskOf } from './disk.ts'

/** Bytes an hour as rooms send it, where this console has measured nothing: a camera at 1.7 Mbit/s, sound at 56 kbit/s. */
const RATES = { camera: 800e6, screen_share: 1100e6, microphone: 25e6 } as const

/** Whether a pitch can be recorded at its time, what an hour of it takes, and how much is free. */
export const getRecordingCapacity: Handler<typeof recordingCalls.getRecordingCapacity> = async context => {
  const { db, actor, input, now, fail, frame } = context
  const pitch = input.pitch_uuid === undefined ? undefined : await managedPitch(db, actor, input.pitch_uuid)
  if (input.pitch_uuid !== undefined && !pitch) return fail('PitchNotFound')
  // a live pitch asks for the time from now on
  const from = input.start ? new Date(input.start) : pitch?.state === 'inProgress' ? now : (pitch?.startsAt ?? now)
  const end = input.end ? new Date(input.end) : (pitch?.endsAt ?? from)
  const to = new Date(Math.max(end.getTime(), from.getTime() + 1))
  const most = frame.settings.recordingsAtOnce * (await countServers(db))
  const measured = await measuredRates(db)
  const rateOf = (source: keyof typeof RATES) => Math.round(measured.get(source) ?? RATES[source])
  const { free, isFilling } = await diskOf(frame)
  return {
    most,
    is_taken: (await mostRecordedAtOnce(db, { from, to, except: pitch?.id })) >= most,
    person_bytes: rateOf('camera') + rateOf('microphone'),
    screen_bytes: rateOf('screen_share'),
    free_bytes: free,
    is_filling: isFilling,
  }
}

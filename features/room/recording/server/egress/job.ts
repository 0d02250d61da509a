import { randomUUID } from 'node:crypto'
import type { TrackSource } from '#features/room/media/rules.ts'
import { rightTime } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import type { Line } from '../recorder/line.ts'
import { jobFolder } from './outputs.ts'
import type { EgressKind } from './service.ts'
import { EgressTimes } from './times.ts'

/** What an `EgressSender` needs of its recording. */
export interface SenderParts {
  readonly frame: Frame
  readonly recording: string
  readonly pitchId: number
  readonly identity: string
  readonly kind: EgressKind
  /** Seconds since the recording began; `at`: of a time in milliseconds since 1970. */
  readonly elapsed: (at?: number) => number
  /** The line of one of the person's sources. */
  readonly lineOf: (source: TrackSource) => Promise<Line>
  /** Ends the segments in work of some of the person's sources. */
  readonly flush: (sources: readonly TrackSource[]) => void
  /** What should have been recorded from then until then was not. */
  readonly missed: (from: number, to: number) => Promise<void>
}

/** One recording of the person at Egress. Times in seconds since the recording began. */
export interface EgressJob {
  id: string | undefined
  readonly folder: string
  /** From when the person may be recorded, and until when: nothing outside is kept, whatever Egress wrote. */
  readonly from: number
  until: number | undefined
  state: 'starting' | 'going' | 'ended'
  isStopped: boolean
  /** When Egress has last named it. */
  seen: number
  /** Up to where it has been read. */
  last: number
  readonly read: Set<string>
  readonly times: EgressTimes
}

/** A recording of the person that is about to begin. `from`: from when they may be recorded. */
export const newJob = (recording: string, from: number): EgressJob => ({
  ...{ id: undefined, folder: jobFolder(recording, randomUUID()), from, until: undefined, last: from, seen: from },
  ...{ state: 'starting', isStopped: false, read: new Set(), times: new EgressTimes(rightTime() / 1000) },
})

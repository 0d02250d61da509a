import { rightTime } from '#server/clock.ts'
import { addFrame } from './addFrame.ts'
import { type EgressJob, newJob, type SenderParts } from './job.ts'
import { openFolder, readOutput, removeOutputs } from './outputs.ts'
import { segmentsIn } from './playlist.ts'
import { egressFailed, egressWorks, PLAYLIST, type SeenEgress, startEgress, stopEgress } from './service.ts'
import { framesIn } from './transportStream.ts'

/** Milliseconds between attempts to record a person: the first pause, and the longest. */
const AGAIN = { first: 1000, most: 30_000 }
/** Milliseconds after which an egress that was stopped and has not ended is given up. */
const GIVEN_UP = 15_000
/** Seconds without anything new after which an Egress that says it goes on has died. */
const SILENT = 25

/** When a picture is shown. */
interface Shown {
  readonly from: number
  to: number | undefined
}

const sourcesOf = {
  person: { picture: 'camera', sound: 'microphone' },
  screen: { picture: 'screen_share', sound: 'screen_share_audio' },
} as const

/** A person who sends camera and microphone, or a screen, and their recordings at Egress one after the other. */
export class EgressSender {
  readonly #parts: SenderParts
  #jobs: EgressJob[] = []
  #wait = AGAIN.first
  #next = 0
  #shown: Shown[] = []
  /** Since when something should be recorded and is not. */
  #missing: number | undefined
  #isWanted = false
  /** By which failures are counted. */
  readonly #name: string

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.#name = `${parts.recording} ${parts.identity} ${parts.kind}`
  }

  get isIdle(): boolean {
    return this.#jobs.length === 0
  }

  /** Milliseconds for which the person has not been recorded although they should be. */
  missingFor(now: number): number {
    return this.#missing === undefined ? 0 : (now - this.#missing) * 1000
  }

  /** Whether their picture is shown now: what Egress writes while a camera is off is black, and not kept. */
  show(isShown: boolean): void {
    const last = this.#shown.at(-1)
    if (isShown === (last !== undefined && last.to === undefined)) return
    if (isShown) this.#shown.push({ from: this.#parts.elapsed(), to: undefined })
    else if (last) last.to = this.#parts.elapsed()
  }

  /** They are to be recorded from now on. Begins it, or begins it again. */
  async want(): Promise<void> {
    this.#isWanted = true
    if (this.#jobs.some(({ until, state }) => until === undefined && state !== 'ended')) return
    const from = this.#parts.elapsed()
    this.#missing ??= from
    if (rightTime() < this.#next) return
    const { frame, recording, pitchId, identity, kind } = this.#parts
    const job = newJob(recording, from)
    this.#jobs.push(job)
    try {
      await openFolder(frame, job.folder)
      job.id = await startEgress(frame, { pitchId, identity, kind, folder: job.folder })
      job.state = 'going'
    } catch (error) {
      // it may have begun all the same: what goes on unknown to us is stopped
      job.state = 'ended'
      this.#failed(error)
    }
  }

  /** They are not to be recorded any longer: nothing after this moment is kept, whatever else has to be waited for. */
  cut(): void {
    const now = this.#parts.elapsed()
    this.#isWanted = false
    egressWorks(this.#parts.frame, this.#name)
    for (const job of this.#jobs) job.until ??= now
  }

  /** The same, with a gap where something is missing. */
  async unwant(): Promise<void> {
    const now = this.#parts.elapsed()
    this.cut()
    if (this.isIdle) await this.#miss(now)
  }

  /** Stops what is not wanted, and reads what Egress has written. `seen`: the recordings in the room by their ids. */
  async advance(seen: ReadonlyMap<string, SeenEgress>): Promise<void> {
    for (const job of this.#jobs) await this.#follow(job, job.id ? seen.get(job.id) : undefined)
    // one after the other: a line's segments are in their order
    for (let job = this.#jobs[0]; job; job = this.#jobs[0]) {
      const isWhole = await this.#read(job, job.id ? seen.get(job.id)?.began : undefined)
      const isLate = job.until !== undefined && this.#parts.elapsed() - job.until > GIVEN_UP / 1000
      if (!(job.state === 'ended' && isWhole) && !isLate) return
      this.#jobs.shift()
      await this.#close(job)
    }
  }

  /** The ids of the recordings that are known here. */
  egresses(): string[] {
    return this.#jobs.flatMap(({ id }) => id ?? [])
  }

  /** Nobody reads what was recorded: another server has taken over, or the pitch was removed. */
  async abandon(): Promise<void> {
    for (const { id, state, folder } of this.#jobs.splice(0)) {
      if (id && state !== 'ended') await stopEgress(this.#parts.frame, id)
      await removeOutputs(this.#parts.frame, folder)
    }
  }

  /** What is known to be missing of the person until now, when nothing more will be read. */
  async giveUp(): Promise<void> {
    await this.unwant()
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) await this.#close(job)
  }

  async #follow(job: EgressJob, seen: SeenEgress | undefined): Promise<void> {
    if (!job.id || job.state === 'ended') return
    if (job.until !== undefined && !job.isStopped) job.isStopped = await stopEgress(this.#parts.frame, job.id)
    const now = this.#parts.elapsed()
    if (seen) job.seen = now
    const isLost = !seen && now - job.seen > GIVEN_UP / 1000
    const isSilent = job.until === undefined && now - Math.max(job.last, job.from) > SILENT
    if (!isLost && !isSilent && (!seen || seen.state === 'going')) return
    // one that is silent is stopped, as it may go on after all
    if (!isSilent) job.state = 'ended'
    if (job.until !== undefined) return
    job.until = now
    this.#missing ??= job.last
    if (isSilent || seen?.state !== 'ended') this.#failed(new Error(seen?.why || 'Egress failed'))
  }

  #failed(error: unknown): void {
    egressFailed(this.#parts.frame, this.#name, error)
    this.#next = rightTime() + this.#wait
    this.#wait = Math.min(AGAIN.most, this.#wait * 2)
  }

  /** Reads the segments that are new. False while one of them is not there yet. */
  async #read(job: EgressJob, began: number | undefined): Promise<boolean> {
    const { frame } = this.#parts
    const playlist = await this.#output(job, PLAYLIST)
    for (const segment of segmentsIn(playlist?.toString() ?? '')) {
      if (job.read.has(segment.name)) continue
      const bytes = await this.#output(job, segment.name)
      if (!bytes) return false
      job.read.add(segment.name)
      try {
        const known = segment.began ?? (began === undefined ? undefined : began + segment.at * 1000)
        await this.#take(job, bytes, { began: known && known / 1000, seconds: segment.seconds })
      } catch (error) {
        frame.log.warn({ err: error, recording: this.#parts.recording }, 'a segment of Egress cannot be read')
      }
    }
    return true
  }

  async #output({ folder }: EgressJob, name: string): Promise<Buffer | undefined> {
    try {
      return await readOutput(this.#parts.frame, folder, name)
    } catch (error) {
      // files that are not for the console, or a store that does not answer
      egressFailed(this.#parts.frame, this.#name, error)
      throw error
    }
  }

  /** Keeps of a segment what may be recorded. `began`: as far as Egress says it. */
  async #take(job: EgressJob, bytes: Buffer, { began, seconds }: { began: number | undefined; seconds: number }) {
    const frames = framesIn(bytes)
    const [first] = frames
    if (!first) return
    const ticks = frames.reduce((least, { at }) => Math.min(least, at), first.at)
    job.times.segment({ began, seconds, ticks, read: rightTime() / 1000 })
    for (const frame of frames) {
      const at = this.#parts.elapsed(job.times.at(frame.at) * 1000)
      if (at < job.from || (job.until !== undefined && at > job.until)) continue
      await this.#found(job, at)
      if (frame.kind === 'picture' && !this.#isShown(at)) continue
      const line = await this.#parts.lineOf(sourcesOf[this.#parts.kind][frame.kind])
      addFrame(line, frame, at)
    }
  }

  async #found(job: EgressJob, at: number): Promise<void> {
    job.last = Math.max(job.last, at)
    egressWorks(this.#parts.frame, this.#name)
    if (this.#missing === undefined) return
    this.#wait = AGAIN.first
    await this.#miss(at)
  }

  #isShown(at: number): boolean {
    return this.#shown.some(({ from, to }) => at >= from && (to === undefined || at <= to))
  }

  async #close(job: EgressJob): Promise<void> {
    const { frame, kind, recording, flush } = this.#parts
    if (job.state !== 'ended') {
      this.#missing ??= job.last
      frame.log.warn({ recording, egress: job.id }, 'Egress does not end a recording')
    }
    // a person who is still wanted is missing until they are recorded again
    if (!this.#isWanted && this.isIdle) await this.#miss(job.until ?? this.#parts.elapsed())
    flush(Object.values(sourcesOf[kind]))
    await removeOutputs(frame, job.folder)
  }

  async #miss(until: number): Promise<void> {
    const since = this.#missing
    this.#missing = undefined
    if (since !== undefined && until > since) await this.#parts.missed(since, until)
  }
}

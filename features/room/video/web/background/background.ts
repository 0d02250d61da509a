import {
  BackgroundProcessor,
  type BackgroundProcessorWrapper,
  type SwitchBackgroundProcessorOptions,
  supportsBackgroundProcessors,
} from '@livekit/track-processors'
import type { Track, TrackProcessor, VideoProcessorOptions } from 'livekit-client'
import { modelAddress, visionFolder } from '#features/room/video/addresses.ts'
import type { BackgroundChoice } from '../stageChoice.ts'
import { tooSlow } from './pace.ts'
import { pictureOf } from './pictures.ts'

/** How strongly a blurred room is blurred, in pixels. */
const BLUR = 12

/** What computes the background: the graphics card where possible, otherwise the processor. */
export type Engine = 'GPU' | 'CPU'

interface Callbacks {
  /** The background runs on this engine. */
  readonly ready: (engine: Engine) => void
  /** This machine is too slow. The background runs until it is stopped. */
  readonly slow: () => void
}

/**
 * [ROOM-007] Replaces the room behind a person. No frame with the room leaves this processor: if it cannot start, it fails
 * with BackgroundFailed and stops the camera.
 */
export class Background implements TrackProcessor<Track.Kind.Video, VideoProcessorOptions> {
  readonly name = 'background'
  processedTrack?: MediaStreamTrack
  readonly #callbacks: Callbacks
  #choice: BackgroundChoice
  #inner: BackgroundProcessorWrapper | undefined

  constructor(choice: BackgroundChoice, callbacks: Callbacks) {
    this.#choice = choice
    this.#callbacks = callbacks
  }

  async init(options: VideoProcessorOptions): Promise<void> {
    try {
      if ((await whatBackgrounds()) !== 'yes') throw new Error('no background here')
      for (const engine of ['GPU', 'CPU'] as const) {
        const failure = await this.#start(engine, options).then(
          () => undefined,
          (failed: unknown) => failed ?? new Error(engine),
        )
        if (!failure) return this.#callbacks.ready(engine)
        if (engine === 'CPU') throw failure
      }
    } catch (cause) {
      options.track.stop()
      throw Object.assign(new Error('background', { cause }), { name: 'BackgroundFailed' })
    }
  }

  async restart(options: VideoProcessorOptions): Promise<void> {
    await this.destroy()
    await this.init(options)
  }

  async destroy(): Promise<void> {
    const inner = this.#inner
    this.#inner = undefined
    delete this.processedTrack
    await inner?.destroy()
  }

  /** Shows another background from the next frame on. */
  async switchTo(choice: Exclude<BackgroundChoice, 'none'>): Promise<void> {
    this.#choice = choice
    await this.#inner?.switchTo(modeOf(choice))
  }

  async #start(engine: Engine, options: VideoProcessorOptions): Promise<void> {
    const isSlow = tooSlow()
    const inner = BackgroundProcessor({
      ...modeOf(this.#choice),
      assetPaths: { tasksVisionFileSet: visionFolder, modelAssetPath: modelAddress },
      segmenterOptions: { delegate: engine },
      onFrameProcessed: ({ processingTimeMs }) => isSlow(processingTimeMs) && this.#callbacks.slow(),
    })
    // the library would pass the first frame unchanged
    inner.transformer.isFirstFrame = false
    try {
      await inner.init(options)
    } catch (failure) {
      await inner.destroy().catch(() => {})
      throw failure
    }
    this.#inner = inner
    if (inner.processedTrack) this.processedTrack = inner.processedTrack
  }
}

function modeOf(choice: BackgroundChoice): SwitchBackgroundProcessorOptions {
  const imagePath = pictureOf(choice)
  return imagePath ? { mode: 'virtual-background', imagePath } : { mode: 'background-blur', blurRadius: BLUR }
}

/** Whether backgrounds are available: `yes`, not in this browser, or not on this server, which lacks the model. */
export async function whatBackgrounds(): Promise<'yes' | 'browser' | 'server'> {
  if (!supportsBackgroundProcessors()) return 'browser'
  const answer = await fetch(modelAddress, { method: 'HEAD' }).catch(() => undefined)
  return answer?.ok ? 'yes' : 'server'
}

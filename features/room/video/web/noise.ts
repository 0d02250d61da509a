import { loadRnnoise, RnnoiseWorkletNode } from '@sapphi-red/web-noise-suppressor'
import plain from '@sapphi-red/web-noise-suppressor/rnnoise.wasm?url'
import simd from '@sapphi-red/web-noise-suppressor/rnnoise_simd.wasm?url'
import worklet from '@sapphi-red/web-noise-suppressor/rnnoiseWorklet.js?url'
import type { AudioProcessorOptions, Track, TrackProcessor } from 'livekit-client'

/** The only sample rate of RNNoise, in hertz. */
const RATE = 48_000

/** Removes noise with RNNoise, in a worklet, so that a busy page does not interrupt the voice. */
export class NoiseFilter implements TrackProcessor<Track.Kind.Audio, AudioProcessorOptions> {
  readonly name = 'noise'
  processedTrack?: MediaStreamTrack
  #end = async () => {}

  async init({ track }: Pick<AudioProcessorOptions, 'track'>): Promise<void> {
    const wasmBinary = await loadRnnoise({ url: plain, simdUrl: simd })
    const context = new AudioContext({ sampleRate: RATE })
    try {
      await context.audioWorklet.addModule(worklet)
      const source = context.createMediaStreamSource(new MediaStream([track]))
      const filter = new RnnoiseWorkletNode(context, { wasmBinary, maxChannels: 1 })
      const out = context.createMediaStreamDestination()
      source.connect(filter).connect(out)
      const [cleaned] = out.stream.getAudioTracks()
      if (!cleaned) throw new Error('no sound came out')
      this.processedTrack = cleaned
      this.#end = async () => {
        source.disconnect()
        filter.destroy()
        cleaned.stop()
        await context.close()
      }
    } catch (failure) {
      await context.close()
      throw failure
    }
  }

  async restart(options: AudioProcessorOptions): Promise<void> {
    await this.destroy()
    await this.init(options)
  }

  async destroy(): Promise<void> {
    const end = this.#end
    this.#end = async () => {}
    await end()
  }
}

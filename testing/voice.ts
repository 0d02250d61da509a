import { AudioFrame, AudioSource, LocalAudioTrack, Room, TrackPublishOptions, TrackSource } from '@livekit/rtc-node'

const RATE = 48_000
/** Milliseconds of sound in one frame. */
const FRAME = 20

/** A LiveKit participant with a microphone, whose voice is a tone of its own frequency. */
export async function enterWithVoice(url: string, token: string) {
  const room = new Room()
  await room.connect(url, token, { autoSubscribe: false, dynacast: false })
  const source = new AudioSource(RATE, 1)
  const track = LocalAudioTrack.createAudioTrack('voice', source)
  const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE })
  await room.localParticipant?.publishTrack(track, options)
  return {
    /** Speaks for that long, as a tone that rises and falls with syllables, and then pauses. */
    say: async (hertz: number, milliseconds: number, pause = 1200) => {
      for (const samples of frames(hertz, milliseconds, pause))
        await source.captureFrame(new AudioFrame(samples, RATE, 1, samples.length))
    },
    leave: async () => {
      await track.close().catch(() => {})
      await room.disconnect().catch(() => {})
    },
  }
}

/** The frames of a voice, and of the silence after it. */
function* frames(hertz: number, milliseconds: number, pause: number): Generator<Int16Array> {
  const length = (RATE / 1000) * FRAME
  for (let from = 0; from < ((milliseconds + pause) / 1000) * RATE; from += length) {
    const samples = new Int16Array(length)
    if (from < (milliseconds / 1000) * RATE)
      for (let i = 0; i < length; i++) {
        const time = (from + i) / RATE
        samples[i] = 9000 * (0.65 + 0.35 * Math.sin(2 * Math.PI * 4 * time)) * Math.sin(2 * Math.PI * hertz * time)
      }
    yield samples
  }
}

/** A recording of a voice as WAV: a tone, then a pause, repeated as given. For a browser's fake microphone. */
export function voiceRecording({
  hertz,
  milliseconds,
  pause,
  times,
}: Record<'hertz' | 'milliseconds' | 'pause' | 'times', number>) {
  const all = Array.from({ length: times }, () => [...frames(hertz, milliseconds, pause)]).flat()
  const data = Buffer.concat(all.map(samples => Buffer.from(samples.buffer)))
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

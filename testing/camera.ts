import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  LocalVideoTrack,
  Room,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoCodec,
  VideoFrame,
  VideoSource,
} from '@livekit/rtc-node'

const RATE = 48_000
const SIZE = { width: 320, height: 180 }
/** Pictures a second, and milliseconds of sound in one frame. */
const PACE = 15
const SOUND = 20

/** A LiveKit participant whose camera shows a picture that changes, and whose microphone sends a tone, until they leave. */
export async function enterWithCamera(url: string, token: string, codec: 'h264' | 'vp8' = 'h264') {
  const room = new Room()
  await room.connect(url, token, { autoSubscribe: false, dynacast: false })
  const picture = new VideoSource(SIZE.width, SIZE.height)
  const camera = LocalVideoTrack.createVideoTrack('camera', picture)
  const videoCodec = codec === 'h264' ? VideoCodec.H264 : VideoCodec.VP8
  const asCamera = new TrackPublishOptions({ source: TrackSource.SOURCE_CAMERA, videoCodec, simulcast: false })
  await room.localParticipant?.publishTrack(camera, asCamera)
  const sound = new AudioSource(RATE, 1)
  const voice = LocalAudioTrack.createAudioTrack('voice', sound)
  const asMicrophone = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE })
  await room.localParticipant?.publishTrack(voice, asMicrophone)

  let count = 0
  const shows = setInterval(() => {
    const pixels = new Uint8Array((SIZE.width * SIZE.height * 3) / 2).fill(128)
    for (let i = 0; i < SIZE.width * SIZE.height; i++) pixels[i] = (i + count * 7) % 235
    count++
    picture.captureFrame(new VideoFrame(pixels, SIZE.width, SIZE.height, VideoBufferType.I420))
  }, 1000 / PACE)
  let isLeaving = false
  const speaks = (async () => {
    const length = (RATE / 1000) * SOUND
    for (let from = 0; !isLeaving; from += length) {
      const samples = Int16Array.from({ length }, (_, i) => 9000 * Math.sin((2 * Math.PI * 440 * (from + i)) / RATE))
      await sound.captureFrame(new AudioFrame(samples, RATE, 1, length))
    }
  })()
  return {
    leave: async () => {
      isLeaving = true
      clearInterval(shows)
      await speaks.catch(() => {})
      await camera.close().catch(() => {})
      await voice.close().catch(() => {})
      await room.disconnect().catch(() => {})
    },
  }
}

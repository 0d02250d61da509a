import type { RemoteTrack, Room, Track } from 'livekit-client'
import type { CaptureProblem, Source } from './capture.ts'
import type { DeviceNews } from './deviceChanges.ts'

export type LiveKit = typeof import('livekit-client')

/** `off`: this server has no video. `elsewhere`: the same person took it over in another window. */
export type VideoState = 'idle' | 'connecting' | 'on' | 'reconnecting' | 'off' | 'elsewhere'

/** Somebody on stage. */
export interface Face {
  readonly id: string
  readonly name: string
  readonly isMe: boolean
  readonly camera: Track | undefined
  readonly screen: Track | undefined
  readonly sounds: readonly RemoteTrack[]
  readonly isMuted: boolean
  readonly isSpeaking: boolean
  /** Their line is too weak for what they send, or silent; undefined while all is well or nothing is known. */
  readonly weak: 'poor' | 'lost' | undefined
}

/** What somebody may send now, as LiveKit allows it. */
export interface MaySend {
  readonly camera: boolean
  readonly microphone: boolean
  readonly screen: boolean
}

/**
 * How a background of somebody's picture is going: being prepared, on by the graphics card, on by the processor, or off
 * because this machine is too slow for it.
 */
export type BackgroundState = 'preparing' | 'GPU' | 'CPU' | 'slow' | undefined

export interface VideoNow {
  readonly state: VideoState
  readonly mayPublish: boolean
  readonly may: MaySend
  readonly faces: readonly Face[]
  /** The browser wants a click before it plays sound. */
  readonly soundBlocked: boolean
  readonly camera: boolean
  readonly microphone: boolean
  readonly screen: boolean
  /** Why camera, microphone or screen could not be sent; empty while all is well. */
  readonly problems: Readonly<Partial<Record<Source | 'screen', CaptureProblem>>>
  /** What happened to the devices, until it was read. */
  readonly news: DeviceNews | undefined
  /** My own microphone as it goes out, for its level. */
  readonly sound: MediaStreamTrack | undefined
  /** My own line is too weak for all that comes and goes. */
  readonly weak: boolean
  /** The others' faces: shown, left out because the line is weak, or left out because I want it so. */
  readonly pictures: 'on' | 'saved' | 'off'
  /** How the picture's background is going. */
  readonly background: BackgroundState
}

export const noVideo: VideoNow = {
  state: 'idle',
  mayPublish: false,
  may: { camera: false, microphone: false, screen: false },
  faces: [],
  soundBlocked: false,
  camera: false,
  microphone: false,
  screen: false,
  problems: {},
  news: undefined,
  sound: undefined,
  weak: false,
  pictures: 'on',
  background: undefined,
}

/** What sending and receiving share: the room while there is one, what is known, and how to say what changed. */
export interface VideoDesk {
  readonly room: () => Room | undefined
  readonly livekit: () => LiveKit | undefined
  readonly now: () => VideoNow
  readonly set: (change: Partial<VideoNow>) => void
  /** Looks again at who is there and what is sent. */
  readonly refresh: () => void
}

import type { RemoteTrack, Room, Track } from 'livekit-client'
import type { CaptureProblem, Source } from './capture.ts'
import type { DeviceNews } from './deviceChanges.ts'

export type LiveKit = typeof import('livekit-client')

/** `off`: this server has no video. `elsewhere`: another window of the person has it. */
export type VideoState = 'idle' | 'connecting' | 'on' | 'reconnecting' | 'off' | 'elsewhere'

/** A person on stage. */
export interface Face {
  readonly id: string
  readonly name: string
  readonly isMe: boolean
  /** When they joined the video, in milliseconds, as LiveKit tells all; its clock counts seconds. */
  readonly joined: number
  readonly camera: Track | undefined
  readonly screen: Track | undefined
  readonly sounds: readonly RemoteTrack[]
  readonly isMuted: boolean
  readonly isSpeaking: boolean
  /** Their connection is too weak or lost; undefined while it is good or unknown. */
  readonly weak: 'poor' | 'lost' | undefined
}

/** What the person may send now, as LiveKit allows it. */
export interface MaySend {
  readonly camera: boolean
  readonly microphone: boolean
  readonly screen: boolean
}

/**
 * The state of the picture's background: being prepared, on by the graphics card, on by the processor, or off because this
 * machine is too slow for it.
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
  /** The news about devices, until it is dismissed. */
  readonly news: DeviceNews | undefined
  /** The own microphone's track as it is sent, for the level meter. */
  readonly sound: MediaStreamTrack | undefined
  /** The own connection is weak. */
  readonly weak: boolean
  /** The others' faces: shown, left out because of a weak connection, or turned off by the person. */
  readonly pictures: 'on' | 'saved' | 'off'
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

/** What sender and receiver share: the room while there is one, the state, and how to change it. */
export interface VideoDesk {
  readonly room: () => Room | undefined
  readonly livekit: () => LiveKit | undefined
  readonly now: () => VideoNow
  readonly set: (change: Partial<VideoNow>) => void
  /** Reads the participants and their tracks again. */
  readonly refresh: () => void
}

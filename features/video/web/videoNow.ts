import type { RemoteTrack, Room, Track } from 'livekit-client'
import type { CaptureProblem, Source } from './capture.ts'

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
  /** Why the last attempt to send something failed. */
  readonly problem: { readonly source: Source | 'screen'; readonly problem: CaptureProblem } | undefined
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
  problem: undefined,
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

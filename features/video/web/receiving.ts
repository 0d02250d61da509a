import type { LocalVideoTrack, Participant, RemoteTrack, Room } from 'livekit-client'
import type { Face, LiveKit, VideoDesk } from './videoNow.ts'

/** What the others send: which of it comes here, and how those on stage look. */
export class Receiving {
  readonly #desk: VideoDesk
  #on = true

  constructor(desk: VideoDesk) {
    this.#desk = desk
  }

  /** Whether anything is received yet; not while it is connected ahead. */
  get on(): boolean {
    return this.#on
  }
  set on(on: boolean) {
    this.#on = on
  }

  /** Receives all there is that does not come yet. */
  subscribe(): void {
    for (const one of this.#desk.room()?.remoteParticipants.values() ?? [])
      for (const publication of one.trackPublications.values())
        if (!publication.isDesired) publication.setSubscribed(true)
  }

  /** Follows who comes and goes, what they send and how well it arrives. */
  follow(room: Room, { RoomEvent }: LiveKit): void {
    for (const event of [
      RoomEvent.ParticipantConnected,
      RoomEvent.ParticipantDisconnected,
      RoomEvent.TrackSubscribed,
      RoomEvent.TrackUnsubscribed,
      RoomEvent.TrackMuted,
      RoomEvent.TrackUnmuted,
      RoomEvent.LocalTrackPublished,
      RoomEvent.LocalTrackUnpublished,
      RoomEvent.ActiveSpeakersChanged,
      RoomEvent.AudioPlaybackStatusChanged,
      RoomEvent.ParticipantNameChanged,
      RoomEvent.ConnectionQualityChanged,
    ] as const)
      room.on(event, this.#desk.refresh)
    // a room that was connected ahead does not receive by itself what is sent later
    room.on(RoomEvent.TrackPublished, publication => {
      if (this.#on && !publication.isDesired) publication.setSubscribed(true)
    })
  }

  /** Those on stage, me first. */
  faces({ localParticipant: me, remoteParticipants }: Room, livekit: LiveKit): readonly Face[] {
    return [me, ...remoteParticipants.values()].map(one => faceOf(one, one === me, livekit)).filter(isOnStage)
  }
}

function faceOf(one: Participant, isMe: boolean, { Track: { Source } }: LiveKit): Face {
  const camera = one.getTrackPublication(Source.Camera)
  const sounds = [Source.Microphone, Source.ScreenShareAudio].map(source => one.getTrackPublication(source)?.track)
  return {
    id: one.identity,
    name: one.name ?? '',
    isMe,
    camera: camera?.isMuted ? undefined : (camera?.track as LocalVideoTrack | undefined),
    screen: one.getTrackPublication(Source.ScreenShare)?.track,
    sounds: isMe ? [] : (sounds.filter(Boolean) as RemoteTrack[]),
    isMuted: !one.isMicrophoneEnabled,
    isSpeaking: one.isSpeaking,
    weak: weaknessOf(one.connectionQuality),
  }
}

const weaknessOf = (quality: string | undefined): Face['weak'] =>
  quality === 'poor' || quality === 'lost' ? quality : undefined

/** Those who send nothing are in the list of people, not in the strip of faces. */
const isOnStage = ({ isMe, camera, screen, sounds, isMuted }: Face) =>
  camera !== undefined || screen !== undefined || sounds.length > 0 || (isMe && !isMuted)

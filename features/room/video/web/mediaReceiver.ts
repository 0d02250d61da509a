import type { LocalVideoTrack, Participant, RemoteTrack, RemoteTrackPublication, Room } from 'livekit-client'
import type { Face, LiveKit, VideoDesk } from './videoNow.ts'
import { LineJudge, type Quality } from './weakLine.ts'

/** Milliseconds after which LiveKit has begun what it agreed to, so that it can be paused. */
const SOON = 300

/** What the others send: which of it comes here, and how those on stage look. */
export class MediaReceiver {
  readonly #desk: VideoDesk
  #on = false
  readonly #judge: LineJudge
  /** The person wants the faces in spite of the weak line. */
  #insists = false

  constructor(desk: VideoDesk) {
    this.#desk = desk
    this.#judge = new LineJudge(weak => {
      if (!weak) this.#insists = false
      const { pictures } = this.#desk.now()
      this.#desk.set({ weak })
      if (pictures !== 'off') this.#leaveOut(weak && !this.#insists ? 'saved' : 'on')
    })
  }

  /**
   * Whether anything is received; not while it is connected ahead. Then all is agreed on with LiveKit already, as that is
   * what takes time, and nothing comes: a sound is held, and LiveKit pauses a picture that stands nowhere by itself.
   */
  receive(on: boolean): void {
    this.#on = on
    this.#subscribe()
  }

  /** Asks for all there is that is wanted and was not asked for yet, and lets go of what is not wanted. */
  #subscribe(): void {
    for (const one of this.#desk.room()?.remoteParticipants.values() ?? [])
      for (const publication of one.trackPublications.values()) this.#settle(publication)
  }

  /** The person's own word on whether they want to see the others' faces. */
  showPictures(on: boolean): void {
    this.#insists = on
    this.#leaveOut(on ? 'on' : 'off')
  }

  /** Faces cost a weak line the most and say the least: slides, a shared screen and every voice stay. */
  #leaveOut(pictures: 'on' | 'saved' | 'off'): void {
    this.#desk.set({ pictures })
    this.#subscribe()
    this.#desk.refresh()
  }

  #settle(publication: RemoteTrackPublication): void {
    const { Source, Kind } = this.#desk.livekit()?.Track ?? {}
    const wanted = this.#desk.now().pictures === 'on' || publication.source !== Source?.Camera
    if (publication.isDesired !== wanted) publication.setSubscribed(wanted)
    if (!wanted || publication.kind !== Kind?.Audio || publication.isEnabled === this.#on) return
    publication.setEnabled(this.#on)
  }

  /** Follows who comes and goes, what they send and how well it arrives. */
  follow(room: Room, { RoomEvent }: LiveKit): void {
    for (const event of [
      RoomEvent.ParticipantConnected,
      RoomEvent.ParticipantDisconnected,
      RoomEvent.TrackSubscribed,
      RoomEvent.TrackUnpublished,
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
    room.on(RoomEvent.TrackSubscribed, track => {
      if (!this.#on && track.kind === 'video') setTimeout(() => this.#on || standNowhere(track), SOON)
    })
    // LiveKit tells of it while it still holds the track
    room.on(RoomEvent.TrackUnsubscribed, () => queueMicrotask(this.#desk.refresh))
    // a room that was connected ahead does not ask by itself for what is sent later
    room.on(RoomEvent.TrackPublished, publication => this.#settle(publication))
    room.on(RoomEvent.ConnectionQualityChanged, (quality, one) => {
      if (one === room.localParticipant) this.#judge.hear(quality as Quality)
    })
    for (const event of [RoomEvent.Reconnecting, RoomEvent.Disconnected] as const)
      room.on(event, () => this.#judge.rest())
  }

  /** Those on stage, me first. */
  faces({ localParticipant: me, remoteParticipants }: Room, livekit: LiveKit): readonly Face[] {
    return [me, ...remoteParticipants.values()].map(one => faceOf(one, one === me, livekit)).filter(isOnStage)
  }
}

/**
 * LiveKit begins each picture small, and pauses what stands on no page once it has seen it leave one. By this it keeps
 * the say: a picture that somebody has turned off by hand is not paused any more when its page is out of sight.
 */
const standNowhere = (track: RemoteTrack) => void track.detach(track.attach())

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

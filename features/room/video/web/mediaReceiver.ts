import type { LocalVideoTrack, Participant, RemoteTrack, RemoteTrackPublication, Room } from 'livekit-client'
import type { Face, LiveKit, VideoDesk } from './videoNow.ts'
import { LineJudge, type Quality } from './weakLine.ts'

/** Milliseconds until LiveKit has started a negotiated picture, so that it can be paused. */
const STARTED = 300

/** Receives what the others send, and describes the people on stage. */
export class MediaReceiver {
  readonly #desk: VideoDesk
  #on = false
  readonly #judge: LineJudge
  /** The person wants the faces in spite of the weak connection. */
  #insists = false

  constructor(desk: VideoDesk) {
    this.#desk = desk
    this.#judge = new LineJudge(weak => {
      if (!weak) this.#insists = false
      const { pictures } = this.#desk.now()
      this.#desk.set({ weak })
      if (pictures !== 'off') this.#setPictures(weak && !this.#insists ? 'saved' : 'on')
    })
  }

  /**
   * Receives or not; not while connected ahead. Then everything is negotiated with LiveKit already, which takes the
   * time, but nothing is delivered: sounds are disabled, and LiveKit pauses a picture that has no element on the page.
   */
  receive(on: boolean): void {
    this.#on = on
    this.#subscribe()
  }

  /** Subscribes to all wanted tracks and unsubscribes from the others. */
  #subscribe(): void {
    for (const one of this.#desk.room()?.remoteParticipants.values() ?? [])
      for (const publication of one.trackPublications.values()) this.#settle(publication)
  }

  /** Sets the person's own choice to see the others' faces. */
  showPictures(on: boolean): void {
    this.#insists = on
    this.#setPictures(on ? 'on' : 'off')
  }

  /** Faces need the most of a weak connection and matter least: slides, a shared screen and voices stay. */
  #setPictures(pictures: 'on' | 'saved' | 'off'): void {
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

  /** Follows participants, their tracks and the quality of the connection. */
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
      RoomEvent.ParticipantAttributesChanged,
      RoomEvent.ConnectionQualityChanged,
    ] as const)
      room.on(event, this.#desk.refresh)
    room.on(RoomEvent.TrackSubscribed, track => {
      if (!this.#on && track.kind === 'video') setTimeout(() => this.#on || detachAtOnce(track), STARTED)
    })
    // the event comes while the participant still has the track
    room.on(RoomEvent.TrackUnsubscribed, () => queueMicrotask(this.#desk.refresh))
    // a room that was connected ahead does not subscribe to later tracks by itself
    room.on(RoomEvent.TrackPublished, publication => this.#settle(publication))
    room.on(RoomEvent.ConnectionQualityChanged, (quality, one) => {
      if (one === room.localParticipant) this.#judge.hear(quality as Quality)
    })
    for (const event of [RoomEvent.Reconnecting, RoomEvent.Disconnected] as const)
      room.on(event, () => this.#judge.rest())
  }

  /** The people on stage, the person first. */
  faces({ localParticipant: me, remoteParticipants }: Room, livekit: LiveKit): readonly Face[] {
    return [me, ...remoteParticipants.values()].map(one => faceOf(one, one === me, livekit)).filter(isOnStage)
  }
}

/**
 * LiveKit starts each picture small, and pauses one without an element once an element was detached. Leaving that to
 * LiveKit matters: a track that is disabled by hand is no longer paused when its page is hidden.
 */
const detachAtOnce = (track: RemoteTrack) => void track.detach(track.attach())

function faceOf(one: Participant, isMe: boolean, { Track: { Source } }: LiveKit): Face {
  const camera = one.getTrackPublication(Source.Camera)
  const sounds = [Source.Microphone, Source.ScreenShareAudio].map(source => one.getTrackPublication(source)?.track)
  return {
    id: one.attributes['person'] ?? one.identity,
    name: one.name ?? '',
    isMe,
    joined: one.joinedAt?.getTime() ?? 0,
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

/** Whether a participant sends anything; the others are only in the list of people. */
const isOnStage = ({ isMe, camera, screen, sounds, isMuted }: Face) =>
  camera !== undefined || screen !== undefined || sounds.length > 0 || (isMe && !isMuted)

import { IconMicrophoneOff, IconWifiOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ofSecondScreen } from '#features/room/media/rules.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { Mirror, TrackSound, TrackVideo } from './TrackVideo.tsx'
import type { Face, VideoNow } from './videoNow.ts'
import './video.css'

const SpeakerWatch = lazyPart(async () => (await import('#features/room/video/web/speaker/useSpeaker.ts')).SpeakerWatch)

interface Props {
  video: VideoNow
  /** The own account, once it is known. */
  me: string | undefined
  /** Whose place is shown while no picture is sent: the person's own on stage, the presenter's for attendees. */
  host: { readonly name: string; readonly isMe: boolean }
  /** During a pause nothing is sent, and all keep their place. */
  paused: boolean
  /** The own picture before the room is live. */
  preview: MediaStream | undefined
  /** Sound is disabled here. */
  silent: boolean
  /** The speaker also has the large place. */
  speakerLarge: boolean
}

/** The strip of people on stage. It keeps its place without faces too, so that the layout does not jump. */
export function Faces({ video, me, host, paused, preview, silent, speakerLarge }: Props) {
  const { t } = useTranslation('video')
  // a second device sends a screen and has no face
  const people = usePlaces(
    video.faces.filter(face => !ofSecondScreen(face.id)),
    paused,
  )
  const [speaker, setSpeaker] = useState<string>()
  const faces = firstFew(people, speaker)
  // the sound of the own second device is heard from the device itself
  const heard = video.faces.filter(face => ofSecondScreen(face.id)?.account !== me || me === undefined)
  const note = paused
    ? t('paused')
    : video.state === 'off'
      ? t('off')
      : video.state === 'reconnecting'
        ? t('reconnecting')
        : undefined
  return (
    <section className="faces" aria-label={t('faces')}>
      {speakerLarge && <SpeakerWatch faces={people} onSpeaker={setSpeaker} />}
      {faces.length > 0 ? (
        faces.map(face => (
          <Tile key={face.id} face={face} speaks={face.id === speaker} note={paused ? note : undefined} />
        ))
      ) : (
        <div className="face">
          {preview ? <Mirror stream={preview} /> : <Initials name={host.name} />}
          <p className="face-name">
            <span>{host.isMe ? t('you') : host.name}</span>
          </p>
          {note && <p className="face-note">{note}</p>}
        </div>
      )}
      {heard.flatMap(face => face.sounds.map(track => <TrackSound key={track.sid} track={track} muted={silent} />))}
    </section>
  )
}

/** During a pause people keep their places, without picture and sound. */
function usePlaces(faces: readonly Face[], paused: boolean): readonly Face[] {
  const before = useRef(faces)
  if (!paused) before.current = faces
  const silent = { camera: undefined, screen: undefined, sounds: [], isMuted: true, isSpeaking: false, weak: undefined }
  return before.current.map(face => (paused ? { ...face, ...silent } : face))
}

/** The first four, with the speaker always among them. */
function firstFew(faces: readonly Face[], speaker: string | undefined): readonly Face[] {
  const first = faces.slice(0, 4)
  const large = faces.find(({ id }) => id === speaker)
  return !large || first.includes(large) ? first : [...first.slice(0, 3), large]
}

function Tile({ face, speaks, note }: { face: Face; speaks: boolean; note: string | undefined }) {
  const { t } = useTranslation('video')
  const shownName = useShownName()
  const name = face.isMe ? t('you') : shownName(face.name)
  return (
    <div className={`face${face.isSpeaking ? ' speaking' : ''}`} data-speaks={speaks || undefined}>
      {face.camera ? (
        <TrackVideo track={face.camera} label={t('pictureOf', { name })} className={face.isMe ? 'mirror' : ''} />
      ) : (
        <Initials name={face.name} />
      )}
      <p className="face-name">
        {face.isMuted && <IconMicrophoneOff size={14} role="img" aria-label={t('muted')} />}
        {face.weak && <IconWifiOff size={14} role="img" aria-label={t(`weak.${face.weak}`)} />}
        <span>{name}</span>
      </p>
      {note && <p className="face-note">{note}</p>}
      {face.isSpeaking && <span className="unseen">{t('speaking')}</span>}
    </div>
  )
}

/** The first letters of a name's words; of a Chinese name its first character. */
function Initials({ name }: { name: string }) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map(word => [...(word ?? '')][0] ?? '').join('')
  return (
    <span className="face-initials" aria-hidden>
      {letters.toUpperCase()}
    </span>
  )
}

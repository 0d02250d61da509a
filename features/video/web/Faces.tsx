import { IconMicrophoneOff, IconWifiOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ofSecondScreen } from '#features/share/rules.ts'
import { laterPart } from '#web/ui/laterPart.tsx'
import { Mirror } from './Mirror.tsx'
import { TrackSound, TrackVideo } from './TrackVideo.tsx'
import type { Face, VideoNow } from './videoNow.ts'
import './video.css'

const SpeakerWatch = laterPart(async () => (await import('#features/stage/web/layout/SpeakerWatch.tsx')).SpeakerWatch)

interface Props {
  video: VideoNow
  /** My account, once it is known. */
  me: string | undefined
  /** Whose place stands even while nobody sends a picture: me on stage, or the presenter for those who watch. */
  host: { readonly name: string; readonly isMe: boolean }
  /** My own picture before the room is live. */
  preview: MediaStream | undefined
  /** Sound is switched off here. */
  silent: boolean
  /** Whoever speaks has a place of their own. */
  speakerLarge: boolean
}

/** The strip of those on stage. Its place is always there, so that nothing jumps when a face comes or goes. */
export function Faces({ video, me, host, preview, silent, speakerLarge }: Props) {
  const { t } = useTranslation('video')
  // a second device is its person's screen, and no face
  const people = video.faces.filter(face => !ofSecondScreen(face.id))
  const [speaker, setSpeaker] = useState<string>()
  const faces = firstFew(people, speaker)
  // one's own second device is heard already, where it stands
  const heard = video.faces.filter(face => ofSecondScreen(face.id)?.account !== me || me === undefined)
  const note = video.state === 'off' ? t('off') : video.state === 'reconnecting' ? t('reconnecting') : undefined
  return (
    <section className="faces" aria-label={t('faces')}>
      {speakerLarge && <SpeakerWatch faces={people} onSpeaker={setSpeaker} />}
      {faces.length > 0 ? (
        faces.map(face => <Tile key={face.id} face={face} speaks={face.id === speaker} />)
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

/** Four at a time, in their order; whoever has the large place is among them. */
function firstFew(faces: readonly Face[], speaker: string | undefined): readonly Face[] {
  const first = faces.slice(0, 4)
  const large = faces.find(({ id }) => id === speaker)
  return !large || first.includes(large) ? first : [...first.slice(0, 3), large]
}

function Tile({ face, speaks }: { face: Face; speaks: boolean }) {
  const { t } = useTranslation('video')
  const name = face.isMe ? t('you') : face.name
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

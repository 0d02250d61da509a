import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import type { Caption } from '#features/talk/caption/events.ts'
import { useCaptionChoice } from './captionChoice.ts'
import { noteSpeech, useSpeech } from './captionSettings.ts'
import { readableCaptions } from './shownCaptions.ts'
import { useTranslationState } from './translations.ts'
import { useCaptions } from './useCaptions.ts'
import { useTranslations } from './useTranslations.ts'
import './caption.css'

/** [PROD-018] The captions, over an edge of the slide: they move nothing when they come and go. */
export function CaptionLine() {
  const { connection } = useInRoom()
  const { on } = useCaptionChoice()
  useEffect(
    () =>
      connection.onSignal(({ type, payload }) => {
        if (type === 'captionSpeech') noteSpeech((payload as { speech: 'server' | 'down' }).speech)
      }),
    [connection],
  )
  return on ? <Lines /> : null
}

function Lines() {
  const { connection } = useInRoom()
  const { t } = useTranslation('caption')
  const { size, place, look, reads, both } = useCaptionChoice()
  const shownName = useShownName()
  const all = useCaptions(connection)
  const { feed, me } = useSyncExternalStore(connection.subscribe, connection.get)
  const isGoingOn = feed.view.room.status === 2 && !feed.view.room.paused
  const presents = me?.part === 'owner' || me?.part === 'coHost'
  const translationOf = useTranslations(connection, reads)
  const translation = useTranslationState()
  const since = useSince(all)
  const captions = readableCaptions(
    all,
    { reads, both, since, translating: translation === 'on', isTranslated: one => translationOf(one) !== undefined },
    Date.now(),
  )
  const isDown = useSpeech() === 'down'
  const isSilent = useSilence(all.length > 0 || !isGoingOn) && !isDown
  const severalSpeak = new Set(captions.map(caption => caption.speaker)).size > 1
  return (
    <section className={`captions ${size} ${place} ${look}`} aria-label={t('title')}>
      {captions.map(caption => {
        const translated = translationOf(caption)
        return (
          <p key={`${caption.speaker} ${caption.id}`} dir="auto" lang={translated ? reads : caption.language}>
            <span className={severalSpeak ? 'captions-speaker' : 'unseen'}>
              {t('speaker', { name: shownName(caption.name) })}{' '}
            </span>
            <span className="captions-text">{translated ?? caption.text}</span>
            {translated && both && (
              <span className="captions-original" dir="auto" lang={caption.language}>
                {caption.text}
              </span>
            )}
          </p>
        )
      })}
      {isDown && (
        <p className="captions-off" role="status">
          {t('speech.down')}
        </p>
      )}
      {isSilent && (
        <p className="captions-off" role="status">
          {t(presents ? 'nobodyYou' : 'nobody')}
        </p>
      )}
      {reads &&
        translation !== 'on' &&
        captions.some(caption => caption.language !== reads && translationOf(caption) === undefined) && (
          <p className="captions-off">{t(`read.${translation}`)}</p>
        )}
    </section>
  )
}

/** Milliseconds to wait for the first caption before a note says that there are none, and for which the note shows. */
const SILENCE = { before: 12_000, shown: 12_000 }

/** Whether to say that nothing is being captioned. */
function useSilence(spoken: boolean): boolean {
  const [isSaid, setSaid] = useState(false)
  const hasCaption = useRef(false)
  if (spoken) hasCaption.current = true
  useEffect(() => {
    const timers = [
      setTimeout(() => setSaid(!hasCaption.current), SILENCE.before),
      setTimeout(() => setSaid(false), SILENCE.before + SILENCE.shown),
    ]
    return () => timers.forEach(clearTimeout)
  }, [])
  return isSaid && !spoken
}

/** The time at which the current text of each caption was first in view. */
function useSince(captions: readonly Caption[]): (caption: Caption) => number {
  const known = useRef<ReadonlyMap<string, number>>(new Map())
  const keyOf = ({ id, text }: Caption) => `${id} ${text}`
  const now = Date.now()
  known.current = new Map(captions.map(one => [keyOf(one), known.current.get(keyOf(one)) ?? now]))
  return caption => known.current.get(keyOf(caption)) ?? now
}

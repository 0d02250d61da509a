import { useTranslation } from 'react-i18next'
import type { RoomConnection } from '#features/room/web/roomConnection.ts'
import { useCaptionChoice } from './captionChoice.ts'
import { useCaptions } from './useCaptions.ts'
import './caption.css'

/** [PROD-018] What is being said, over an edge of the slide: it moves nothing when it comes and goes. */
export function CaptionLine({ connection }: { connection: RoomConnection }) {
  const { on } = useCaptionChoice()
  return on ? <Lines connection={connection} /> : null
}

function Lines({ connection }: { connection: RoomConnection }) {
  const { t } = useTranslation('caption')
  const { size, place, look } = useCaptionChoice()
  const captions = useCaptions(connection)
  const severalSpeak = new Set(captions.map(caption => caption.speaker)).size > 1
  return (
    <section className={`captions ${size} ${place} ${look}`} aria-label={t('title')}>
      {captions.map(caption => (
        <p
          key={`${caption.speaker} ${caption.id}`}
          lang={caption.language}
          dir="auto"
          className={caption.final ? '' : 'goes-on'}
        >
          <span className={severalSpeak ? 'captions-speaker' : 'unseen'}>{t('speaker', { name: caption.name })} </span>
          {caption.text}
        </p>
      ))}
    </section>
  )
}

import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#web/light/Notice.tsx'
import { useNotes } from './useNotes.ts'

interface Props {
  pitch: string
  page: number
  /** What names the deck and its pages: with another one the notes are asked for again. */
  deck: string
}

/** What the speaker wrote beneath the slide that is shown. It begins at its top with every slide. */
export function Notes({ pitch, page, deck }: Props) {
  const { t } = useTranslation('room')
  const { value, failure, reload } = useNotes(pitch, deck)
  const text = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notes of another slide begin at their top
  useEffect(() => {
    text.current?.scrollTo?.({ top: 0 })
  }, [page])
  const notes = value?.get(page)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section ref={text} className="notes-text" aria-label={t('notes.of', { page })} tabIndex={0} data-own-keys>
      <Notice failure={failure} retry={reload} />
      {notes ? (
        <p>{notes}</p>
      ) : (
        value && <p className="panel-quiet">{t(value.size ? 'notes.none' : 'notes.noneAtAll')}</p>
      )}
    </section>
  )
}

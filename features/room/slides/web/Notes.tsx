import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Notice } from '#web/light/Notice.tsx'
import { type Loaded, useLoad } from '#web/light/useLoad.ts'

interface Props {
  pitch: string
  page: number
  /** Names the deck and its pages; a change loads the notes again. */
  deck: string
}

/** The speaker's notes of the slide that is shown, scrolled to their top with every slide. */
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

/** The speaker's notes of a pitch by page. */
function useNotes(pitch: string, deck: string): Loaded<ReadonlyMap<number, string>> {
  return useLoad(`${pitch} ${deck}`, async () => {
    const answer = await roomClient(pitch).getPitchNotes({ pitch_uuid: pitch })
    return new Map(answer.pages.map(({ page, notes }) => [page, notes] as const))
  })
}

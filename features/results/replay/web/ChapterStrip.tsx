import { useTranslation } from 'react-i18next'
import type { Chapter as AnyChapter } from '../chapters.ts'
import { clockText } from '../rules.ts'
import type { ReplayData } from './Player.tsx'

type Chapter = AnyChapter<ReplayData['pages'][number]>

interface Props {
  chapters: readonly Chapter[]
  at: number
  onChoose: (at: number) => void
}

/** The slides and questions in the order in which they came: a press goes there. */
export function ChapterStrip({ chapters, at, onChoose }: Props) {
  const { t } = useTranslation('replay')
  const current = chapters.findLast(chapter => chapter.at <= at)
  const nameOf = (chapter: Chapter) => {
    const when = { at: clockText(chapter.at) }
    return 'page' in chapter
      ? t('slideAt', { page: chapter.page.page, ...when })
      : t('questionAt', { question: chapter.question, ...when })
  }
  return (
    <nav className="replay-strip" aria-label={t('chapters')}>
      {chapters.map(chapter => (
        <button
          key={`${chapter.at} ${'page' in chapter}`}
          type="button"
          aria-current={chapter === current ? 'true' : undefined}
          aria-label={nameOf(chapter)}
          onClick={() => onChoose(chapter.at)}
        >
          {'question' in chapter ? (
            <span className="replay-question">{chapter.question}</span>
          ) : chapter.page.thumb_url ? (
            <img src={chapter.page.thumb_url} alt="" loading="lazy" />
          ) : (
            <span className="replay-none-thumb" />
          )}
          <span className="tabular">{clockText(chapter.at)}</span>
        </button>
      ))}
    </nav>
  )
}

import { IconArrowBackUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/light/Button.tsx'
import type { LookBack } from './useLookBack.ts'
import './slides.css'

interface Props {
  look: LookBack
  /** The room's page. */
  page: number
  total: number
  presenter: string
}

/** The controls of look back below the slide, and the way back to the presenter's slide. */
export function LookBackBar({ look, page, total, presenter }: Props) {
  const { t } = useTranslation('room')
  const { shown, isOwn, last, ended } = look
  return (
    <div className={`look-back${isOwn ? ' away' : ''}`}>
      <div className="look-back-mark" role="status">
        {isOwn && <p>{t(shown === page ? 'lookBack.same' : 'lookBack.away', { mine: shown, presenter, page })}</p>}
        {ended && !isOwn && <p>{t('lookBack.ended', { presenter })}</p>}
      </div>
      {isOwn && (
        <Button className="look-back-return" onClick={look.back}>
          <IconArrowBackUp size={18} aria-hidden />
          {t(shown === page ? 'lookBack.follow' : 'lookBack.back', { presenter })}
        </Button>
      )}
      {last > 1 && (
        <nav className="look-back-pages" aria-label={t('lookBack.label')}>
          <button
            type="button"
            aria-label={t('strip.previous')}
            aria-keyshortcuts="ArrowLeft"
            disabled={shown <= 1}
            onClick={() => look.leaf(shown - 1)}
          >
            <IconChevronLeft size={22} aria-hidden />
          </button>
          <span className="tabular">{t('strip.count', { page: shown, total })}</span>
          <button
            type="button"
            aria-label={t('strip.next')}
            aria-keyshortcuts="ArrowRight"
            disabled={shown >= last}
            onClick={() => look.leaf(shown + 1)}
          >
            <IconChevronRight size={22} aria-hidden />
          </button>
        </nav>
      )}
    </div>
  )
}

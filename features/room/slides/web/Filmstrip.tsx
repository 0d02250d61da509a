import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Deck } from '#features/room/deck/web/useDeck.ts'
import { Thumbnails } from './Thumbnails.tsx'

interface Props {
  deck: Deck | undefined
  page: number
  mayTurn: boolean
  onTurn: (page: number) => void
  /** The control that shows other slides. */
  more?: ReactNode
}

/** A presenter's thumbnails of the deck, with buttons to the next and previous slide. */
export function Filmstrip({ deck, page, mayTurn, onTurn, more }: Props) {
  const { t } = useTranslation('room')
  const total = deck?.total ?? 0
  return (
    <nav className="filmstrip" aria-label={t('strip.label')}>
      <button
        type="button"
        className="filmstrip-step"
        aria-label={t('strip.previous')}
        aria-keyshortcuts="ArrowLeft"
        disabled={!mayTurn || page <= 1}
        onClick={() => onTurn(page - 1)}
      >
        <IconChevronLeft size={24} aria-hidden />
      </button>
      <Thumbnails {...{ deck, page, mayTurn, onTurn }} />
      <p className="filmstrip-count tabular">{total > 0 ? t('strip.count', { page, total }) : ''}</p>
      <button
        type="button"
        className="filmstrip-step"
        aria-label={t('strip.next')}
        aria-keyshortcuts="ArrowRight"
        disabled={!mayTurn || page >= total}
        onClick={() => onTurn(page + 1)}
      >
        <IconChevronRight size={24} aria-hidden />
      </button>
      {more}
    </nav>
  )
}

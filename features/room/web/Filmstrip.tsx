import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Deck } from './useDeck.ts'

interface Props {
  deck: Deck | undefined
  page: number
  mayTurn: boolean
  onTurn: (page: number) => void
  /** To other slides. */
  more?: ReactNode
}

/** The deck in small, for whoever presents: click one, or go one on or back. */
export function Filmstrip({ deck, page, mayTurn, onTurn, more }: Props) {
  const { t } = useTranslation('room')
  const current = useRef<HTMLButtonElement>(null)
  const total = deck?.total ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the strip follows the page
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [page, deck])
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
      <ol className="filmstrip-pages">
        {deck?.pages.map(small => (
          <li key={small.page}>
            <button
              ref={small.page === page ? current : undefined}
              type="button"
              aria-label={t('strip.page', { page: small.page })}
              aria-current={small.page === page || undefined}
              disabled={!mayTurn}
              onClick={() => onTurn(small.page)}
            >
              <img src={small.thumb_url} alt="" loading="lazy" draggable={false} />
              <span aria-hidden className="tabular">
                {small.page}
              </span>
            </button>
          </li>
        ))}
      </ol>
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

import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Deck } from '#features/room/deck/web/useDeck.ts'

interface Props {
  deck: Deck | undefined
  page: number
  mayTurn: boolean
  className?: string
  onTurn: (page: number) => void
}

/** The deck's thumbnails, which turn to their slide on a click and scroll with the page. */
export function Thumbnails({ deck, page, mayTurn, className = '', onTurn }: Props) {
  const { t } = useTranslation('room')
  const current = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they follow the page
  useEffect(() => {
    current.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [page, deck])
  return (
    <ol className={`filmstrip-pages ${className}`}>
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
  )
}

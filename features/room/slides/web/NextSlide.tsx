import { useTranslation } from 'react-i18next'
import type { DeckPage } from '#features/room/deck/contract.ts'

/** The next slide, for presenters. */
export function NextSlide({ page, last }: { page: DeckPage | undefined; last: boolean }) {
  const { t } = useTranslation('room')
  return (
    <figure className="next-slide">
      <div>
        {page ? <img src={page.medium_url} alt={t('next.alt', { page: page.page })} draggable={false} /> : null}
      </div>
      <figcaption>{page ? t('next.label', { page: page.page }) : last ? t('next.none') : t('next.making')}</figcaption>
    </figure>
  )
}

import { useTranslation } from 'react-i18next'

interface Texts {
  about: string
  highlights: string
  dealterms?: string
}

/** [ROOM-004, ROOM-005, ROOM-006] The deal on one page: about, highlights and, for whom it concerns, its terms. */
export function DealSummary(texts: Texts) {
  const { t } = useTranslation('room')
  const parts = (['about', 'highlights', 'dealterms'] as const).filter(part => texts[part]?.trim())
  if (parts.length === 0) return null
  return (
    <div className="deal">
      {parts.map(part => (
        <section key={part}>
          <h2>{t(`deal.${part}`)}</h2>
          <p>{texts[part]}</p>
        </section>
      ))}
    </div>
  )
}

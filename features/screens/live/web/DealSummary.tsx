import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Part = 'about' | 'highlights' | 'dealterms'

interface Texts {
  about: string
  highlights: string
  dealterms?: string
  /** [ENT-007] The documents beside the texts. */
  documents?: Readonly<Partial<Record<Part, { url: string; filename: string } | null>>>
  /** What stands beside the link to a document. */
  preview?: (part: Part, filename: string) => ReactNode
}

/** [ROOM-004, ROOM-005, ROOM-006] The deal on one page: about, highlights and, for readers with access, its terms. */
export function DealSummary({ documents = {}, preview, ...texts }: Texts) {
  const { t } = useTranslation('room')
  const parts = (['about', 'highlights', 'dealterms'] as const).filter(part => texts[part]?.trim() || documents[part])
  if (parts.length === 0) return null
  return (
    <div className="deal">
      {parts.map(part => (
        <section key={part}>
          <h2>{t(`deal.${part}`)}</h2>
          {texts[part]?.trim() && <p>{texts[part]}</p>}
          {documents[part] && (
            <div>
              <a className="deal-document" href={documents[part].url}>
                {documents[part].filename}
              </a>
              {preview?.(part, documents[part].filename)}
            </div>
          )}
        </section>
      ))}
    </div>
  )
}

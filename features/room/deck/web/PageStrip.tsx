import { Progress, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeckPage } from '../contract.ts'
import { PageDialog } from './PageDialog.tsx'
import { shapedAs } from './shape.ts'
import './deck.css'

interface Props {
  /** The pages that are ready. */
  pages: readonly DeckPage[]
  /** The number of all pages, including those still being made; null until it is known. */
  total: number | null
  /** More pages are being made. */
  isChanging: boolean
}

/** The pages that are ready as small pictures; each opens large. */
export function PageStrip({ pages, total, isChanging }: Props) {
  const { t } = useTranslation('deck')
  const [opened, setOpened] = useState<number>()
  return (
    <>
      {isChanging && (
        <div className="deck-progress">
          <Text size="sm" c="dimmed" className="tabular" role="status">
            {total ? t('pages.ready', { ready: pages.length, total }) : t('pages.preparing')}
          </Text>
          <Progress
            value={total ? (pages.length / total) * 100 : 100}
            animated={!total}
            aria-label={t('pages.making')}
          />
        </div>
      )}
      {pages.length > 0 && (
        <ol className="deck-strip" style={shapedAs(pages)}>
          {pages.map((page, index) => (
            <li key={page.url}>
              <button type="button" onClick={() => setOpened(index)} aria-label={t('pages.open', { page: page.page })}>
                <img src={page.thumb_url} alt="" loading="lazy" width={page.width} height={page.height} />
                <span className="deck-strip-number tabular">{page.page}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <PageDialog pages={pages} at={opened} go={setOpened} />
    </>
  )
}

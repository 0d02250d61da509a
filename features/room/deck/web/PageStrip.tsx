import { Progress, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeckPage, PageCheck } from '../contract.ts'
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
  /** What the preflight has found. */
  checks?: readonly PageCheck[]
}

/** The pages that are ready as small pictures; each opens large. */
export function PageStrip({ pages, total, isChanging, checks = [] }: Props) {
  const { t } = useTranslation('deck')
  const [opened, setOpened] = useState<number>()
  // a font that concerns many slides is said once, below
  const isMarked = (page: number) =>
    checks.some(check => check.page === page && check.findings.some(({ kind }) => kind !== 'font'))
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
              <button
                type="button"
                onClick={() => setOpened(index)}
                aria-label={t(isMarked(page.page) ? 'pages.openMarked' : 'pages.open', { page: page.page })}
              >
                <img src={page.thumb_url} alt="" loading="lazy" width={page.width} height={page.height} />
                {isMarked(page.page) && (
                  <span className="deck-strip-mark">
                    <IconAlertTriangle size={16} aria-hidden />
                  </span>
                )}
                <span className="deck-strip-number tabular">{page.page}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <PageDialog pages={pages} at={opened} go={setOpened} checks={checks} />
    </>
  )
}

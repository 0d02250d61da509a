import { Anchor, Modal, Progress, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DeckPage } from '#features/deck/contract.ts'
import { EmptyList } from '#web/ui/DataList.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import type { PitchDetail } from '../contract.ts'
import { pitchActs, pitchPaths } from './pitchActs.ts'
import { pagesQuery } from './pitchQueries.ts'
import './SlideStrip.css'

/** The slides of a pitch as small pictures, each of which opens large. */
export function SlideStrip({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation('pitch')
  const { data, error, refetch } = useQuery({ ...pagesQuery(pitch.uuid), enabled: !pitch.no_file })
  const [opened, setOpened] = useState<number>()
  const manage = pitchActs(pitch).slides && (
    <Anchor component={Link} to={pitchPaths.slides(pitch)}>
      {t('slides.manage')}
    </Anchor>
  )
  if (pitch.no_file && !data?.pages.length) return <EmptyList title={t('slides.without')} act={manage} />
  if (error && !data) return <ErrorNotice failure={error} retry={refetch} />
  if (!data)
    return (
      <div className="slide-strip" aria-busy>
        {[0, 1, 2, 3].map(key => (
          <Skeleton key={key} className="slide-thumb" />
        ))}
      </div>
    )
  const { pages, total, status } = data
  if (status === 'none' || status === 'failed')
    return <EmptyList title={t(`slides.${status}`)} hint={t(`slides.${status}Hint`)} act={manage} />
  return (
    <>
      {pages.length < total && (
        <div className="slide-progress" role="status">
          <Text size="sm">{t('slides.ready', { ready: pages.length, total })}</Text>
          <Progress value={(pages.length / total) * 100} aria-label={t('slides.making')} />
        </div>
      )}
      <ol className="slide-strip">
        {pages.map((page, index) => (
          <li key={page.page}>
            <button type="button" onClick={() => setOpened(index)} aria-label={t('slides.open', { page: page.page })}>
              <img src={page.thumb_url} alt="" loading="lazy" width={page.width} height={page.height} />
              <span className="slide-number tabular">{page.page}</span>
            </button>
          </li>
        ))}
      </ol>
      <SlideDialog pages={pages} at={opened} go={setOpened} />
    </>
  )
}

interface DialogProps {
  pages: readonly DeckPage[]
  at: number | undefined
  go: (at: number | undefined) => void
}

/** One slide large; the arrow keys turn. */
function SlideDialog({ pages, at, go }: DialogProps) {
  const { t } = useTranslation(['pitch', 'common'])
  const page = at === undefined ? undefined : pages[at]
  function turn(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step && at !== undefined && pages[at + step]) go(at + step)
  }
  return (
    <Modal
      opened={page !== undefined}
      onClose={() => go(undefined)}
      size="min(72rem, 94vw)"
      title={page && t('pitch:slides.page', { page: page.page, pages: pages.length })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
      onKeyDown={turn}
    >
      {page && (
        <img
          className="slide-large"
          src={page.url}
          width={page.width}
          height={page.height}
          alt={page.text || t('pitch:slides.page', { page: page.page, pages: pages.length })}
        />
      )}
    </Modal>
  )
}

import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { useIsLocked } from '#features/core/pitch/web/lock.tsx'
import { pitchActs, pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { pagesQuery } from '#features/room/deck/web/deckQueries.ts'
import { PageStrip } from '#features/room/deck/web/PageStrip.tsx'
import { EmptyList } from '#web/ui/DataList.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'

/** Milliseconds between reloads while pages are being made. */
const WATCH = 1500

/** The slides of a pitch as thumbnails that open large, or what is wrong with them. */
export function SlideStrip({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation('pitch')
  const { data, error, refetch } = useQuery({
    ...pagesQuery(pitch.uuid),
    refetchInterval: query => (isChanging(query.state.data?.status) ? WATCH : false),
  })
  const locked = useIsLocked(pitch)
  const manage = pitchActs(pitch).slides && !locked && (
    <Anchor component={Link} to={pitchPaths.slides(pitch)}>
      {t('slides.manage')}
    </Anchor>
  )
  if (error && !data) return <ErrorNotice failure={error} retry={refetch} />
  if (!data) return <Skeleton height={160} />
  const { pages, total, status } = data
  if (status === 'none')
    return (
      <EmptyList title={t(pitch.no_file ? 'slides.without' : 'slides.none')} hint={t('slides.noneHint')} act={manage} />
    )
  if (status === 'failed') return <EmptyList title={t('slides.failed')} hint={t('slides.failedHint')} act={manage} />
  return (
    <>
      <PageStrip pages={pages} total={total} isChanging={isChanging(status)} />
      <div className="pitch-slides-manage">{manage}</div>
    </>
  )
}

const isChanging = (status: string | undefined) => status === 'waiting' || status === 'converting'

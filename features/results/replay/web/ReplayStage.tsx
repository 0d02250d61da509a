import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Watermark } from '#web/light/Watermark.tsx'
import type { ReplayData } from './Player.tsx'
import { StretchMedia } from './StretchMedia.tsx'
import type { ReplayLayout } from './view.ts'

type Stretch = ReplayData['stretches'][number]

interface Props {
  replay: ReplayData
  /** The stretches at this moment, and those that come soon. */
  loaded: readonly Stretch[]
  at: number
  layout: ReplayLayout
  hasCaptions: boolean
  volume: number
  stage: RefObject<HTMLDivElement | null>
  tell: (src: string, element: HTMLMediaElement | null) => void
  onPicture: () => void
  onFailure: (src: string) => void
}

/** Whether something is shown at a moment. */
export const isAt =
  (at: number) =>
  ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
    at >= from && at < to

/** The slide, or the shared screen, with the caption of the moment, and the people. */
export function ReplayStage({ replay, loaded, at, layout, hasCaptions, volume, stage, ...on }: Props) {
  const { t } = useTranslation('replay')
  const { pages, captions, watermark } = replay
  const labelOf = useLabels(replay)
  const isNow = isAt(at)
  const page = pages.findLast(one => one.at <= at)
  const hasScreen = loaded.some(one => one.source === 'screen_share' && isNow(one))
  const caption = hasCaptions && captions.findLast(isNow)
  return (
    <div className="replay-stage" ref={stage} data-layout={layout}>
      <div className="replay-slide">
        {page?.url && !hasScreen && <img src={page.url} alt={t('slide', { page: page.page })} />}
        {page && !page.url && !hasScreen && pages.length > 0 && <p className="replay-empty">{t('noSlide')}</p>}
      </div>
      <div className="replay-people">
        {loaded.map(one => (
          <StretchMedia
            key={one.src}
            stretch={one}
            shown={isNow(one)}
            isNamed={!replay.is_attached}
            isMarked={Boolean(watermark)}
            label={labelOf(one)}
            {...{ volume, ...on }}
          />
        ))}
      </div>
      {caption && <Caption {...caption} />}
      {watermark && <Watermark text={watermark} />}
    </div>
  )
}

function Caption({ name, text }: Pick<ReplayData['captions'][number], 'name' | 'text'>) {
  const nameOf = useShownName()
  return (
    <p className="replay-caption">
      <b>{nameOf(name)}</b> {text}
    </p>
  )
}

/** What the picture of a stretch is called: the person, whose screen it is, or the pitch whose video it is. */
function useLabels({ is_attached, presentation_name }: ReplayData) {
  const { t } = useTranslation('replay')
  const nameOf = useShownName()
  return ({ source, name }: Stretch) => {
    if (is_attached) return presentation_name
    return source === 'screen_share' ? t('screenOf', { name: nameOf(name) }) : nameOf(name)
  }
}

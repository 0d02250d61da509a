import { IconLayoutGrid, IconLayoutSidebarRight, IconPresentation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BarButton } from './BarButton.tsx'
import type { ReplayData } from './Player.tsx'
import { layouts, type ReplayView } from './view.ts'

const icons = { side: IconLayoutSidebarRight, slides: IconPresentation, faces: IconLayoutGrid }

/** What is large. There is a choice where a recording has both slides, or a screen, and people. */
export function LayoutChoice({ replay: { pages, stretches }, view }: { replay: ReplayData; view: ReplayView }) {
  const { t } = useTranslation('replay')
  const has = (source: string) => stretches.some(one => one.source === source)
  if (!has('camera') || (pages.length === 0 && !has('screen_share'))) return null
  return (
    <fieldset className="replay-layouts" aria-label={t('layout.title')}>
      {layouts.map(layout => {
        const Icon = icons[layout]
        return (
          <BarButton
            key={layout}
            label={t(`layout.${layout}`)}
            icon={<Icon size={20} aria-hidden />}
            isOn={layout === view.layout}
            onPress={() => view.setLayout(layout)}
          />
        )
      })}
    </fieldset>
  )
}

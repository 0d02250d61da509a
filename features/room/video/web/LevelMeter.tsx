import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { listenTo } from './sound.ts'

/** The microphone's loudness, updated sixty times a second without rendering. */
export function LevelMeter({ stream }: { stream: MediaStream | undefined }) {
  const { t } = useTranslation('video')
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const meter = ref.current
    if (!stream || !meter) return
    return listenTo(stream, level => {
      meter.style.setProperty('--level', level.toFixed(2))
      meter.setAttribute('aria-valuenow', String(Math.round(level * 10) * 10))
    })
  }, [stream])
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw a meter element in ways that no style reaches
    <div
      ref={ref}
      className="level-meter"
      role="meter"
      aria-label={t('check.level')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    >
      <span />
    </div>
  )
}

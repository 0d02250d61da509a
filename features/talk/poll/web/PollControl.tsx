import { IconChartBar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Control } from '#web/light/Control.tsx'

interface Props {
  expanded: boolean
  controls: string
  onPress: () => void
}

/** Opens the panel of polls. */
export function PollControl(p: Props) {
  const { t } = useTranslation('poll')
  return (
    <span className="bar-seldom">
      <Control icon={<IconChartBar size={22} />} label={t('panel')} {...p} />
    </span>
  )
}

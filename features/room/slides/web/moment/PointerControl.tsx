import { IconPointer } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Control } from '#web/light/Control.tsx'

/** Turns the pointer on and off. */
export function PointerControl({ points, onPoints }: { points: boolean; onPoints: () => void }) {
  const { t } = useTranslation('room')
  return (
    <span className="bar-seldom">
      <Control
        icon={<IconPointer size={22} />}
        label={t('bar.pointer')}
        hint={t(points ? 'bar.pointerOff' : 'bar.pointerOn')}
        shortcut="Alt P"
        look={points ? 'accent' : 'plain'}
        pressed={points}
        onPress={onPoints}
      />
    </span>
  )
}

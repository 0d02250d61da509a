import { IconNotes } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Control } from '#web/light/Control.tsx'

// The parts of a presenter's screen: one chunk, loaded beside the slide.
export { Filmstrip } from './Filmstrip.tsx'
export { NextSlide } from './NextSlide.tsx'
export { TimeLeft } from './PitchTimer.tsx'

/** Opens the panel of notes and time. */
export function NotesControl(p: { expanded: boolean; controls: string; onPress: () => void }) {
  const { t } = useTranslation('room')
  return (
    <span className="bar-seldom">
      <Control icon={<IconNotes size={22} />} label={t('panel.notes')} shortcut="Alt N" {...p} />
    </span>
  )
}

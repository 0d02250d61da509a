import { useTranslation } from 'react-i18next'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { useIsLocked } from '#features/core/pitch/web/lock.tsx'
import { Closed, PitchPage } from '#features/core/pitch/web/PitchPage.tsx'
import { pitchActs } from '#features/core/pitch/web/pitchActs.ts'
import { DeckFiles } from './DeckFiles.tsx'

/** [ROUTE-099] The slide files of a pitch. */
export function PitchSlides() {
  const { t } = useTranslation('deck')
  return <PitchPage title={t('title')}>{pitch => <Slides pitch={pitch} />}</PitchPage>
}

function Slides({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation(['deck', 'errors'])
  const locked = useIsLocked(pitch)
  const open = pitchActs(pitch).slides && !locked
  return (
    <>
      {!open && <Closed>{t(locked ? 'errors:PitchLocked' : 'deck:closed')}</Closed>}
      <DeckFiles pitchUuid={pitch.uuid} readOnly={!open} />
    </>
  )
}

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'

/** Says to screen readers that the room is recorded, and when that ends. */
export function SpokenRecording() {
  const { t } = useTranslation('recording')
  const { recorded } = useInRoom().room
  const [was, setWas] = useState(recorded)
  useEffect(() => {
    if (recorded) setWas(true)
  }, [recorded])
  return <p aria-live="polite">{recorded ? t('spoken.on') : was ? t('spoken.off') : ''}</p>
}

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoomLook } from '#features/room/room/web/roomLook.ts'

/** Milliseconds before the empty room says that it is connecting. */
const WORDLESS = 1500

/** The room before its state is known. */
export function Opening() {
  const { t } = useTranslation('room')
  const colours = useRoomLook()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), WORDLESS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className="room opening" data-look={colours} aria-busy aria-label={t('opening')}>
      <p role="status">{isLong && t('banner.connecting')}</p>
    </main>
  )
}

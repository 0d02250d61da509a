import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoomLook } from '#features/room/room/web/roomLook.ts'

/** How long a room may be dark without a word, in milliseconds. */
const WORDLESS = 1500

/** The room before anything of it is known. What takes long is being tried, and says so. */
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

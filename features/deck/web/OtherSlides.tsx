import { IconPresentation } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoomState } from '#features/room/apply.ts'
import type { RoomConnection } from '#features/room/web/roomConnection.ts'
import './showSlides.css'

const ShowSlides = lazy(async () => ({ default: (await import('./ShowSlides.tsx')).ShowSlides }))

interface Props {
  pitch: string
  connection: RoomConnection
  room: RoomState
}

/** Beside the slides in small, for whoever presents: to other slides. */
export function OtherSlides(p: Props) {
  const { t } = useTranslation('deck')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="filmstrip-step other-slides"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconPresentation size={22} aria-hidden />
        <span>{t('live.open')}</span>
      </button>
      <Suspense>{open && <ShowSlides {...p} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

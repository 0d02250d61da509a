import { IconPresentation } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUploads } from '#features/room/deck/web/useUploads.ts'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import type { RoomShown } from '#features/room/room/web/roomNow.ts'
import { laterPart } from '#web/light/laterPart.tsx'
import { dialogFailed } from '#web/light/PartFailed.tsx'
import './showSlides.css'

const ShowSlides = laterPart(async () => (await import('#features/room/slides/web/ShowSlides.tsx')).ShowSlides, {
  failed: dialogFailed,
})

interface Props {
  pitch: string
  connection: RoomConnection
  room: RoomShown
}

/** Beside the slides in small, for whoever presents: to other slides. */
export function OtherSlides(p: Props) {
  const { t } = useTranslation('deck')
  const [open, setOpen] = useState(false)
  // what is on its way goes on when the dialog is closed
  const uploads = useUploads(async upload_id => {
    await roomClient(p.pitch).createPitchFile({ pitch_uuid: p.pitch, upload_id })
  })
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
      {open && <ShowSlides {...p} uploads={uploads} onClose={() => setOpen(false)} />}
    </>
  )
}

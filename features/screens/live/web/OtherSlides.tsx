import { IconPresentation } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUploads } from '#features/room/deck/web/useUploads.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { dialogFailed } from '#web/light/PartFailed.tsx'
import './showSlides.css'

const ShowSlides = lazyPart(async () => (await import('#features/room/slides/web/ShowSlides.tsx')).ShowSlides, {
  failed: dialogFailed,
})

/** A button beside the slides that lets the presenter choose others. */
export function OtherSlides() {
  const { pitch, client } = useInRoom()
  const { t } = useTranslation('deck')
  const [open, setOpen] = useState(false)
  // an upload goes on when the dialog is closed
  const uploads = useUploads(async upload_id => {
    await client.createPitchFile({ pitch_uuid: pitch, upload_id })
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
      {open && <ShowSlides uploads={uploads} onClose={() => setOpen(false)} />}
    </>
  )
}

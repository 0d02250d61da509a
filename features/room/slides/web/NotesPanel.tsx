import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notesAddress } from '#features/core/pitch/web/addresses.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Button } from '#web/light/Button.tsx'
import { Notes } from './Notes.tsx'
import { PitchTimer } from './PitchTimer.tsx'
import './slides.css'

/** A presenter's time and notes, beside the next slide or in a window of their own. */
export function NotesPanel() {
  const { pitch, info, now, room } = useInRoom()
  const { t } = useTranslation('room')
  const [blocked, setBlocked] = useState(false)
  const openWindow = () => {
    const opened = open(notesAddress(pitch), `rostrum-notes-${pitch}`, 'popup,width=1200,height=760')
    setBlocked(!opened)
    opened?.focus()
  }
  return (
    <div className="notes-panel">
      <PitchTimer room={room} end={info.end_date_raw} />
      <Notes pitch={pitch} page={now.turning.shown.page} deck={`${room.deck.number} ${room.pages}`} />
      <div className="notes-window-open">
        <Button look="quiet" onClick={openWindow}>
          <IconExternalLink size={18} aria-hidden />
          {t('notes.open')}
        </Button>
        <p role="status">{blocked && t('notes.blocked')}</p>
      </div>
    </div>
  )
}

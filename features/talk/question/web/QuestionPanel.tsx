import type { PitchPart } from '#features/core/pitch/rules.ts'
import { moderates } from '#features/room/room/rules.ts'
import type { RoomConnection, RoomNow } from '#features/room/room/web/roomConnection.ts'
import { AskPanel } from './AskPanel.tsx'
import { QuestionDesk } from './QuestionDesk.tsx'
import './question.css'

interface Props {
  pitch: string
  part: PitchPart
  now: RoomNow
  connection: RoomConnection
  /** Attendees may ask. */
  open: boolean
  muted: boolean
}

/** The questions of a pitch: the desk of those who look after the room, or the place where others ask. */
export const QuestionPanel = ({ part, open, muted, ...p }: Props) =>
  moderates(part) ? <QuestionDesk {...p} /> : <AskPanel {...p} open={open} muted={muted} />

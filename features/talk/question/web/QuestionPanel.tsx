import { moderates } from '#features/room/room/rules.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { AskPanel } from './AskPanel.tsx'
import { QuestionDesk } from './QuestionDesk.tsx'
import './question.css'

/** The questions of a pitch: the desk for the team, the form for attendees. */
export function QuestionPanel() {
  const { info, now } = useInRoom()
  return moderates(now.me?.part ?? info.part) ? <QuestionDesk /> : <AskPanel />
}

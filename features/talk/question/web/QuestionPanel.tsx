import { moderates } from '#features/room/room/rules.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { AskPanel } from './AskPanel.tsx'
import { QuestionDesk } from './QuestionDesk.tsx'
import './question.css'

/** The questions of a pitch: the desk of those who look after the room, or the place where others ask. */
export function QuestionPanel() {
  const { info, now } = useInRoom()
  return moderates(now.me?.part ?? info.part) ? <QuestionDesk /> : <AskPanel />
}

import { livePitch } from './livePitch.ts'
import { follow, type RoomStack, until } from './startRooms.ts'

/** A live pitch that takes questions, unless set otherwise, with a co-host, and helpers for asking and answering. */
export async function questionDesk(stack: RoomStack, showQuestion = true) {
  const there = await livePitch(stack, { coHosts: [stack.people.coHost.email], showQuestion })
  const { pitch_uuid, investor } = there
  const ask = (client: typeof investor, content: string, is_named = true) =>
    client.askQuestion({ pitch_uuid, content, is_named, local_question_id: crypto.randomUUID() })
  const desk = (state: 'waiting' | 'answered' | 'dismissed' = 'waiting') =>
    stack.as('member').getQuestionList({ pitch_uuid, state })
  const update = (question_id: string, state: 'waiting' | 'answering' | 'answered' | 'dismissed') =>
    stack.as('member').updateQuestion({ pitch_uuid, question_id, state })
  const seenBy = async (who: Parameters<RoomStack['connect']>[0]) => {
    const seen = follow(stack.connect(who, pitch_uuid))
    await until(() => seen.first)
    return seen
  }
  return { ...there, ask, desk, update, seenBy }
}

/** A person's view of the room. */
export type Seen = Awaited<ReturnType<Awaited<ReturnType<typeof questionDesk>>['seenBy']>>

/** The question shown to everybody. */
export const shown = (seen: Seen) => seen.view?.room.questions.answering

import type { RoomEvent } from '#features/room/room/events.ts'

/** A question that is being answered, as everybody sees it. Without `account` and name for who did not want to be named. */
export interface QuestionShown {
  readonly question_id: string
  readonly account: string | null
  readonly name: string
  readonly content: string
  readonly message_id?: number | undefined
  readonly notification_members?: readonly { readonly id: string; readonly name: string }[] | undefined
}

/** What everybody knows of the questions of a room. */
export interface QuestionState {
  /** Whether attendees may ask; null while nobody has said so in the room: then the pitch itself says it. */
  readonly open: boolean | null
  readonly answering: QuestionShown | null
}

export const noQuestions: QuestionState = { open: null, answering: null }

export function applyQuestions(
  state: QuestionState,
  happened: Extract<RoomEvent, { type: 'questionsOpened' | 'questionShown' }>,
): QuestionState {
  if (happened.type === 'questionsOpened') return { ...state, open: happened.payload.open }
  return { ...state, answering: happened.payload.question }
}

/** The event without what a question said that was taken back since. */
export function withoutWords(event: RoomEvent, id: string): RoomEvent {
  if (event.type !== 'questionShown' || event.payload.question?.question_id !== id) return event
  const { notification_members: _mentioned, ...question } = event.payload.question
  return { ...event, payload: { ...event.payload, question: { ...question, content: '' } } }
}

/** The event without the question that it showed. It keeps its number, so that nobody misses one. */
export const withoutQuestion = (event: RoomEvent): RoomEvent =>
  event.type === 'questionShown' ? { ...event, payload: { question: null } } : event

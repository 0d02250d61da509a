import type { RoomEvent, RoomPart } from '#features/room/room/parts.ts'
import type { questionEvents } from './events.ts'

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

export interface QuestionSlice {
  readonly questions: QuestionState
}

type QuestionEvents = typeof questionEvents

declare module '#features/room/room/parts.ts' {
  interface RoomEvents extends QuestionEvents {}
  interface RoomParts {
    question: QuestionSlice
  }
}

export const questionPart: RoomPart<QuestionSlice> = {
  empty: { questions: noQuestions },
  apply: ({ questions }, happened) => {
    switch (happened.type) {
      case 'questionsOpened':
        return { questions: { ...questions, open: happened.payload.open } }
      case 'questionShown':
        return { questions: { ...questions, answering: happened.payload.question } }
      // from the end on it is for those alone who manage the pitch
      case 'pitchEnded':
      case 'pitchReopened':
        return { questions: { ...questions, answering: null } }
    }
  },
}

/** The event without what a question said that was taken back since. */
export function withoutWords(event: RoomEvent, isMeant: (question: QuestionShown) => boolean): RoomEvent {
  if (event.type !== 'questionShown' || !event.payload.question || !isMeant(event.payload.question)) return event
  const { notification_members: _mentioned, ...question } = event.payload.question
  return { ...event, payload: { ...event.payload, question: { ...question, content: '' } } }
}

/** The event without the question that it showed. It keeps its number, so that nobody misses one. */
export const withoutQuestion = (event: RoomEvent): RoomEvent =>
  event.type === 'questionShown' ? { ...event, payload: { question: null } } : event

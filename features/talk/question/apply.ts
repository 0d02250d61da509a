import type { RoomEvent, RoomPart } from '#features/room/room/parts.ts'
import type { questionEvents } from './events.ts'

/**
 * The question that is being answered, as everyone sees it. `account` is null and `name` empty for an anonymous asker.
 */
export interface QuestionShown {
  readonly question_id: string
  readonly account: string | null
  readonly name: string
  readonly content: string
  readonly message_id?: number | undefined
  readonly notification_members?: readonly { readonly id: string; readonly name: string }[] | undefined
}

/** What everyone in a room sees of its questions. */
export interface QuestionState {
  /** Whether attendees may ask; null until that was changed in the room, so that the pitch's own setting applies. */
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
      // after the end only the pitch's managers see it
      case 'pitchEnded':
      case 'pitchReopened':
        return { questions: { ...questions, answering: null } }
    }
  },
}

/** The event without the words of a question that was withdrawn later. */
export function withoutWords(event: RoomEvent, isMeant: (question: QuestionShown) => boolean): RoomEvent {
  if (event.type !== 'questionShown' || !event.payload.question || !isMeant(event.payload.question)) return event
  const { notification_members: _mentioned, ...question } = event.payload.question
  return { ...event, payload: { ...event.payload, question: { ...question, content: '' } } }
}

/** The event without its question. It keeps its number, so that numbers have no gaps. */
export const withoutQuestion = (event: RoomEvent): RoomEvent =>
  event.type === 'questionShown' ? { ...event, payload: { question: null } } : event

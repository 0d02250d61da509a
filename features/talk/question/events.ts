import { z } from 'zod'
import { event } from '#contract/event.ts'

/** What everybody sees of a question that is being answered. */
export const ShownQuestion = z.object({
  question_id: z.uuid(),
  /** Null for who did not want to be named. */
  account: z.uuid().nullable(),
  name: z.string(),
  content: z.string(),
  /** The message of everybody's chat that it was, and whom that one mentions. */
  message_id: z.number().int().optional(),
  notification_members: z.array(z.object({ id: z.uuid(), name: z.string() })).optional(),
})

export const questionEvents = {
  /** Attendees may ask, or may not any longer. */
  questionsOpened: event(z.object({ open: z.boolean() })),
  /**
   * This question is being answered now, for everybody to see; null: none any longer. `withdrawn`: a question that was
   * shown before and is taken back, words and all.
   */
  questionShown: event(z.object({ question: ShownQuestion.nullable(), withdrawn: z.uuid().optional() })),
}

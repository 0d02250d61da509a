import { z } from 'zod'
import { event } from '#contract/event.ts'

/** A question that is being answered, as everyone sees it. */
export const ShownQuestion = z.object({
  question_id: z.uuid(),
  /** Null for an anonymous asker. */
  account: z.uuid().nullable(),
  name: z.string(),
  content: z.string(),
  /** The id and the mentions of the forwarded message of the public chat. */
  message_id: z.number().int().optional(),
  notification_members: z.array(z.object({ id: z.uuid(), name: z.string() })).optional(),
})

export const questionEvents = {
  /** Whether attendees may ask was changed. */
  questionsOpened: event(z.object({ open: z.boolean() })),
  /**
   * This question is being answered now; null: none is. `withdrawn`: a question that was shown before and is withdrawn,
   * with its words.
   */
  questionShown: event(z.object({ question: ShownQuestion.nullable(), withdrawn: z.uuid().optional() })),
}

import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant } from '#contract/fields.ts'

/** What a visitor sees of a pitch before joining it. */
const PitchCard = z.object({
  uuid: z.uuid(),
  presentation_name: z.string(),
  presenter_name: z.string(),
  company_name: z.string(),
  about: z.string(),
  highlights: z.string(),
  start_date_raw: instant,
  end_date_raw: instant,
  status: z.number().int(),
})

/** What every view of a room begins with; the invitations answer it. */
export const joinCalls = {
  /** What the join and waiting pages show. Of a public pitch it makes the caller an attendee. */
  getJoinInfo: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid() }),
    output: PitchCard.extend({
      /** A stored picture, below `/webapi/`; empty for none. */
      company_logo: z.string(),
      part: z.enum(['owner', 'coHost', 'moderator', 'admin', 'attendee']),
      /** [ENT-014] Whether one may not write in the chat. */
      is_mute_chat: z.boolean(),
      /** Attendees may ask questions; the room's `questions.open` says it once somebody has changed it there. */
      show_question: z.boolean(),
      name: z.string(),
      email: z.string(),
      /** [CONST-035] The zone in which they read times; empty for whoever has no profile of their own. */
      timezone: z.string(),
      /** Of a rehearsal: the pitch that is rehearsed. */
      rehearsal_of: z.uuid().optional(),
    }),
    errors: ['PitchNotFound', 'JoinLinkDisabled', 'RemovedFromRoom'],
  }),
}

import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant } from '#contract/fields.ts'
import { accreditationGaps, recordingChoices } from '#features/core/pitch/rules.ts'

/** A pitch as visitors see it before they join. */
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

/** The first call of every view of a room; the word `invite` handles it. */
export const joinCalls = {
  /** Gets the content of the join and waiting pages. For a public pitch it makes the caller an attendee. */
  getJoinInfo: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid() }),
    output: PitchCard.extend({
      /** The path of a stored picture below `/webapi/`, or empty. */
      company_logo: z.string(),
      /** Whether the company was verified under the name that is shown. */
      company_verified: z.boolean(),
      part: z.enum(['owner', 'coHost', 'moderator', 'admin', 'attendee']),
      /** [ENT-014] Whether the caller may not write in the chat. */
      is_mute_chat: z.boolean(),
      /** Attendees may ask questions; once changed in the room, its `questions.open` holds instead. */
      show_question: z.boolean(),
      /** Whether it is recorded, and what the caller has answered to that; null before they have. */
      recording: z.enum(recordingChoices),
      /** The caller’s own name lies over the slides. */
      watermark: z.boolean(),
      /** [ENT-010] The pitch is for accredited investors alone, and what the caller lacks of it. */
      enforce_accredit: z.boolean(),
      accreditation_gap: z.enum(['', ...accreditationGaps]),
      agrees_to_recording: z.boolean().nullable(),
      name: z.string(),
      email: z.string(),
      /** [CONST-035] The caller's time zone; empty for an account without a profile. */
      timezone: z.string(),
      /** For a rehearsal, the pitch that is rehearsed. */
      rehearsal_of: z.uuid().optional(),
    }),
    errors: ['PitchNotFound', 'JoinLinkDisabled', 'RemovedFromRoom'],
  }),
}

import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { line, listOf, paging } from '#contract/fields.ts'

/**
 * Somebody in the attendee list of a room. Of ENT-088 it has neither `address`, which is nobody's business there, nor
 * `end_date_raw`: nobody's attendance ends by itself, and the pitch's own end is with the pitch.
 */
export const Person = z.object({
  id: z.uuid(),
  name: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  avatar: z.string(),
  /** [ENT-089] The position. */
  sign: z.string(),
  company_name: z.string(),
  linkedin_publicProfileUrl: z.string(),
  part: z.enum(['owner', 'coHost', 'moderator', 'admin', 'attendee']),
  /** [ENT-090] Here now. */
  line: z.boolean(),
  /** Removed from the room and not readmitted; only those who may readmit see such people. */
  removed: z.boolean(),
  /** [PERM-058, PERM-059] What a guest is called to those who may not know who it is; then it is the name as well, and the rest is empty. */
  guest: z.string(),
  /** [PERM-062] For admin users alone. */
  email: z.string().optional(),
})
export type Person = z.infer<typeof Person>

const someIds = z.array(z.uuid()).max(100)
const onPitch = { pitch_uuid: z.uuid() }

const GuestMode = z.object({ on: z.boolean() })

export const guestCalls = {
  /** GAP-018 */
  updateGuestMode: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid(), on: z.boolean() }),
    output: GuestMode,
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** CALL-210: those in the room whom nobody mutes or removes, because they run the pitch or look after it. */
  getHiddenUserList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    input: z.object({ uuid: z.uuid() }),
    output: z.object({
      items: z.array(z.object({ id: z.uuid(), name: z.string() })),
      total: z.number().int(),
    }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** Who the guests are, behind what they are called: for the admins of the pitch, and one's own for everybody else. */
  getGuestList: call({
    who: callers.everyone,
    reads: true,
    answer: 'results',
    input: z.object({ uuid: z.uuid(), ...paging }),
    output: listOf(z.object({ id: z.uuid(), guest_name: z.string(), name: z.string(), line: z.boolean() })).extend(
      GuestMode.shape,
    ),
    errors: ['PitchNotFound'],
  }),
  getRoomPeople: call({
    who: callers.everyone,
    reads: true,
    answer: 'results',
    input: z.object({
      ...onPitch,
      ...paging,
      name: line(100).optional(),
      /** These alone, such as those on stage; or all but these. */
      only: someIds.optional(),
      without: someIds.optional(),
    }),
    output: listOf(Person).extend({ here: z.number().int() }),
    errors: ['PitchNotFound'],
  }),
}

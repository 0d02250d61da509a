import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, paging } from '#contract/fields.ts'

/**
 * [ENT-088] A person in the list of a room.
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
  /** [ENT-090] Whether the person is here now. */
  line: z.boolean(),
  /** Removed from the room and not readmitted; only the team and admins see such people. */
  removed: z.boolean(),
  /**
   * [PERM-058, PERM-059] A guest's number. For viewers who may not know the guest, `name` has it too and the rest is
   * empty.
   */
  guest: z.string(),
  /** [PERM-061, PERM-062] For admin users alone: what they are reached by, and the end of their accreditation. */
  email: z.string().optional(),
  address: z.string().optional(),
  end_date_raw: instant.nullable().optional(),
})
export type Person = z.infer<typeof Person>

const someIds = z.array(z.uuid()).max(100)
const onPitch = { pitch_uuid: z.uuid() }

const GuestMode = z.object({ on: z.boolean() })

export const guestCalls = {
  /** [GAP-018] Turns the guest mode of a pitch on or off. */
  updateGuestMode: call({
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid(), on: z.boolean() }),
    output: GuestMode,
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /**
   * [CALL-210] Lists the presenters and moderators in a room, who can be neither muted nor removed.
   */
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
  /** Lists the guests' numbers with their names: all for the admins of the pitch, their own for other callers. */
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
  /** Lists the people in a room. */
  getRoomPeople: call({
    who: callers.everyone,
    reads: true,
    answer: 'results',
    input: z.object({
      ...onPitch,
      ...paging,
      name: line(100).optional(),
      /** These accounts alone, such as those on stage; or all except these. */
      only: someIds.optional(),
      without: someIds.optional(),
      /** People without a name alone, with what a manager calls them; while guests are veiled it selects nothing. */
      nameless: z.boolean().optional(),
    }),
    output: listOf(Person).extend({ here: z.number().int() }),
    errors: ['PitchNotFound'],
  }),
}

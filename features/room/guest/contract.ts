import { z } from 'zod'
import { call, callers } from '#contract/call.ts'
import { listOf, paging } from '#contract/fields.ts'

const GuestMode = z.object({ on: z.boolean() })

export const guestCalls = {
  /** GAP-018 */
  updateGuestMode: call({
    path: 'token',
    who: callers.people,
    whileImpersonating: false,
    input: z.object({ uuid: z.uuid(), on: z.boolean() }),
    output: GuestMode,
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** CALL-210: those in the room whom nobody mutes or removes, because they run the pitch or look after it. */
  getHiddenUserList: call({
    path: 'token',
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
    path: 'token',
    who: callers.everyone,
    reads: true,
    answer: 'results',
    input: z.object({ uuid: z.uuid(), ...paging }),
    output: listOf(z.object({ id: z.uuid(), guest_name: z.string(), name: z.string(), line: z.boolean() })).extend(
      GuestMode.shape,
    ),
    errors: ['PitchNotFound'],
  }),
}

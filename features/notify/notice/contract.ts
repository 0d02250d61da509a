import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf } from '#contract/fields.ts'
import { NOTICES_ON_A_PAGE } from './rules.ts'

/** [ENT-104] What happened, told to one person in their language. */
const Notice = z.object({
  id: z.uuid(),
  title: z.string(),
  content: z.string(),
  /** What its button says; empty without one. */
  button_text: z.string(),
  /** What the button does: `open` leads to `link`, `confirmEmail` emails the link that confirms an address. */
  action: z.enum(['', 'open', 'confirmEmail']),
  /** An address of the console; empty unless the action is `open`. */
  link: z.string(),
  /** [ENT-105, STATE-093] 0 until it has been read. */
  is_read: z.literal([0, 1]),
  /** The person who caused it; empty when there is none. */
  op_name: z.string(),
  op_head_image: z.string(),
  update_time: instant,
})
export type Notice = z.infer<typeof Notice>

const one = z.object({ id: z.uuid() })

export const noticeCalls = {
  /** [CALL-174] Lists the caller's notifications. The newest first. `content` searches them. */
  getNoticeList: call({
    who: callers.people,
    reads: true,
    answer: 'results',
    // [ENT-107, CONST-033]
    input: z.object({
      page: z.number().int().min(1).max(1_000_000).default(1),
      limit: z.number().int().min(1).max(100).default(NOTICES_ON_A_PAGE),
      content: line(100).optional(),
    }),
    // [ENT-106]
    output: listOf(Notice).extend({ unread: z.number().int().min(0) }),
  }),
  /** [CALL-176] Marks a notification as read. */
  readNotice: call({
    who: callers.people,
    input: one,
    errors: ['NoticeNotFound'],
  }),
  /** Marks all notifications as read. */
  readAllNotices: call({ who: callers.people }),
  /** [CALL-177] Deletes a notification. Can be undone for 30 days. */
  deleteNotice: call({
    who: callers.people,
    input: one,
    errors: ['NoticeNotFound'],
  }),
  /** Restores a deleted notification. */
  restoreNotice: call({
    who: callers.people,
    input: one,
    errors: ['NoticeNotFound'],
  }),
}

/** What a notice asks for besides leading somewhere; the profile answers it. */
export const confirmationCalls = {
  /** [CALL-178] Emails the code again, to the address that waits for it. */
  sendConfirmationEmail: call({
    who: callers.people,
    whileImpersonating: false,
    errors: ['NothingToConfirm', 'AddressSuppressed'],
  }),
}

import type { Handlers } from '#contract/call.ts'
import type { noticeCalls } from '#features/notice/contract.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'

export const noticeHandlers = {} satisfies Handlers<typeof noticeCalls, Context, Actor>

import { fullName } from '#contract/names.ts'
import type { Notice, noticeCalls } from '#features/notify/notice/contract.ts'
import type { Handler } from '#server/context.ts'
import { listNotices } from './queries.ts'
import { noticeText } from './texts.ts'

/** CALL-174. Every open console asks for this every few seconds: one statement, from an index. */
export const getNoticeList: Handler<typeof noticeCalls.getNoticeList> = async ({ db, actor, input }) => {
  const { rows, ...counts } = await listNotices(db, actor.accountId, input)
  const items = rows.flatMap(({ by, ...notice }): Notice[] => {
    const text = noticeText(notice.kind, notice.params, actor.language)
    if (!text) return []
    return [
      {
        id: notice.id,
        title: text.title,
        content: text.content,
        button_text: text.button?.text ?? '',
        action: text.button?.action ?? '',
        link: text.button?.link ?? '',
        is_read: notice.readAt ? 1 : 0,
        op_name: by ? fullName(by) : '',
        op_head_image: by?.headImage ?? '',
        update_time: notice.createdAt.toISOString(),
      },
    ]
  })
  return { items, ...counts }
}

import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Answer } from '#contract/call.ts'
import type { noticeCalls } from '#features/notify/notice/contract.ts'
import { NOTICE_POLL, NOTICES_ON_A_PAGE } from '#features/notify/notice/rules.ts'
import { client } from '#web/client/client.ts'

/** The longest pause between two looks while the server does not answer, in milliseconds. */
const LONGEST_PAUSE = 5 * 60_000

const newest = ['notice', 'newest'] as const
type Found = Answer<typeof noticeCalls.getNoticeList>

/** How long to wait after so many failures in a row. */
export const pauseAfter = (failures: number): number => Math.min(NOTICE_POLL * 2 ** failures, LONGEST_PAUSE)

/**
 * [CALL-175, CONST-034, ERR-070] The newest notices, fetched every 15 seconds while the tab is visible, and more and more
 * seldom while that fails. A failure is not shown: the notices fetched before stay.
 */
export function useNewestNotices() {
  const failures = useRef(0)
  return useQuery({
    queryKey: newest,
    queryFn: async () => {
      try {
        const found = await client.getNoticeList({ page: 1, limit: NOTICES_ON_A_PAGE })
        failures.current = 0
        return found
      } catch (failure) {
        failures.current++
        throw failure
      }
    },
    refetchInterval: () => pauseAfter(failures.current),
    refetchIntervalInBackground: false,
  })
}

/** How many are unread as far as the bell knows, which does the looking. */
export function useUnread(): number {
  const { data } = useQuery<Found>({ queryKey: newest, queryFn: skipToken })
  return data?.unread ?? 0
}

/** What can be done about notices; each act is seen at once in the bell and in the list. */
export function useNoticeActs() {
  const queries = useQueryClient()
  const renew = () => queries.invalidateQueries({ queryKey: ['notice'] })
  const act = <I>(mutationFn: (input: I) => Promise<unknown>) => ({ mutationFn, onSettled: renew })
  return {
    read: useMutation(act((id: string) => client.readNotice({ id }))),
    readAll: useMutation(act(() => client.readAllNotices({}))),
    remove: useMutation(act((id: string) => client.deleteNotice({ id }))),
    restore: useMutation(act((id: string) => client.restoreNotice({ id }))),
    confirmEmail: useMutation({ mutationFn: () => client.sendConfirmationEmail({}) }),
  }
}

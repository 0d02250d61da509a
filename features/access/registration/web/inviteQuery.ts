import { queryOptions } from '@tanstack/react-query'
import type { InviteKind } from '#features/access/registration/rules.ts'
import { client } from '#web/client/client.ts'

const checks = {
  presenter: client.checkPresenterInviteCode,
  typeuser: client.checkTypeUserInviteCodeExpired,
  superadmin: client.checkSuperAdminInviteCode,
}

/** What an invitation says to whoever holds its code. */
export const inviteQuery = (kind: InviteKind, code: string) =>
  queryOptions({
    queryKey: ['invite', kind, code],
    queryFn: () => checks[kind]({ invite_code: code }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

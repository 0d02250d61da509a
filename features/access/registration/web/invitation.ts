import { queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type InviteKind, inviteKinds } from '#features/access/registration/rules.ts'
import { client } from '#web/client/client.ts'

/**
 * What one page of an invitation passes to the next, outside the address bar: the code opens an account, and could be read
 * there or in the history.
 */
export interface PassedOn {
  readonly code?: string
  /** The path of the invitation's own page. */
  readonly from?: string
  /** The code of the error with which the invitation was refused. */
  readonly failure?: string
  readonly email?: string
}

/** What the page before passed on; it survives a reload. */
export function usePassedOn(): PassedOn {
  const { state } = useLocation()
  const given: Record<string, unknown> = typeof state === 'object' && state !== null ? { ...state } : {}
  const text = (key: keyof PassedOn) => (typeof given[key] === 'string' ? { [key]: given[key] } : {})
  return { ...text('code'), ...text('from'), ...text('failure'), ...text('email') }
}

/** The value of a query's parameter, which leaves the address bar at once. */
export function useSecretParameter(name: string): string {
  const [address] = useSearchParams()
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const inAddress = address.get(name)
  const [value] = useState(inAddress ?? (typeof state?.code === 'string' ? state.code : ''))
  useEffect(() => {
    if (inAddress) navigate(pathname, { replace: true, state: { code: inAddress } })
  }, [inAddress, navigate, pathname])
  return value
}

/** The kind of invitation that a path such as `/become-presenter/…` or `/sign-up-typeuser` is about. */
export const kindOf = (path: string): InviteKind => {
  const [, word = ''] = /^\/(?:become|sign-up)-([a-z]+)/.exec(path) ?? []
  return inviteKinds.find(kind => kind === word) ?? 'typeuser'
}

const checks = {
  presenter: client.checkPresenterInviteCode,
  typeuser: client.checkTypeUserInviteCodeExpired,
  superadmin: client.checkSuperAdminInviteCode,
}

/** What an invitation tells the holder of its code. */
export const inviteQuery = (kind: InviteKind, code: string) =>
  queryOptions({
    queryKey: ['invite', kind, code],
    queryFn: () => checks[kind]({ invite_code: code }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

import type { CookieSerializeOptions } from '@fastify/cookie'
import { TOKEN_PATH } from '#features/access/session/contract.ts'
import type { RequestInfo } from '#server/context.ts'
import type { Frame } from '#server/frame.ts'
import type { Settings } from '#server/settings.ts'
import { type OpenedSession, REFRESH_LIFE } from './openSession.ts'

export const ACCESS_COOKIE = 'rostrum_access'
export const REFRESH_COOKIE = 'rostrum_refresh'
/** The cookie of an impersonation, beside the super admin's own cookies, which stay as they are. */
export const ACTING_COOKIE = 'rostrum_acting'
export const JOIN_COOKIES = 'rostrum_join_'
/** A join session has a cookie for each pitch, so that no link signs a person out of the console. */
export const joinCookie = (pitchUuid: string): string => `${JOIN_COOKIES}${pitchUuid.slice(0, 8)}`

/** How our cookies are set; `maxAge` in seconds. */
const cookieOptions = (settings: Settings, maxAge: number, path = '/'): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: settings.publicUrl.startsWith('https:'),
  path,
  maxAge,
})

interface Answering {
  readonly frame: Frame
  readonly request: RequestInfo
}

/** The access cookie outlives its token, so that a browser hears TokenExpired and renews. */
export function setSessionCookies({ frame, request }: Answering, opened: OpenedSession): void {
  const seconds = REFRESH_LIFE / 1000
  if (request.cookies[ACTING_COOKIE]) request.setCookie(ACTING_COOKIE, '', cookieOptions(frame.settings, 0))
  request.setCookie(ACCESS_COOKIE, opened.accessToken, cookieOptions(frame.settings, seconds))
  request.setCookie(REFRESH_COOKIE, opened.refreshToken ?? '', cookieOptions(frame.settings, seconds, TOKEN_PATH))
}

/**
 * It outlives the impersonation, so that the browser gets ImpersonationEnded and does not go on as the super admin
 * unnoticed.
 */
export function setActingCookie({ frame, request }: Answering, token: string): void {
  request.setCookie(ACTING_COOKIE, token, cookieOptions(frame.settings, 86_400))
}

export function setJoinCookie({ frame, request }: Answering, pitchUuid: string, opened: OpenedSession): void {
  request.setCookie(joinCookie(pitchUuid), opened.accessToken, cookieOptions(frame.settings, opened.expiresIn))
}

/** Takes our cookies of these names back; a browser drops one of age zero. */
export function clearCookies({ frame, request }: Answering, names: readonly string[]): void {
  for (const name of names)
    request.setCookie(name, '', cookieOptions(frame.settings, 0, name === REFRESH_COOKIE ? TOKEN_PATH : '/'))
}

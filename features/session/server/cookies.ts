import type { CookieSerializeOptions } from '@fastify/cookie'
import type { Settings } from '#server/settings.ts'

export const ACCESS_COOKIE = 'rostrum_access'
export const REFRESH_COOKIE = 'rostrum_refresh'
/** A join session has a cookie for each pitch, so that a link never signs anybody out of the console. */
export const joinCookie = (pitchUuid: string): string => `rostrum_join_${pitchUuid.slice(0, 8)}`

/** How our cookies are set; `maxAge` in seconds. */
export const cookieOptions = (settings: Settings, maxAge: number, path = '/'): CookieSerializeOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  secure: settings.publicUrl.startsWith('https:'),
  path,
  maxAge,
})

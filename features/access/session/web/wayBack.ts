import { redirectOf } from '#features/access/session/web/guard.ts'
import type { RecoveryFlag } from '#features/core/account/rules.ts'
import { joinAddress, roomAddress } from '#features/core/pitch/web/addresses.ts'

/** The page at which a person could not sign in; it travels with them through pages and emails. */
export interface WayBack {
  readonly flag: RecoveryFlag
  /** The pitch's uuid, or empty. */
  readonly pitchCode: string
}

const toConsole: WayBack = { flag: 'console', pitchCode: '' }
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** The way back that an address like /forgot-password/pitch/… tells; anything else in it is ignored. */
export function wayBackOf({
  flag,
  pitchCode = '',
}: {
  flag?: string | undefined
  pitchCode?: string | undefined
}): WayBack {
  return flag === 'pitch' && uuid.test(pitchCode) ? { flag, pitchCode } : toConsole
}

/** The way back of a person whom the sign-in page was to lead to a pitch. */
export function wayBackOfRedirect(search: string): WayBack {
  const path = redirectOf(search)?.split(/[?#]/)[0] ?? ''
  const code = path.split('/').pop() ?? ''
  return path === roomAddress(code) || path === joinAddress(code)
    ? wayBackOf({ flag: 'pitch', pitchCode: code })
    : toConsole
}

/** The address of a page that keeps the way back. */
export const keeping = (page: string, { flag, pitchCode }: WayBack): string =>
  pitchCode ? `${page}/${flag}/${pitchCode}` : page

/** The sign-in page that leads on to where the person was. */
export const signInAddress = ({ pitchCode }: WayBack): string =>
  pitchCode ? `/login?redirect=${encodeURIComponent(roomAddress(pitchCode))}` : '/login'

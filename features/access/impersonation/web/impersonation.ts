import { CallFailed } from '#contract/call.ts'
import type { Me } from '#features/core/account/me.ts'
import { client } from '#web/client/client.ts'
import { leavePage } from '#web/client/leavePage.ts'
import { wayOf } from '#web/client/wire.ts'

/** [NAV-042, SHELL-013] Where an impersonation begins, comes back to, and outlives the page. */
export const USER_LIST = '/user-management/list'

/** What the next page of this tab has to know: whom the last one acted as when it was left. */
const LEFT = 'rostrum.impersonation.left'

let acting: string | undefined
let watches = false

/** Called with the person a page belongs to. From now on leaving the page ends the impersonation of them. */
export function watchImpersonation(person: Pick<Me, 'user_id' | 'impersonate_model'> | undefined): void {
  acting = person?.impersonate_model ? person.user_id : undefined
  if (watches || !acting) return
  watches = true
  addEventListener('pagehide', endOnUnload)
  // A page that the browser kept in memory may belong to another person by now.
  addEventListener('pageshow', event => event.persisted && location.reload())
}

/**
 * [NAV-041, NAV-042] A page that is left, reloaded or closed ends it, unless it is the user list. A beacon outlives its
 * page; should it get lost or come late, the next page of this tab says it again before it asks who it belongs to.
 */
function endOnUnload(): void {
  if (!acting || location.pathname === USER_LIST) return
  sessionStorage.setItem(LEFT, acting)
  navigator.sendBeacon(wayOf('endImpersonate').path, new URLSearchParams({ how: 'unload', user_id: acting }))
}

/** Ends what the last page of this tab could not be sure to have ended; answers whether there was something. */
export async function endWhatWasLeft(): Promise<boolean> {
  const left = sessionStorage.getItem(LEFT)
  if (!left) return false
  await end('unload', left)
  sessionStorage.removeItem(LEFT)
  return true
}

/**
 * [SHELL-012, SHELL-013] Returns to the super admin's own account. A fresh page load leaves nothing of the other person
 * in memory.
 */
export async function stopImpersonating(how: 'signOut' | 'banner' | 'timer'): Promise<void> {
  await end(how, acting)
  acting = undefined
  leavePage(USER_LIST)
}

async function end(how: 'signOut' | 'banner' | 'timer' | 'unload', user_id: string | undefined): Promise<void> {
  try {
    await client.endImpersonate({ how, ...(user_id ? { user_id } : {}) })
  } catch (failure) {
    // The impersonation or the session has ended already: either way there is nothing left to end.
    if (!(failure instanceof CallFailed) || !over.includes(failure.code)) throw failure
  }
}

const over: readonly string[] = ['ImpersonationEnded', 'NotSignedIn', 'TokenExpired', 'NotAllowed']

// [STATE-105] Outlives the reload that follows, in this tab alone.
const key = 'rostrum.sessionTimeout'

/** Sets or clears the flag that this tab was signed out for inactivity. */
export function setTimedOut(is: boolean): void {
  try {
    if (is) sessionStorage.setItem(key, '1')
    else sessionStorage.removeItem(key)
  } catch {
    // then the sign-in page cannot say why it is there
  }
}

export function isTimedOut(): boolean {
  try {
    return sessionStorage.getItem(key) === '1'
  } catch {
    return false
  }
}

/** Loads the page again; a test replaces it. */
export const page = { reload: (): void => location.reload() }

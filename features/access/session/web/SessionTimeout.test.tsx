import { act, cleanup, fireEvent, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { type Answers, nobody, person, renderAt } from '#web/testing/renderAt.tsx'
import { lastActivity, noteActivity } from './activity.ts'
import { isTimedOut, page, setTimedOut } from './timedOut.ts'
import { DEFAULT_TIMEOUT, secondsLeft, timeoutOf, WARN_AT } from './useSessionTimer.ts'
import { useWatching } from './useWatching.ts'

const reload = vi.spyOn(page, 'reload').mockImplementation(() => {})
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  reload.mockClear()
  setTimedOut(false)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  setTimedOut(false)
})

const minutes = 10
const here: Answers = {
  getUserInfoByToken: () => ({ ...person, session_timeout: minutes }),
  writeLogout: () => ({}),
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
/** Lets seconds pass until something is so, at most twenty. */
async function until(isSo: () => boolean) {
  for (let second = 0; second < 20 && !isSo(); second++) await pass(1)
}
const dialog = () => screen.queryByRole('dialog', { name: 'Are you still there?' })

async function open(answers: Answers = here) {
  const opened = await renderAt('/admin/index', answers)
  // all of the screen is there: what mounts later loads the person again
  await screen.findByRole('heading', { name: /Welcome Back/ })
  await pass(2)
  return { ...opened, calls: () => opened.made.map(({ call }) => call) }
}

describe('the session timer', () => {
  it('[STATE-095, STATE-096] takes the minutes of the server, and 1800 seconds when it says none', () => {
    expect(timeoutOf(undefined)).toBe(1800)
    expect(timeoutOf(0)).toBe(DEFAULT_TIMEOUT)
    expect(timeoutOf(7)).toBe(420)
  })

  it('[STATE-094] counts whole seconds by the clock on the wall', () => {
    expect([0, 1, 999, 1000, 1001, 60_000, 600_000, 900_000].map(now => secondsLeft(600, 0, now))).toEqual([
      600, 600, 600, 599, 599, 540, 0, 0,
    ])
    expect(secondsLeft(600, 5000, 0), 'a clock that was set back').toBe(600)
  })

  it('[STATE-099, CONST-005, SCREEN-041, STATE-094, ENT-052] asks when 60 seconds are left, and counts them', async () => {
    await open()
    await pass(minutes * 60 - WARN_AT - 10)
    expect(dialog()).toBeNull()
    await until(() => dialog() !== null)
    // the machine's own time passes as well while the test renders
    const since = (Date.now() - lastActivity()) / 1000
    expect(minutes * 60 - since).toBeGreaterThan(WARN_AT - 8)
    const before = Number(screen.getByRole('timer').textContent?.match(/\d+/)?.[0])
    expect(before).toBeLessThanOrEqual(60)
    await pass(5)
    expect(Number(screen.getByRole('timer').textContent?.match(/\d+/)?.[0])).toBe(before - 5)
    expect(document.activeElement?.textContent).toBe('Stay signed in')
    expect(screen.getAllByRole('status').some(said => said.textContent?.includes('60 seconds'))).toBe(true)
    // what it shows is what is left: then, and not before, the browser signs out
    await pass(before - 7)
    expect(isTimedOut()).toBe(false)
    await pass(4)
    expect(isTimedOut()).toBe(true)
  })

  it('[STATE-100] starts again for who stays', async () => {
    const { calls } = await open()
    await pass(minutes * 60 - 30)
    fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
    await pass(2)
    expect(dialog()).toBeNull()
    await pass(minutes * 60 - WARN_AT - 10)
    expect(dialog()).toBeNull()
    expect(calls()).not.toContain('writeLogout')
  })

  it('[STATE-101] signs out who exits', async () => {
    const { calls, where } = await open()
    await pass(minutes * 60 - 30)
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    await until(() => where.address === '/login')
    expect(calls()).toContain('writeLogout')
    expect(where.address).toBe('/login')
    expect(isTimedOut()).toBe(false)
  })

  it('[STATE-097, STATE-098] starts again when the person is loaded, and at any click or key', async () => {
    const old = Date.now() - 3_600_000
    noteActivity(old)
    await open()
    expect(lastActivity()).toBeGreaterThan(old)
    for (const touch of [() => fireEvent.click(document.body), () => fireEvent.keyDown(document.body, { key: 'a' })]) {
      await pass(minutes * 60 - WARN_AT - 20)
      touch()
      await pass(WARN_AT)
      expect(dialog()).toBeNull()
    }
  })

  it('is shared: what is done in another tab counts here, and closes the question', async () => {
    await open()
    await pass(minutes * 60 - 30)
    expect(dialog()).toBeTruthy()
    localStorage.setItem('rostrum.activity', String(Date.now()))
    await pass(2)
    expect(dialog()).toBeNull()
  })

  it('[STATE-102, STATE-104, STATE-105, STATE-106] at 0 closes the dialog, ends the session, sets the flag and loads the page again', async () => {
    const { calls } = await open()
    await pass(minutes * 60 + 2)
    expect(dialog()).toBeNull()
    expect(calls().filter(call => call === 'writeLogout')).toHaveLength(1)
    expect(isTimedOut()).toBe(true)
    expect(reload).toHaveBeenCalledTimes(1)
    await pass(30)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('ends at once on a computer that slept', async () => {
    await open()
    vi.setSystemTime(Date.now() + 8 * 3_600_000)
    await pass(1)
    expect(isTimedOut()).toBe(true)
  })

  it('[STATE-105] says after the load why the person is at the sign-in, and forgets it at the next', async () => {
    setTimedOut(true)
    let signedIn = false
    await renderAt('/login', {
      signIn: () => {
        signedIn = true
        return {}
      },
      getUserInfoByToken: () => {
        if (signedIn) return person
        throw new CallFailed('NotSignedIn')
      },
    })
    expect(await screen.findByText(/You were signed out due to inactivity\./)).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Username or email'), { target: { value: 'ada' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Quill7ventures' } })
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('button', { name: /Your account/ })
    expect(isTimedOut()).toBe(false)
  })

  it('makes up for a sign-out that did not reach the server', async () => {
    setTimedOut(true)
    let signedIn = true
    const { made } = await renderAt('/admin/index', {
      getUserInfoByToken: () => {
        if (signedIn) return person
        throw new CallFailed('NotSignedIn')
      },
      writeLogout: () => {
        signedIn = false
        return {}
      },
    })
    expect(await screen.findByText(/You were signed out due to inactivity\./)).toBeTruthy()
    expect(made.map(({ call }) => call)).toContain('writeLogout')
  })

  it('does not run for who is not signed in', async () => {
    await renderAt('/login', nobody)
    await screen.findByLabelText('Password')
    await pass(DEFAULT_TIMEOUT + 10)
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('a live room', () => {
  it('counts as being there while its page is in sight, and not when it is hidden', () => {
    const old = Date.now() - 3_600_000
    const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    const { unmount } = renderHook(useWatching)
    noteActivity(old)
    vi.advanceTimersByTime(20_000)
    expect(Date.now() - lastActivity()).toBeLessThan(20_000)
    sight.mockReturnValue('hidden')
    noteActivity(old)
    vi.advanceTimersByTime(600_000)
    expect(lastActivity()).toBe(old)
    sight.mockReturnValue('visible')
    unmount()
    vi.advanceTimersByTime(600_000)
    expect(lastActivity()).toBe(old)
    sight.mockRestore()
  })
})

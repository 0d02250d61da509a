import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { fetchAgain } from './fetchAgain.ts'
import { isOutdated, moveOn } from './outdated.ts'

const own = '/assets/index-1.js'
const pageWith = (...scripts: string[]) =>
  new Response(scripts.map(src => `<script type="module" src="${src}"></script>`).join(''), {
    headers: { 'content-type': 'text/html' },
  })
let reload: Mock<() => void>

beforeEach(() => {
  vi.useFakeTimers()
  reload = vi.fn<() => void>()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  vi.spyOn(document, 'querySelectorAll').mockReturnValue([{ src: new URL(own, location.href).href }] as never)
  sessionStorage.clear()
  history.replaceState(null, '', '/pitches/list')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})
const serving = (answer: () => Response | Promise<never>) => vi.stubGlobal('fetch', async () => answer())

describe('a web app that was replaced under a page', () => {
  it('is recognised by the files that the server has now', async () => {
    serving(() => pageWith(own))
    expect(await isOutdated()).toBe(false)
    serving(() => pageWith('/assets/index-2.js'))
    expect(await isOutdated()).toBe(true)
    serving(() => new Response('starting', { status: 503 }))
    expect(await isOutdated()).toBe(false)
    serving(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await isOutdated()).toBe(false)
  })

  it('is not waited for, while requests to a server that is down are repeated', async () => {
    const load = vi.fn(() => Promise.reject(new Error('404')))
    serving(() => pageWith('/assets/index-2.js'))
    await expect(fetchAgain(load)).rejects.toThrow('404')
    expect(load).toHaveBeenCalledTimes(1)
    serving(() => Promise.reject(new TypeError('Failed to fetch')))
    const trying = expect(fetchAgain(load)).rejects.toThrow('404')
    await vi.advanceTimersByTimeAsync(60_000)
    await trying
    expect(load).toHaveBeenCalledTimes(6)
  })

  it('is loaded by the console itself, once and not in a loop', async () => {
    serving(() => pageWith('/assets/index-2.js'))
    expect(await moveOn()).toBe(true)
    expect(await moveOn()).toBe(false)
    expect(reload).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(700_000)
    expect(await moveOn()).toBe(true)
  })

  it('is not loaded when it is the same, nor without storage', async () => {
    serving(() => pageWith(own))
    expect(await moveOn()).toBe(false)
    serving(() => pageWith('/assets/index-2.js'))
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new Error('forbidden')
      },
    })
    expect(await moveOn()).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })

  it.each(['/live/1', '/join-session/1', '/share-screen/1'])('is never loaded without asking in %s', async path => {
    history.replaceState(null, '', path)
    serving(() => pageWith('/assets/index-2.js'))
    expect(await moveOn()).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })
})

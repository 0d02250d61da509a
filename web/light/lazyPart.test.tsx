import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchNewer } from '#web/client/newer.ts'
import { lazyPart } from './lazyPart.tsx'

const Said = ({ words }: { words: string }) => <p>{words}</p>
let breaks = false
const Breaks = () => {
  if (breaks) throw new Error('broken')
  return <p>whole</p>
}
const noFile = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/Said.js'))
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

// a failed attempt imports outdated.ts, which on a busy machine takes longer than the fake clock waits
beforeAll(async () => void (await fetchNewer()))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a part whose code is fetched lazily', () => {
  it('leaves the page as it is when it cannot be fetched, and is shown once it can', async () => {
    const load = vi.fn(async () => Said)
    for (let failure = 0; failure < 6; failure++) load.mockImplementationOnce(noFile)
    const Part = lazyPart(load)
    render(
      <main>
        <h1>The room</h1>
        <Part words="spoken" />
      </main>,
    )
    await wait(5000)
    expect(screen.getByText('The room')).toBeTruthy()
    expect(screen.queryByText('spoken')).toBeNull()
    await wait(60_000)
    expect(screen.getByText('spoken')).toBeTruthy()
  })

  it('is fetched at once when the network is back', async () => {
    const load = vi.fn(async () => Said)
    for (let failure = 0; failure < 5; failure++) load.mockImplementationOnce(noFile)
    const Part = lazyPart(load)
    render(<Part words="spoken" />)
    await wait(9500)
    expect(load).toHaveBeenCalledTimes(5)
    await act(async () => void window.dispatchEvent(new Event('online')))
    await wait(0)
    expect(screen.getByText('spoken')).toBeTruthy()
  })

  it('is given up after some minutes, as its file may be one of another version', async () => {
    const load = vi.fn(noFile)
    const Part = lazyPart<typeof Said>(load)
    render(<Part words="spoken" />)
    await wait(3_600_000)
    expect(load.mock.calls.length).toBeLessThan(12)
  })

  it('that was requested says that it cannot be fetched, and tries again on request', async () => {
    const load = vi.fn(async () => Said)
    for (let failure = 0; failure < 5; failure++) load.mockImplementationOnce(noFile)
    const Part = lazyPart(load, {
      waits: <p>wait</p>,
      failed: (again, { words }) => (
        <button type="button" onClick={again}>
          {`no ${words}`}
        </button>
      ),
    })
    render(<Part words="panel" />)
    expect(screen.getByText('wait')).toBeTruthy()
    await wait(12_000)
    act(() => screen.getByText('no panel').click())
    expect(screen.getByText('wait')).toBeTruthy()
    await wait(0)
    expect(screen.getByText('panel')).toBeTruthy()
  })

  it('that was fetched before is shown without a wait', async () => {
    const Part = lazyPart(async () => Said, { waits: <p>wait</p> })
    Part.fetch()
    await wait(0)
    render(<Part words="panel" />)
    expect(screen.queryByText('wait')).toBeNull()
    expect(screen.getByText('panel')).toBeTruthy()
  })

  it('that breaks affects only itself', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    breaks = true
    const Quiet = lazyPart(async () => Breaks)
    const Requested = lazyPart(async () => Breaks, {
      failed: again => (
        <button type="button" onClick={again}>
          once more
        </button>
      ),
    })
    render(
      <main>
        <h1>The room</h1>
        <Quiet />
        <Requested />
      </main>,
    )
    await wait(0)
    expect(screen.getByText('The room')).toBeTruthy()
    breaks = false
    act(() => screen.getByText('once more').click())
    expect(screen.getAllByText('whole')).toHaveLength(1)
    quiet.mockRestore()
  })

  it('gets its style in the end, which Vite requests only once', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const replaced = vi.spyOn(HTMLLinkElement.prototype, 'replaceWith')
    const style = document.createElement('link')
    style.rel = 'stylesheet'
    style.href = 'http://localhost/assets/Said-1.css'
    document.head.append(style)
    const payload = new Error(`Unable to preload CSS for ${style.href}`)
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    // happy-dom fetches no style, and says so as a browser does when the network is away
    await wait(3000)
    expect(replaced.mock.calls.length).toBeGreaterThan(1)
    const last = document.head.querySelector(`link[href="${style.href}"]`)
    await wait(20_000)
    expect(document.head.querySelector(`link[href="${style.href}"]`)).not.toBe(last)
    await wait(3_600_000)
    expect(replaced.mock.calls.length).toBeLessThan(50)
  })
})

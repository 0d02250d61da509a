import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderAt } from '#web/testing/renderAt.tsx'

const track = () => ({ stop: vi.fn() })
const devices = [
  { kind: 'videoinput', deviceId: 'c1', label: 'Front camera' },
  { kind: 'videoinput', deviceId: 'c2', label: 'Desk camera' },
  { kind: 'audioinput', deviceId: 'm1', label: 'Headset' },
]
const named = (name: string) => Object.assign(new Error(name), { name })

/** A computer whose camera and microphone answer as the test says. */
function computer(getUserMedia: (wanted: MediaStreamConstraints) => Promise<unknown>) {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('RTCPeerConnection', class {})
  vi.stubGlobal(
    'AudioContext',
    class {
      createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData: () => {} })
      createMediaStreamSource = () => ({ connect: () => {} })
      close = async () => {}
    },
  )
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: {
      getUserMedia: vi.fn(getUserMedia),
      enumerateDevices: async () => devices,
      addEventListener() {},
      removeEventListener() {},
    },
  })
  return vi.mocked(navigator.mediaDevices.getUserMedia)
}

beforeEach(() => {
  // a video element here takes no stream of a test
  Object.defineProperty(HTMLVideoElement.prototype, 'srcObject', { configurable: true, writable: true, value: null })
})
afterEach(() => vi.unstubAllGlobals())

describe('[ROUTE-046, SCREEN-040] the test of camera and sound', () => {
  it('shows my picture, my devices, a level, a test sound, and that this browser will do', async () => {
    const asked = computer(async () => ({ getTracks: () => [track()] }))
    const { user } = await renderAt('/preVideo')
    expect(await screen.findByLabelText('Your video')).toBeTruthy()
    expect(screen.getByRole('meter', { name: 'Microphone level' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Play test sound' })).toBeTruthy()
    expect(screen.getByText('Your browser is supported')).toBeTruthy()
    await user.selectOptions(await screen.findByLabelText('Camera'), 'Desk camera')
    await waitFor(() => expect(asked.mock.lastCall?.[0]).toMatchObject({ video: { deviceId: { exact: 'c2' } } }))
  })

  it.each([
    ['NotAllowedError', 'The camera is blocked.', 'Allow it in your browser’s address bar, then try again.'],
    ['NotFoundError', 'No camera found.', 'Connect one'],
    ['NotReadableError', 'Another app is using the camera.', 'Close other apps'],
  ])('says what %s means and what comes next, and tries again', async (name, what, step) => {
    let works = false
    computer(async () => (works ? { getTracks: () => [track()] } : Promise.reject(named(name))))
    const { user } = await renderAt('/preVideo')
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain(what)
    expect(notice.textContent).toContain(step)
    works = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Your video')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says so where a browser cannot send video', async () => {
    computer(async () => Promise.reject(named('NotSupportedError')))
    vi.stubGlobal('RTCPeerConnection', undefined)
    await renderAt('/preVideo')
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Use a current version of Chrome, Edge, Firefox, or Safari.',
    )
    expect(screen.queryByText('Your browser is supported')).toBeNull()
  })

  it('lets camera and microphone go when one leaves', async () => {
    const open = track()
    computer(async () => ({ getTracks: () => [open] }))
    const { user } = await renderAt('/preVideo')
    await screen.findByLabelText('Your video')
    await user.click(screen.getByRole('button', { name: 'Turn off camera' }))
    expect(screen.getByText('Your camera is off')).toBeTruthy()
    expect(open.stop).toHaveBeenCalled()
  })
})

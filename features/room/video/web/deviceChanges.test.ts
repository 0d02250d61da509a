import { describe, expect, it } from 'vitest'
import { type Device, deviceSteps } from './deviceChanges.ts'

const device = (kind: MediaDeviceKind, deviceId: string, label: string, groupId = deviceId): Device => ({
  ...{ kind, deviceId, label, groupId },
})
const desk = device('videoinput', 'c1', 'Desk camera')
const front = device('videoinput', 'c2', 'Front camera')
const built = device('audioinput', 'm1', 'Built-in microphone')
const headset = device('audioinput', 'm2', 'Headset', 'h')
const headsetEars = device('audiooutput', 's2', 'Headset', 'h')
const none = { used: {}, chosen: {} }

describe('devices that come and go on stage', () => {
  it('replaces the camera that is unplugged, and says by which', () => {
    expect(deviceSteps({ ...none, before: [desk, front], after: [front], used: { camera: 'c1' } })).toEqual([
      {
        use: { place: 'camera', deviceId: 'c2' },
        news: { what: 'gone', place: 'camera', label: 'Desk camera', now: 'Front camera' },
      },
    ])
  })

  it('says that there is no other, and takes the next one that is connected', () => {
    const [gone] = deviceSteps({ ...none, before: [built], after: [], used: { microphone: 'm1' } })
    expect(gone).toEqual({
      use: undefined,
      news: { what: 'gone', place: 'microphone', label: 'Built-in microphone', now: undefined },
    })
    expect(deviceSteps({ ...none, before: [], after: [headset] })).toEqual([
      { use: { place: 'microphone', deviceId: 'm2' }, news: { what: 'back', place: 'microphone', label: 'Headset' } },
    ])
  })

  it('goes back to the chosen one when it is connected again', () => {
    const [step] = deviceSteps({
      ...{ before: [built], after: [built, headset] },
      ...{ used: { microphone: 'm1' }, chosen: { microphone: 'm2' } },
    })
    expect(step?.use).toEqual({ place: 'microphone', deviceId: 'm2' })
  })

  it('only offers a new device: a voice never switches to another microphone by itself', () => {
    expect(
      deviceSteps({
        ...{ before: [built], after: [built, headset, headsetEars] },
        ...{ used: { microphone: 'm1' }, chosen: { microphone: 'm1' } },
      }),
    ).toEqual([{ news: { what: 'new', label: 'Headset', ids: { microphone: 'm2', speaker: 's2' } } }])
  })

  it('knows the real device behind the one that the system prefers', () => {
    const preferred = device('audioinput', 'default', 'Default: Headset', 'h')
    const [step] = deviceSteps({
      ...none,
      ...{ before: [preferred, headset, built], after: [built], used: { microphone: 'default' } },
    })
    expect(step).toMatchObject({ use: { deviceId: 'm1' }, news: { label: 'Headset' } })
  })

  it('reports no devices that are not in use, nor devices without names', () => {
    expect(deviceSteps({ ...none, before: [desk, front], after: [desk], used: { camera: 'c1' } })).toEqual([])
    expect(deviceSteps({ ...none, before: [desk], after: [desk, { ...front, label: '' }] })).toEqual([])
  })
})

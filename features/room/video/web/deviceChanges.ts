import type { Source } from './capture.ts'

/** A device as a browser names it. */
export type Device = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label' | 'groupId'>

/** The browser's kind for each place. */
export const kindOf = { camera: 'videoinput', microphone: 'audioinput', speaker: 'audiooutput' } as const
export type Place = Source | 'speaker'
export const places = ['camera', 'microphone', 'speaker'] as const satisfies readonly Place[]

/** A change of the person's devices, to be shown with its next step. */
export type DeviceNews =
  /** The device in use is gone; `now` replaces it, if there is another. */
  | { readonly what: 'gone'; readonly place: Place; readonly label: string; readonly now?: string | undefined }
  /** The chosen device is back and in use again. */
  | { readonly what: 'back'; readonly place: Place; readonly label: string }
  /** A new device is available. A headset is microphone and loudspeaker in one. */
  | { readonly what: 'new'; readonly label: string; readonly ids: Readonly<Partial<Record<Place, string>>> }

/** Browsers list the system's default device a second time under these ids. */
const isAlias = ({ deviceId }: Device) => deviceId === '' || deviceId === 'default' || deviceId === 'communications'

export const realDevices = (all: readonly Device[]): readonly Device[] => all.filter(one => !isAlias(one))

const ofKind = (all: readonly Device[], place: Place) => all.filter(({ kind }) => kind === kindOf[place])
const byId = (all: readonly Device[], place: Place, id: string | undefined) =>
  ofKind(all, place).find(({ deviceId }) => deviceId === id)

/** The real device of an id, which may be the alias of the system's default. */
function deviceInUse(all: readonly Device[], place: Place, id: string | undefined): Device | undefined {
  const listed = byId(all, place, id)
  if (!listed || !isAlias(listed)) return listed
  return ofKind(realDevices(all), place).find(({ groupId }) => groupId !== '' && groupId === listed.groupId)
}

/** A reaction to changed devices: the device to use, and the news to show. */
export interface DeviceStep {
  readonly use?: { readonly place: Place; readonly deviceId: string } | undefined
  readonly news: DeviceNews
}

interface Situation {
  readonly before: readonly Device[]
  readonly after: readonly Device[]
  /** The devices in use now. */
  readonly used: Readonly<Partial<Record<Place, string | undefined>>>
  /** The devices that the person chose, connected or not. */
  readonly chosen: Readonly<Partial<Record<Place, string | undefined>>>
}

/**
 * The reactions to changed devices. A device in use that is gone is replaced; a chosen device that returns is used again;
 * a place without a device takes a new one. Other new devices are only offered, since a voice must not switch to another
 * microphone by itself.
 */
export function deviceSteps({ before, after, used, chosen }: Situation): readonly DeviceStep[] {
  const [old, now] = [realDevices(before), realDevices(after)]
  const steps: DeviceStep[] = []
  const settled = new Set<Place>()
  for (const place of places) {
    const lost = deviceInUse(before, place, used[place])
    if (lost && !byId(now, place, lost.deviceId)) {
      const other = ofKind(now, place)[0]
      const use = other && { place, deviceId: other.deviceId }
      steps.push({ use, news: { what: 'gone', place, label: lost.label, now: other?.label } })
      settled.add(place)
    }
  }
  const come = now.filter(one => one.label !== '' && !byId(old, placeOf(one), one.deviceId))
  const offered = new Map<string, { label: string; ids: Partial<Record<Place, string>> }>()
  for (const one of come) {
    const place = placeOf(one)
    if (settled.has(place)) continue
    const isAlone = ofKind(old, place).length === 0 && place !== 'speaker'
    if (chosen[place] === one.deviceId || isAlone) {
      steps.push({ use: { place, deviceId: one.deviceId }, news: { what: 'back', place, label: one.label } })
      settled.add(place)
    } else {
      const offer = offered.get(one.groupId) ?? { label: one.label, ids: {} }
      offer.ids[place] ??= one.deviceId
      offered.set(one.groupId || one.deviceId, offer)
    }
  }
  for (const offer of offered.values()) steps.push({ news: { what: 'new', ...offer } })
  return steps
}

const placeOf = ({ kind }: Device): Place =>
  kind === 'videoinput' ? 'camera' : kind === 'audioinput' ? 'microphone' : 'speaker'

/** Reports the devices before and after each change, until it is stopped. */
export function watchDevices(tell: (before: readonly Device[], after: readonly Device[]) => void): () => void {
  const { mediaDevices } = navigator
  if (!mediaDevices?.enumerateDevices) return () => {}
  let known: Promise<readonly Device[]> = mediaDevices.enumerateDevices()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const look = async () => {
    const before = await known.catch(() => [])
    known = mediaDevices.enumerateDevices()
    const after = await known.catch(() => before)
    if (!stopped) tell(before, after)
  }
  // a headset appears as three devices within a moment
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(look, 400)
  }
  mediaDevices.addEventListener?.('devicechange', wait)
  return () => {
    stopped = true
    clearTimeout(timer)
    mediaDevices.removeEventListener?.('devicechange', wait)
  }
}

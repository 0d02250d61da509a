import type { Source } from './capture.ts'

/** A device as a browser names it. */
export type Device = Pick<MediaDeviceInfo, 'kind' | 'deviceId' | 'label' | 'groupId'>

/** The kinds of devices, as people call them. */
export const kindOf = { camera: 'videoinput', microphone: 'audioinput', speaker: 'audiooutput' } as const
export type Place = Source | 'speaker'
export const places = ['camera', 'microphone', 'speaker'] as const satisfies readonly Place[]

/** What happened to the devices of somebody on stage, for them to know; each has its next step. */
export type DeviceNews =
  /** The one in use is gone; `now` is used instead, or there is no other. */
  | { readonly what: 'gone'; readonly place: Place; readonly label: string; readonly now?: string | undefined }
  /** The chosen one is here again, and used again. */
  | { readonly what: 'back'; readonly place: Place; readonly label: string }
  /** A new one may be used. A headset is microphone and loudspeaker in one. */
  | { readonly what: 'new'; readonly label: string; readonly ids: Readonly<Partial<Record<Place, string>>> }

/** Browsers list the device that the system prefers once more under these names. */
const isAlias = ({ deviceId }: Device) => deviceId === '' || deviceId === 'default' || deviceId === 'communications'

export const realDevices = (all: readonly Device[]): readonly Device[] => all.filter(one => !isAlias(one))

const ofKind = (all: readonly Device[], place: Place) => all.filter(({ kind }) => kind === kindOf[place])
const byId = (all: readonly Device[], place: Place, id: string | undefined) =>
  ofKind(all, place).find(({ deviceId }) => deviceId === id)

/** The device in use, also where it was asked for as the one that the system prefers. */
function behind(all: readonly Device[], place: Place, id: string | undefined): Device | undefined {
  const listed = byId(all, place, id)
  if (!listed || !isAlias(listed)) return listed
  return ofKind(realDevices(all), place).find(({ groupId }) => groupId !== '' && groupId === listed.groupId)
}

/** One step after devices came or went: use another, and what to say. */
export interface DeviceStep {
  readonly use?: { readonly place: Place; readonly deviceId: string } | undefined
  readonly news: DeviceNews
}

interface Situation {
  readonly before: readonly Device[]
  readonly after: readonly Device[]
  /** The devices in use now. */
  readonly used: Readonly<Partial<Record<Place, string | undefined>>>
  /** The devices that the person chose, whether they are here or not. */
  readonly chosen: Readonly<Partial<Record<Place, string | undefined>>>
}

/**
 * What to do after devices came or went. One in use that is gone is replaced; a chosen one that comes back is used
 * again; a place that had none takes what comes; anything else new is only offered, since nobody's voice may jump to
 * another microphone by itself.
 */
export function deviceSteps({ before, after, used, chosen }: Situation): readonly DeviceStep[] {
  const [old, now] = [realDevices(before), realDevices(after)]
  const steps: DeviceStep[] = []
  const settled = new Set<Place>()
  for (const place of places) {
    const lost = behind(before, place, used[place])
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

/** Tells the devices before and after each change, until it is stopped. */
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
  // a headset comes as three devices within a moment
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

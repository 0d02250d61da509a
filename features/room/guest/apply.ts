import { exceptHosts, type GuestMode, noGuestMode, onlyOf } from '#features/core/account/veil.ts'
import type { RoomEvent, RoomPart } from '#features/room/room/parts.ts'
import type { guestEvents } from './events.ts'

export interface GuestSlice {
  /** Whether attendees are shown without names. */
  readonly guests: GuestMode
}

type GuestEvents = typeof guestEvents

declare module '#features/room/room/parts.ts' {
  interface RoomEvents extends GuestEvents {}
  interface RoomParts {
    guest: GuestSlice
  }
}

export const guestPart: RoomPart<GuestSlice> = {
  empty: { guests: noGuestMode },
  apply: (_room, happened) => (happened.type === 'guestModeChanged' ? { guests: happened.payload } : undefined),
  /**
   * [STATE-091, STATE-092] Guest mode takes the names of guests permanently, and `nameForgotten` that of a deleted
   * account.
   */
  namesAfter: ({ type, payload }: RoomEvent) =>
    type === 'nameForgotten'
      ? onlyOf(payload.account)
      : type === 'guestModeChanged' && payload.on
        ? exceptHosts(id => payload.hosts.includes(id))
        : undefined,
}

import { askOnce } from '#web/client/askOnce.ts'
import { type BrowserClient, createBrowserClient } from '#web/client/http.ts'

export type RoomClient = BrowserClient

const clients = new Map<string, RoomClient>()

/** The client for the pages of one pitch. It uses the session of the pitch's join link, else that of the signed-in person. */
export function roomClient(pitch: string): RoomClient {
  const known = clients.get(pitch)
  if (known) return known
  const made = createBrowserClient({
    fetch: (address, init) => fetch(address, { ...init, headers: { ...init?.headers, 'x-rostrum-join': pitch } }),
  })
  clients.set(pitch, made)
  return made
}

/** The calls that every page of a pitch makes first. */
export const askInfo = askOnce(pitch => roomClient(pitch).getJoinInfo({ uuid: pitch }))
export const askMe = askOnce(pitch => roomClient(pitch).getUserInfoByToken({}))

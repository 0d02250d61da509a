import { type BrowserClient, createBrowserClient } from '#web/client/http.ts'

export type RoomClient = BrowserClient

const clients = new Map<string, RoomClient>()

/** The client for one pitch's pages: it acts as whom that pitch's join link let in, else as the person signed in. */
export function roomClient(pitch: string): RoomClient {
  const known = clients.get(pitch)
  if (known) return known
  const made = createBrowserClient({
    fetch: (address, init) => fetch(address, { ...init, headers: { ...init?.headers, 'x-rostrum-join': pitch } }),
  })
  clients.set(pitch, made)
  return made
}

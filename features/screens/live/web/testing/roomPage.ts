import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, vi } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { FakeSocket } from '#features/room/room/web/testing/fakeRoom.ts'
import type { Answers } from '#web/testing/renderAt.tsx'

// The room as a test opens it in the whole web app: its server is the test, at the far end of this socket.

/** The socket of the room that was opened last. */
export let socket: FakeSocket

// the room fetches what its socket is made of when it opens, so this comes early enough
vi.doMock('socket.io-client', () => ({
  io: (_: string, { auth }: { auth: ConstructorParameters<typeof FakeSocket>[0] }) => {
    socket = new FakeSocket(auth)
    return socket
  },
}))

beforeEach(() => {
  socket = undefined as unknown as FakeSocket
  // what happy-dom has not
  HTMLImageElement.prototype.decode = async () => {}
  Element.prototype.scrollIntoView = () => {}
})

/** A room without video, which most tests need none of. */
export const videoOff: Answers = {
  getAgoraToken: () => {
    throw new CallFailed('VideoOff')
  },
}

export const connected = (): Promise<void> => waitFor(() => expect(socket?.connected).toBe(true))

/** The server says something to the room. */
export const deliver = (event: string, payload?: unknown): void => act(() => socket.deliver(event, payload))

/** The first slide stands: what the room fetches after it, it fetches now. */
export async function slideStands(): Promise<void> {
  const picture = await waitFor(() => {
    const found = document.querySelector('.stage-frame img')
    if (!found) throw new Error('no slide yet')
    return found
  })
  act(() => void picture.dispatchEvent(new Event('load')))
}

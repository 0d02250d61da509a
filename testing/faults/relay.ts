import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network that can be cut: whoever comes through here reaches the console, until they do not. */
export interface Relay {
  readonly url: string
  /** From now on nothing comes through, and nobody is told: what was sent is on its way for ever. */
  cut(): void
  heal(): void
  stop(): void
}

/** When an unanswered attempt to connect is repeated by the machines that we know, in milliseconds after it began. */
const REPEATS = [1000, 3000, 7000, 15_000, 31_000]

/** Listens on a free port; `to` is asked for each connection. */
export async function openRelay(to: () => number): Promise<Relay> {
  let isCut = false
  const pairs = new Set<readonly [Socket, Socket]>()
  const hanging = new Map<Socket, number>()

  const join = (near: Socket) => {
    const far = connect({ port: to(), host: '127.0.0.1', noDelay: true })
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [from, other] of [pair, [far, near] as const]) {
      from.on('error', () => {})
      from.on('close', () => {
        // nobody hears of an end either
        if (!isCut) other.destroy()
        if (near.destroyed && far.destroyed) pairs.delete(pair)
      })
      from.pipe(other)
    }
  }
  const server = createServer({ noDelay: true }, near => {
    near.on('error', () => {})
    if (!isCut) return join(near)
    near.pause()
    hanging.set(near, Date.now())
    near.on('close', () => hanging.delete(near))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    cut: () => {
      isCut = true
      for (const [near, far] of pairs) {
        near.unpipe(far).pause()
        far.unpipe(near).pause()
      }
    },
    heal: () => {
      isCut = false
      // What was connected before waits for a repeat that is a minute away: it is dead, and nobody has said so.
      for (const [near, far] of pairs) if (near.destroyed) far.destroy()
      const now = Date.now()
      for (const [near, began] of hanging) {
        const next = REPEATS.find(after => began + after > now)
        if (next !== undefined) setTimeout(() => near.destroyed || join(near), began + next - now)
      }
      hanging.clear()
    },
    stop: () => {
      server.close()
      for (const one of [...pairs].flat().concat([...hanging.keys()])) one.destroy()
    },
  }
}

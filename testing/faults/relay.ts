import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** How bad a network is. */
export interface Rough {
  /** Milliseconds of delay in either direction. */
  readonly latency: number
  /** The share of open connections that is reset within each `period`; 0 to 1. */
  readonly resets: number
  /** Milliseconds. */
  readonly period: number
  /** The same seed gives the same sequence. */
  readonly seed: number
}

/** A network that can be cut or degraded, between clients and the console. */
export interface Relay {
  readonly url: string
  /** The same without a host name: name lookups of three hundred people would occupy this whole process. */
  readonly address: string
  readonly port: number
  /** The port of this machine to which it leads from now on. */
  leadTo(port: number): Promise<void>
  /** From now on nothing passes, without notice to either side: sent data stays under way. */
  cut(): Promise<void>
  heal(): Promise<void>
  /** From now on everything is delayed, in order, and connections are reset without warning. */
  roughen(how: Rough): Promise<void>
  /** Returns how many connections were reset meanwhile. */
  calm(): Promise<number>
  stop(): Promise<void>
}

/** When common operating systems repeat an unanswered connection attempt, in milliseconds after it began. */
const REPEATS = [1000, 3000, 7000, 15_000, 31_000]

/** Listens on a free port. */
export async function openRelay(): Promise<Relay> {
  let to = 0
  let isCut = false
  let rough: Rough | undefined
  let dice = () => 1
  let period: NodeJS.Timeout | undefined
  let resets = 0
  const pairs = new Set<readonly [Socket, Socket]>()
  /** Unanswered connection attempts, by their start, and what answers them later. */
  const hanging = new Map<Socket, { readonly began: number; readonly answer: () => void }>()

  const join = (near: Socket) => {
    const far = connect({ port: to, host: '127.0.0.1', noDelay: true })
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [from, other] of [pair, [far, near] as const]) {
      const late = inOrder(() => rough?.latency ?? 0)
      from.on('error', () => {})
      from.on('data', chunk => {
        late(() => {
          if (isCut || other.destroyed || other.write(chunk)) return
          from.pause()
          other.once('drain', () => isCut || from.resume())
        })
      })
      from.on('end', () => late(() => isCut || other.end()))
      from.on('close', () => {
        // the end of a connection is not reported either
        late(() => isCut || other.destroy())
        if (near.destroyed && far.destroyed) pairs.delete(pair)
      })
    }
    // a connection that hung until now was paused, and adding a listener does not resume it
    near.resume()
    throwDice(pair)
  }
  /** Leaves this attempt unanswered. Its data is kept, and an abandoned attempt is dropped: it never arrived. */
  const hang = (near: Socket) => {
    const said: Buffer[] = []
    const keep = (chunk: Buffer) => void said.push(chunk)
    const forget = () => {
      if (hanging.delete(near)) near.destroy()
    }
    const answer = () => {
      hanging.delete(near)
      near.off('data', keep).off('end', forget)
      near.pause()
      if (said.length > 0) near.unshift(Buffer.concat(said))
      join(near)
    }
    hanging.set(near, { began: Date.now(), answer })
    near.on('data', keep).on('end', forget).on('close', forget)
  }
  /** Resets a connection some time in this period, or does not. */
  const throwDice = (pair: readonly [Socket, Socket]) => {
    if (!rough || dice() >= rough.resets) return
    const timer = setTimeout(() => {
      if (!rough || isCut || pair[0].destroyed) return
      resets++
      for (const socket of pair) socket.resetAndDestroy()
    }, dice() * rough.period)
    pair[0].once('close', () => clearTimeout(timer))
  }

  const server = createServer({ noDelay: true }, near => {
    near.on('error', () => {})
    if (!isCut) return join(near)
    hang(near)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    address: `http://127.0.0.1:${port}`,
    port,
    leadTo: async next => {
      to = next
    },
    cut: async () => {
      isCut = true
      for (const socket of [...pairs].flat()) socket.pause()
    },
    heal: async () => {
      isCut = false
      // A connection from before would wait for a retransmission a minute away: it is dead, without notice.
      for (const [near, far] of pairs) if (near.destroyed) far.destroy()
      const now = Date.now()
      for (const [near, { began, answer }] of hanging) {
        const next = REPEATS.find(after => began + after > now)
        if (next !== undefined) setTimeout(() => hanging.has(near) && answer(), began + next - now)
      }
    },
    roughen: async how => {
      clearInterval(period)
      rough = how
      resets = 0
      dice = diceOf(how.seed)
      for (const pair of pairs) throwDice(pair)
      period = setInterval(() => [...pairs].forEach(throwDice), how.period)
    },
    calm: async () => {
      clearInterval(period)
      rough = undefined
      return resets
    },
    stop: async () => {
      clearInterval(period)
      server.close()
      for (const one of [...pairs].flat().concat([...hanging.keys()])) one.destroy()
    },
  }
}

/** Runs actions in order, each delayed by the given milliseconds, or at once. */
function inOrder(latency: () => number): (act: () => void) => void {
  const waiting: { due: number; act: () => void }[] = []
  const work = () => {
    for (let now = performance.now(); waiting[0] && waiting[0].due <= now; now = performance.now())
      waiting.shift()?.act()
    if (waiting[0]) setTimeout(work, Math.max(0, waiting[0].due - performance.now()))
  }
  return act => {
    const milliseconds = latency()
    if (milliseconds === 0 && waiting.length === 0) return act()
    const due = Math.max(waiting.at(-1)?.due ?? 0, performance.now() + milliseconds)
    if (waiting.push({ due, act }) === 1) setTimeout(work, due - performance.now())
  }
}

/** Numbers from 0 to 1, the same sequence for the same seed (mulberry32). */
function diceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

interface Outcome {
  /** `upstream` ends together with the browser's socket. */
  readonly joined?: (upstream: Duplex) => void
  /** The server was not reached, and the browser is still waiting. */
  readonly failed: () => void
}

/**
 * Passes a browser's upgrade request on to a server and joins their sockets. They are closed together from the start:
 * when a crowd reconnects, many browsers give up before the response, and their upstream sockets would stay open.
 */
export function handUpgradeOver(
  outgoing: ClientRequest,
  socket: Duplex,
  head: Buffer,
  { joined, failed }: Outcome,
): void {
  let answered = false
  const giveUp = () => {
    socket.destroy()
    outgoing.destroy()
  }
  outgoing.on('upgrade', (from, upstream, first) => {
    answered = true
    socket.off('end', giveUp)
    socket.write(headOf(from))
    if (first.length > 0) socket.write(first)
    if (head.length > 0) upstream.write(head)
    join(socket, upstream)
    joined?.(upstream)
  })
  outgoing.on('response', from => {
    answered = true
    from.on('error', giveUp)
    socket.write(headOf(from))
    from.pipe(socket)
  })
  outgoing.on('error', () => {
    if (answered || socket.destroyed) socket.destroy()
    else failed()
  })
  // A browser that closes its half before the response has given up.
  socket.on('end', giveUp)
  socket.on('close', giveUp)
  if (socket.destroyed || socket.readableEnded) giveUp()
  else outgoing.end()
}

function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    if ('setNoDelay' in from && typeof from.setNoDelay === 'function') from.setNoDelay(true)
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
}

function headOf(answer: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`]
  for (let i = 0; i < answer.rawHeaders.length; i += 2)
    lines.push(`${answer.rawHeaders[i]}: ${answer.rawHeaders[i + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

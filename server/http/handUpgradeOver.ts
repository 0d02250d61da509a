import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

interface Outcome {
  /** `upstream` ends with the browser's socket, whichever of them is gone first. */
  readonly joined?: (upstream: Duplex) => void
  /** The server was not reached, and the browser still waits. */
  readonly failed: () => void
}

/**
 * Asks a server for a browser's upgrade, and joins their sockets. They live and die together from the start: of a crowd
 * that comes back many give up before they are answered, and what was opened for those nobody else would close.
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
  // Who closes one half before there is an answer is gone.
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

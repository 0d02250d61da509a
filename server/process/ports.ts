import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/**
 * A port below the range that machines assign to outgoing connections (Linux from 32768, others from 49152): a port in
 * that range could be taken before the caller listens on it.
 */
const ours = () => randomInt(20_000, 32_768)

/** A TCP port of the loopback that is free at this moment. */
export async function freePort(): Promise<number> {
  const port = ours()
  return (await isFree(port, '127.0.0.1')) ? port : freePort()
}

/** Whether a TCP port can be listened on. */
export const isFree = (port: number, host: string) =>
  new Promise<boolean>((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })

/** The wanted UDP port if it is free, or else (0: always) another free one. */
export const freeUdpPort = (wanted: number, host = '127.0.0.1') =>
  new Promise<number>((resolve, reject) => {
    const socket = createSocket('udp4')
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? freeUdpPort(0, host).then(resolve, reject) : reject(error),
    )
    socket.bind({ port: wanted || ours(), address: host, exclusive: true }, () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    })
  })

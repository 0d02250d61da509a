import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** A TCP port of the loopback that nobody uses at this moment. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })

/** Whether a TCP port can be listened on. */
export const isFree = (port: number, host: string) =>
  new Promise<boolean>((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })

/** The wanted UDP port if it is free, else another one that is. */
export const freeUdpPort = (wanted: number, host = '127.0.0.1') =>
  new Promise<number>((resolve, reject) => {
    const socket = createSocket('udp4')
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' && wanted !== 0 ? freeUdpPort(0, host).then(resolve, reject) : reject(error),
    )
    socket.bind({ port: wanted, address: host, exclusive: true }, () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    })
  })

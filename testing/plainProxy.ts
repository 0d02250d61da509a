import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy that passes on what it gets, upgrades included, and adds no header that tells of it: to the console every caller
 * seems to be on this machine.
 */
export async function plainProxy(address: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(address)
  // it names no host where the caller has named none
  const to = { hostname, port, setHost: false }
  const proxy = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming
    const onward = request({ ...to, method, path, headers }, from => {
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  proxy.on('upgrade', (incoming, socket, head) => {
    const { method, url: path, headers } = incoming
    const onward = request({ ...to, method, path, headers })
    const end = () => socket.destroy()
    onward.on('error', end).on('response', end)
    onward.on('upgrade', (from, behind, first) => {
      const lines = Object.entries(from.headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
      socket.write(first)
      behind.write(head)
      behind
        .on('error', end)
        .pipe(socket)
        .on('error', () => behind.destroy())
        .pipe(behind)
    })
    onward.end()
  })
  await new Promise<void>(listening => proxy.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: async () => {
      proxy.closeAllConnections()
      await new Promise<void>(closed => proxy.close(() => closed()))
    },
  }
}

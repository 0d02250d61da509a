import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { freePort, freeUdpPort, isFree } from './ports.ts'

it('finds ports that no connection of this machine is given meanwhile', async () => {
  for (const port of await Promise.all(Array.from({ length: 50 }, (_, n) => (n % 2 ? freePort() : freeUdpPort(0)))))
    expect(port).toSatisfy((one: number) => one >= 20_000 && one < 32_768)
})

it('recognises a TCP port in use', async () => {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  expect(await isFree(port, '127.0.0.1')).toBe(false)
  await new Promise(done => server.close(done))
  expect(await isFree(port, '127.0.0.1')).toBe(true)
})

it('gives the wanted UDP port, and another one while it is in use', async () => {
  const port = await freeUdpPort(0)
  expect(await freeUdpPort(port)).toBe(port)
  const socket = createSocket('udp4')
  await new Promise<void>(done => socket.bind({ port, address: '127.0.0.1', exclusive: true }, done))
  expect(await freeUdpPort(port)).not.toBe(port)
  socket.close()
})

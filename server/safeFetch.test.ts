import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FetchRefused, isPublicAddress, safeFetch } from './safeFetch.ts'

let server: Server
let port: number
/** The paths that were asked for. */
const asked: string[] = []

const pages: Record<string, RequestListener> = {
  '/face': (_, answer) => answer.setHeader('content-type', 'image/png').end('a face'),
  '/gone': (_, answer) => answer.writeHead(404).end(),
  '/large': (_, answer) => answer.end(Buffer.alloc(2000)),
  '/larger-than-said': (_, answer) => {
    answer.write(Buffer.alloc(800))
    answer.end(Buffer.alloc(800))
  },
  '/packed': (_, answer) => answer.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(5000))),
  '/once': (_, answer) => answer.writeHead(302, { location: '/face' }).end(),
  '/round': (_, answer) => answer.writeHead(302, { location: '/round' }).end(),
  '/inside': (_, answer) => answer.writeHead(302, { location: `http://10.0.0.7:${port}/secret` }).end(),
  '/inside-name': (_, answer) => answer.writeHead(307, { location: `http://inside.test:${port}/secret` }).end(),
  '/file': (_, answer) => answer.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/slow': (_, answer) => void answer.write('a'),
  '/secret': (_, answer) => answer.end('the secret'),
}

beforeAll(async () => {
  server = createServer((request, answer) => {
    asked.push(request.url ?? '')
    const page = pages[request.url ?? '']
    if (page) page(request, answer)
    else answer.writeHead(404).end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** A world in which 127.0.0.1 is on the internet as face.test, and everything else is what it is. */
const hosts: Record<string, string[]> = {
  'face.test': ['127.0.0.1'],
  'inside.test': ['10.1.2.3'],
  'both.test': ['127.0.0.1', '192.168.1.1'],
  'mapped.test': ['::ffff:10.1.2.3'],
}
const world = {
  maxBytes: 1000,
  accept: 'image/*',
  resolve: async (host: string) =>
    (hosts[host] ?? []).map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
  isPublic: (ip: string) => ip === '127.0.0.1' || isPublicAddress(ip),
}
const get = (address: string, more: Partial<Parameters<typeof safeFetch>[1]> = {}) =>
  safeFetch(address.replace('PORT', String(port)), { ...world, ...more })

describe('#safeFetch', () => {
  it('fetches public addresses, also through a redirect', async () => {
    const { body, type } = await get('http://face.test:PORT/face')
    expect([body.toString(), type]).toEqual(['a face', 'image/png'])
    expect((await get('http://face.test:PORT/once')).body.toString()).toBe('a face')
  })

  it.each([
    'http://localhost:PORT/secret',
    'http://127.0.0.1:PORT/secret',
    'http://[::1]:PORT/secret',
    'http://[::ffff:127.0.0.1]:PORT/secret',
    'http://[::ffff:7f00:1]:PORT/secret',
    'http://[::127.0.0.1]:PORT/secret',
    'http://[64:ff9b::7f00:1]:PORT/secret',
    'http://[2002:7f00:1::]:PORT/secret',
    'http://2130706433:PORT/secret',
    'http://0x7f.1:PORT/secret',
    'http://0177.0.0.1:PORT/secret',
    'http://127.1:PORT/secret',
    'http://0.0.0.0:PORT/secret',
    'http://10.1.2.3/secret',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00::1]/secret',
    'http://[fe80::1]/secret',
  ])('refuses %s, which is our own network', async address => {
    const before = asked.length
    const refused = safeFetch(address.replace('PORT', String(port)), { maxBytes: 1000, accept: '*/*', timeoutMs: 2000 })
    await expect(refused).rejects.toThrow(FetchRefused)
    expect(asked).toHaveLength(before)
  })

  it.each([
    ['a redirect to a private address', '/inside'],
    ['a redirect to a name of one', '/inside-name'],
    ['a redirect to a file', '/file'],
  ])('refuses %s', async (_, path) => {
    await expect(get(`http://face.test:PORT${path}`)).rejects.toThrow(FetchRefused)
    expect(asked).not.toContain('/secret')
  })

  it('refuses names with a private address, even as one of several', async () => {
    for (const host of ['inside.test', 'both.test', 'mapped.test', 'nowhere.test'])
      await expect(get(`http://${host}:PORT/secret`), host).rejects.toThrow(FetchRefused)
    expect(asked).not.toContain('/secret')
  })

  it('resolves a name once and connects to that address: a second answer has no effect', async () => {
    let answers = 0
    const resolve = async () => {
      answers++
      return [{ address: answers === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    }
    expect((await get('http://rebinding.test:PORT/face', { resolve })).body.toString()).toBe('a face')
    expect(answers).toBe(1)
    // A redirect is another connection, so its host is asked for again, and refused by what it says now.
    answers = 0
    await expect(get('http://rebinding.test:PORT/once', { resolve })).rejects.toThrow('not a public address')
  })

  it('refuses what is too large, compressed, too slow, of another type or missing', async () => {
    await expect(get('http://face.test:PORT/large')).rejects.toThrow('too large')
    await expect(get('http://face.test:PORT/larger-than-said')).rejects.toThrow('too large')
    await expect(get('http://face.test:PORT/packed')).rejects.toThrow('packed')
    await expect(get('http://face.test:PORT/gone')).rejects.toThrow('404')
    await expect(get('http://face.test:PORT/round')).rejects.toThrow('too often')
    await expect(get('http://face.test:PORT/slow', { timeoutMs: 300 })).rejects.toThrow(FetchRefused)
    for (const address of [
      'ftp://face.test/face',
      'javascript:alert(1)',
      'not an address',
      'http://u:p@face.test/face',
    ])
      await expect(get(address), address).rejects.toThrow(FetchRefused)
  })

  it('recognises public addresses', () => {
    for (const ip of ['8.8.8.8', '142.250.1.1', '2606:4700::1111']) expect(isPublicAddress(ip), ip).toBe(true)
    for (const ip of [
      '100.64.0.1',
      '172.31.255.255',
      '192.0.0.8',
      '224.0.0.1',
      '255.255.255.255',
      '2001:db8::1',
      '::',
      'x',
    ])
      expect(isPublicAddress(ip), ip).toBe(false)
  })
})

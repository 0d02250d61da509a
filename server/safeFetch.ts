import { promises as dns, type LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** An address chosen by an outside party was not fetched; `message` gives the reason, for the log. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
}

export interface Fetched {
  readonly body: Buffer
  /** As stated by the other server. */
  readonly type: string
}

interface Limits {
  readonly maxBytes: number
  /** The Accept header. */
  readonly accept: string
  /** Time limit for the whole fetch, redirects included. */
  readonly timeoutMs?: number
  /** Looks up all addresses of a host name; replaced in tests. */
  readonly resolve?: (host: string) => Promise<LookupAddress[]>
  /** Whether an IP address may be connected to; replaced in tests. */
  readonly isPublic?: (ip: string) => boolean
}

const MOST_REDIRECTS = 3

/**
 * Fetches an address that comes from outside, such as a sign-in provider's picture of a person, without reaching our
 * own network: each hop's host is resolved once, all its addresses must be public, and the connection goes to the
 * resolved address, so that a later DNS answer has no effect.
 * @throws {FetchRefused} for everything but a complete 200 within the limits
 */
export async function safeFetch(address: string, limits: Limits): Promise<Fetched> {
  const signal = AbortSignal.timeout(limits.timeoutMs ?? 8000)
  let url = URL.parse(address)
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    if (!url) throw new FetchRefused('not an address')
    const answer = await open(url, limits, signal)
    const { statusCode = 0, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      answer.destroy()
      const next: URL | null = URL.parse(headers.location, url.href)
      if (url.protocol === 'https:' && next?.protocol !== 'https:') throw new FetchRefused('led away from https')
      url = next
      continue
    }
    return await read(answer, limits)
  }
  throw new FetchRefused('redirected too often')
}

async function open(url: URL, limits: Limits, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefused(`${url.protocol} is not fetched`)
  if (url.username || url.password) throw new FetchRefused('credentials in an address')
  const target = await publicAddressOf(url.hostname, limits)
  const lookup: LookupFunction = (_host, options, done) =>
    options.all ? done(null, [target]) : done(null, target.address, target.family)
  const ask = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const headers = { accept: limits.accept, 'accept-encoding': 'identity', 'user-agent': 'Rostrum' }
    ask(url, { lookup, agent: false, headers, signal })
      .on('response', resolve)
      .on('error', error => reject(new FetchRefused(error.message)))
      .end()
  })
}

async function publicAddressOf(hostname: string, limits: Limits): Promise<LookupAddress> {
  const { isPublic = isPublicAddress, resolve = resolveAll } = limits
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const all = family ? [{ address: host, family }] : await resolve(host).catch(() => [])
  const [first] = all
  if (!first) throw new FetchRefused('no such host')
  if (!all.every(({ address }) => isPublic(address))) throw new FetchRefused('not a public address')
  return first
}

const resolveAll = (host: string) => dns.lookup(host, { all: true })

async function read(answer: IncomingMessage, { maxBytes }: Limits): Promise<Fetched> {
  const fail = (why: string) => {
    answer.destroy()
    throw new FetchRefused(why)
  }
  if (answer.statusCode !== 200) fail(`answered ${answer.statusCode}`)
  // Compressed content could exceed the limit after unpacking.
  if (answer.headers['content-encoding'] && answer.headers['content-encoding'] !== 'identity') fail('packed')
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) fail('too large')
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > maxBytes) fail('too large')
      pieces.push(piece)
    }
  } catch (error) {
    throw error instanceof FetchRefused ? error : new FetchRefused((error as Error).message)
  }
  if (!answer.complete) fail('cut off')
  return { body: Buffer.concat(pieces), type: answer.headers['content-type'] ?? '' }
}

const notPublic = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, bits, 'ipv4')
// Only 2000::/3 of IPv6 is allocated; these ranges in it lead elsewhere, two of them to an IPv4 address chosen by the
// sender.
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(net, bits, 'ipv6')
const givenOut = new BlockList()
givenOut.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an IP address is public: not this machine's, not a private network's, and not one that embeds such an
 * address.
 */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip)
  if (family === 4) return !notPublic.check(ip, 'ipv4')
  return family === 6 && givenOut.check(ip, 'ipv6') && !notPublic.check(ip, 'ipv6')
}

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallFailed } from '#contract/call.ts'
import { hostName, isAllowedHost, type Settings } from '#server/settings.ts'

type Hosts = Pick<Settings, 'allowedHosts' | 'publicUrl' | 'host' | 'trustProxy'>

/** Asked by machines, at whatever address they know: these tell how the server is, or ask for a token. */
const asked = new Set(['/healthz', '/livez', '/metrics'])

/** A browser that opens an address, as opposed to a program that makes a call. */
export const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')

/**
 * Holds every HTTP request to the console's hosts. [NAV-037, NAV-038, NAV-039] Browsers that open an address are redirected
 * to the main one, everything else fails with HostNotAllowed: a page of an attacker's name that resolves to this server (DNS
 * rebinding) must not reach it under that name.
 */
export function checkHosts(app: FastifyInstance, settings: Hosts): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url, host } = request
    const opens = isNavigation(request)
    if (asked.has(url) || isOurs(settings, url, host, !opens)) return
    if (!opens) throw new CallFailed('HostNotAllowed')
    return reply.redirect(settings.publicUrl + (/^\/(?!\/)/.test(url) ? url : '/'), 307)
  })
}

/** The same for a request to open a socket, to which a page can add no headers. */
export function isForOurHost(settings: Hosts, { url = '', headers }: IncomingMessage): boolean {
  const ofProxy = settings.trustProxy === false ? undefined : headers['x-forwarded-host']
  return isOurs(
    settings,
    url,
    String(ofProxy ?? headers.host ?? '')
      .split(',')
      .at(-1),
    true,
  )
}

/**
 * Whether a request names a host of ours. An absolute target (RFC 9112, 3.2.2) names one as well. `byNumber`: also by the
 * address on which the console listens, which no attacker's name can stand for.
 */
function isOurs(settings: Hosts, url: string, host = '', byNumber: boolean): boolean {
  const named = url.startsWith('/') ? [host] : [host, URL.parse(url)?.host ?? '']
  return named.every(one => {
    const name = hostName(one)
    const number = name.replace(/^\[(.*)\]$/, '$1')
    return isAllowedHost(settings, name) || (byNumber && (number === settings.host || isNumberOfThisMachine(number)))
  })
}

const isNumberOfThisMachine = (name: string) => /^127\.\d+\.\d+\.\d+$/.test(name) || name === '::1'

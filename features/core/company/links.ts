import { parse } from 'tldts'

/** [RULE-026] The schemes of a website. */
const schemes = ['http:', 'https:', 'ftp:']

/**
 * [RULE-072, RULE-026, RULE-027, RULE-028] The address of a website, with its scheme: a host name of a known top-level
 * domain or a two-letter country code, or an IPv4 address. Undefined for anything else; empty stays empty.
 */
export function websiteOf(typed: string): string | undefined {
  if (!typed) return ''
  const url = urlOf(typed)
  if (!url || !schemes.includes(url.protocol) || url.username || url.password) return undefined
  const { hostname, isIp, isIcann, domain } = parse(url.href, { allowPrivateDomains: false })
  // browsers read a lone number as an address too, which no person means
  const isAddress = isIp && /^\d+(\.\d+){3}$/.test(hostname ?? '') && typed.includes(hostname ?? '')
  const isName = !isIp && domain !== null && (isIcann || /\.[a-z]{2}$/.test(hostname ?? ''))
  return isAddress || isName ? url.href.replace(/^([a-z]+:\/\/[^/]+)\/$/, '$1') : undefined
}

/** What was typed as an address of the web; `acme.com` is one too. */
function urlOf(typed: string): URL | undefined {
  if (/[\s\\]/.test(typed)) return undefined
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed)
  return URL.parse(hasScheme ? typed : `https://${typed}`) ?? undefined
}

/** The companies' profiles elsewhere: the hosts of each network, and the paths of its profiles. */
const networks = {
  twitter: { hosts: /^((www|mobile)\.)?(twitter|x)\.com$/, path: /^\/\w{1,15}$/ },
  linkedin: {
    hosts: /^([a-z]{2,3}\.)?linkedin\.(com|cn)$/,
    path: /^\/(company|school|showcase|in)\/[^/]{2,200}$/,
  },
  facebook: {
    hosts: /^((www|m|[a-z]{2}-[a-z]{2})\.)?(facebook|fb)\.com$/,
    path: /^\/(profile\.php|(pages\/|people\/|p\/)?[^/]+(\/\d+)?)$/,
  },
  instagram: { hosts: /^(www\.)?instagram\.com$/, path: /^\/[\w.]{1,30}$/ },
  youtube: { hosts: /^((www|m)\.)?youtube\.com$/, path: /^\/(@[^/]{3,100}|(channel|c|user)\/[^/]{1,100})$/ },
} as const
export type Network = keyof typeof networks
export const socialNetworks = Object.keys(networks) as Network[]

/**
 * [RULE-073] The address of a profile at one of the networks, by https and without what only tracks a visitor. Undefined
 * for another host or no profile; empty stays empty.
 */
export function profileOf(network: Network, typed: string): string | undefined {
  if (!typed) return ''
  const url = urlOf(typed)
  const { hosts, path } = networks[network]
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.port) return undefined
  const place = url.pathname.replace(/\/+$/, '')
  if (!hosts.test(url.hostname) || !path.test(place)) return undefined
  const id = network === 'facebook' && place === '/profile.php' ? url.searchParams.get('id') : undefined
  if (id === null || (id !== undefined && !/^\d+$/.test(id))) return undefined
  return `https://${url.hostname}${place}${id ? `?id=${id}` : ''}`
}
